// Integers as clients write them. Number() would take '1e3', '0x10', ' 12 ' and '' for integers and round large ones,
// so everything here goes by pattern.
import { invalidRequest, unavailable } from '../errors/errors.ts';

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);
const maxInt64 = 2n ** 63n - 1n;

/** The bounds an integer is clamped to, and what it is when left out. */
export interface IntegerRule {
  min: number;
  max: number;
  fallback: number;
}

/** A query parameter, clamped. Throws INVALID_REQUEST naming it when it is no integer or was given twice. */
export function parseInteger(value: unknown, name: string, rule: IntegerRule): number {
  if (value === undefined) return rule.fallback;
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw invalidRequest(`${name} must be an integer`);
  const number = BigInt(value);
  if (number <= BigInt(rule.min)) return rule.min;
  return number >= BigInt(rule.max) ? rule.max : Number(number);
}

/** A cursor: an int64 in decimal. Throws INVALID_REQUEST for what no answer can have had. */
export function parseCursor(value: unknown, name: string): bigint | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value) || BigInt(value) > maxInt64)
    throw invalidRequest(`${name} must be a next_${name} of an earlier answer`);
  return BigInt(value);
}

/** An id; undefined for what cannot be one. */
export function parseId(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id > maxSafe ? undefined : id;
}

/** An int64 as a JSON number. Throws rather than round: a client would act on the wrong id. */
export function toNumber(value: bigint): number {
  if (value > maxSafe || value < -maxSafe) throw unavailable();
  return Number(value);
}
