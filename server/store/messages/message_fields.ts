// The fields of a message: its columns and their kinds; nothing internal is among them.

import type { approvalAwaited, awaitsRelease } from '../../domain/messages/approval.ts';
import type { Direction, Encoding, Route } from '../../domain/messages/message.ts';
import type { Keyword } from '../../domain/opt_outs/keyword.ts';
import { instant, int2, int8, text, type ValuesOf, word } from '../postgres/kinds.ts';
import { shownStatus } from './status_moves.ts';

/**
 * The columns of a text that are stored as they are. A send takes, carries along, stores and answers all that are
 * listed here.
 */
export const textFields = {
  address: text,
  addressNorm: text,
  body: text,
  segments: int2,
  encoding: word<Encoding>('message_encoding'),
  /** The idempotency key that it was sent under; null without one, and for inbound texts. */
  clientRef: text.orNull,
  /** The device, SIM or number that it must leave by: see domain/messages/sender.ts; null for any, and for inbound texts. */
  sender: text.orNull,
};

/** Fields that a sent text brings into its row and that are not shown. */
export const unshownFields = {
  /** The address that its changes are posted to by a webhook whose format knows such addresses; null without one. */
  statusCallback: text.orNull,
};

export const messageFields = {
  accountId: int8,
  id: int8,
  seq: int8,
  direction: word<Direction>('message_direction'),
  ...textFields,
  status: shownStatus,
  route: word<Route>('message_route'),
  error: text.orNull,
  keyword: word<Keyword>().orNull,
  createdAtMs: instant,
  /** It leaves no earlier than this; null for at once. */
  sendAtMs: instant.orNull,
  sentAtMs: instant.orNull,
  deliveredAtMs: instant.orNull,
  /** `approval` while a person has to approve it, `release` while a restored database holds it; null for any other. */
  awaiting: word<typeof approvalAwaited | typeof awaitsRelease>().orNull,
  /** When its words were removed, because they are not kept longer: its body is empty then. Null for a text that has them. */
  bodyRemovedAtMs: instant.orNull,
};

/** A message as it is stored. Times are milliseconds since the epoch. */
export type Message = ValuesOf<typeof messageFields>;

/** The columns of a text that are stored as they are. */
export type TextFields = ValuesOf<typeof textFields>;
const textFieldNames = Object.keys(textFields) as (keyof TextFields)[];

/** The values of a text for these columns only. */
export function textFieldsOf(text: TextFields): TextFields {
  const values: Record<string, unknown> = {};
  for (const name of textFieldNames) values[name] = text[name];
  return values as unknown as TextFields;
}
