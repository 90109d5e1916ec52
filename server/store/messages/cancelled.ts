// Which texts were cancelled: the interface calls them failed, and nothing went wrong with them.
import { failure } from '../../domain/messages/message.ts';

const [code] = failure('cancelled', '').split(':');

/** SQL: whether the text of this row was cancelled. */
export const isCancelled = (row: string): string =>
  `coalesce(split_part(${row}.error, ':', 1) = '${code}', false)`;
