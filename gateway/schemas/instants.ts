// Instants in requests: RFC 3339 with seconds and offset, and days where those are taken as well.
import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { instantRange, isInstant } from '../../runtime/instants.ts';
import { invalidRequest } from '../errors/errors.ts';

/** Longer than any instant is written. */
export const maxInstantLength = 64;

const form =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** As filters take it: a day, or a day with a time and its zone. */
const filterForm = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/i;

function read(text: string, name: string, known: RegExp, expected: string): Timestamp {
  const day = known.exec(text)?.[1];
  const atMs = day === undefined ? Number.NaN : Date.parse(text);
  // Date takes 30 February for 2 March.
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  // Other forms of years are instants in other languages: they are out of range and no typing mistakes.
  const isOtherYear = /^([+-]\d+|\d{5,6})-\d\d-\d\d/.test(text);
  if (isOtherYear || (isDay && !Number.isNaN(atMs) && !isInstant(atMs)))
    throw invalidRequest(`${name} must ${instantRange}`);
  if (Number.isNaN(atMs) || !isDay) throw invalidRequest(`${name} must be ${expected}`);
  return timestampFromMs(atMs);
}

/** Reads the instant of a field, in milliseconds. Throws INVALID_REQUEST, which names the field, for any other text. */
export const readInstant = (text: string, name: string): Timestamp =>
  read(text, name, form, 'an instant with its offset, like 2026-11-20T14:00:00+01:00');

/** The same for a filter, which takes a day as well. */
export const readFilterInstant = (text: string, name: string): Timestamp =>
  read(text, name, filterForm, 'an instant, like 2026-11-20T12:00:00Z, or a day');
