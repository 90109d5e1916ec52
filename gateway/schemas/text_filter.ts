// Which texts the log is asked for, as it stands in a query. The words are judged by the core.

import { create } from '@bufbuild/protobuf';
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { Type } from 'typebox';
import { invalidRequest } from '../edge/errors.ts';
import { integer, oneOf } from './kinds.ts';
import { textIn } from './parameters.ts';
import { maxAddressLength } from './text_rules.ts';

/** The parameters of a filter. */
export const filterParameters = {
  direction: oneOf(['out', 'in'], 'Only this direction.'),
  status: oneOf(
    ['queued', 'sending', 'sent', 'delivered', 'received', 'failed'],
    'Only texts in this state. failed is found by itself; the others are looked for among the texts of the range.',
  ),
  route: oneOf(['device', 'gateway'], 'Only this route.'),
  address: Type.String({
    maxLength: maxAddressLength,
    description: 'Only the texts exchanged with this address.',
  }),
  from: Type.String({
    format: 'date-time',
    description:
      'Only what the service had at this instant or after it. A text that a phone brought late counts where it came.',
  }),
  to: Type.String({ format: 'date-time', description: 'Only what the service had before this instant.' }),
};

export const beforeParameter = integer(
  1,
  'Only texts with an id below this one: next_before of the page before.',
);

/** RFC 3339: a date, or a date with a time and its zone. */
const instantForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

function instantIn(query: Record<string, unknown>, name: string): Timestamp | undefined {
  const said = textIn(query, name);
  if (said === '') return undefined;
  const ms = instantForm.test(said) ? Date.parse(said) : Number.NaN;
  // A day that a month does not have is taken for one of the next month.
  const isThere =
    Number.isFinite(ms) &&
    new Date(Date.parse(said.slice(0, 10))).toISOString().startsWith(said.slice(0, 10));
  if (!isThere) throw invalidRequest(`${name} must be an instant, like 2026-11-20T12:00:00Z, or a day`);
  const seconds = Math.floor(ms / 1000);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: (ms - seconds * 1000) * 1e6 });
}

/** The filter of a query. Throws INVALID_REQUEST. */
export function readFilter(query: Record<string, unknown>) {
  const from = instantIn(query, 'from');
  const to = instantIn(query, 'to');
  return {
    direction: textIn(query, 'direction'),
    status: textIn(query, 'status'),
    route: textIn(query, 'route'),
    address: textIn(query, 'address', maxAddressLength),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Where a page begins; undefined for the newest. Throws INVALID_REQUEST for what is no id. */
export function readBefore(query: Record<string, unknown>): bigint | undefined {
  const said = query.before;
  if (said === undefined) return undefined;
  if (typeof said !== 'string' || !/^[1-9]\d{0,17}$/.test(said))
    throw invalidRequest('before must be a next_before of an earlier answer');
  return BigInt(said);
}
