// Instants in requests: RFC 3339 with seconds and offset.
import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { invalidRequest } from '../edge/errors/errors.ts';

/** Longer than any instant is written. */
export const maxInstantLength = 64;

const form =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Reads the instant of a field, in milliseconds. Throws INVALID_REQUEST, which names the field, for any other text. */
export function readInstant(text: string, name: string): Timestamp {
  const day = form.exec(text)?.[1];
  const atMs = day === undefined ? Number.NaN : Date.parse(text);
  // Date takes 30 February for 2 March.
  const isDay = day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (Number.isNaN(atMs) || !isDay)
    throw invalidRequest(`${name} must be an instant with its offset, like 2026-11-20T14:00:00+01:00`);
  return timestampFromMs(atMs);
}
