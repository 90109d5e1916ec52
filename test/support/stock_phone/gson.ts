// JSON as the app's library reads and writes it: Gson, which escapes for HTML, leaves null out, and turns scalars into each other.

const escaped: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '=': '\\u003d',
  "'": '\\u0027',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A value in the bytes that the app sends. Null and undefined are left out. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner) => (inner === null ? undefined : inner)).replace(
    /[<>&='\u2028\u2029]/g,
    (character) => escaped[character] as string,
  );

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** A string; a number or a boolean becomes one. */
export function readString(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'object') throw new TypeError('a string was expected');
  return String(value);
}

/** A whole number, also as text. */
export function readInteger(value: unknown, least = -(2 ** 31), most = 2 ** 31 - 1): number | null {
  if (isAbsent(value)) return null;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most)
    throw new TypeError('a whole number was expected');
  return number;
}

/** True or false; text is true when it says so. */
export function readBoolean(value: unknown): boolean | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  throw new TypeError('a boolean was expected');
}

/** An object's fields; null for none. */
export function readObject(value: unknown): Record<string, unknown> | null {
  if (isAbsent(value)) return null;
  if (!isObject(value)) throw new TypeError('an object was expected');
  return value;
}

/** A list; null for none. */
export function readList(value: unknown): unknown[] | null {
  if (isAbsent(value)) return null;
  if (!Array.isArray(value)) throw new TypeError('a list was expected');
  return value;
}
