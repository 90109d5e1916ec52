// Reads what a company writes: documents in their formats, values by their paths, conditions on values, names and
// times.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mostFormFields } from '../../../../runtime/bodies/form_fields.ts';
import { JsonShape } from '../../../../runtime/bodies/json_shape.ts';
import type { Condition } from '../http_settings.ts';

/** One step: a name, or a place in a list. */
type Step = string | number;

const pathForm = /^(?:\$|(?:[^.[\]$][^.[\]]*|\[\d{1,4}\])(?:\[\d{1,4}\])*(?:\.[^.[\]]+(?:\[\d{1,4}\])*)*)$/;

/** Whether a path can be read. */
export const isPath = (path: string): boolean => path !== '' && pathForm.test(path);

const stepsOf = (path: string): Step[] =>
  Array.from(path.matchAll(/\[(\d+)\]|[^.[\]]+/g), ([name, place]) =>
    place === undefined ? name : Number(place),
  );

/** The value at a path; undefined where there is none. A name that holds dots is found as it is. */
export function valueAt(document: unknown, path: string): unknown {
  if (path === '$') return document;
  if (isHolder(document) && Object.hasOwn(document, path)) return document[path];
  let value = document;
  for (const step of stepsOf(path)) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = isHolder(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** The same as text; undefined for lists, objects, null and a missing value. */
export function textAt(document: unknown, path: string): string | undefined {
  const value = valueAt(document, path);
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined;
}

/** What `[0]` stands for in paths: by the part of the path before it, the place in that list. */
export type Place = ReadonlyMap<string, number>;

const anyElement = '[0]';

/** The path of one element, where `[0]` stands for each. */
export function within(path: string, place: Place): string {
  let concrete = '';
  let from = 0;
  for (let at = path.indexOf(anyElement); at >= 0; at = path.indexOf(anyElement, from)) {
    concrete += `${path.slice(from, at)}[${place.get(path.slice(0, at)) ?? 0}]`;
    from = at + anyElement.length;
  }
  return concrete + path.slice(from);
}

/**
 * The elements that these paths stand for together: each list of them is walked once, one within the other. Where a list is missing or
 * empty, its elements are not walked. Undefined for more than `most`.
 */
export function elementsOf(document: unknown, paths: readonly string[], most: number): Place[] | undefined {
  let places: Place[] = [new Map()];
  for (const path of paths)
    for (let at = path.indexOf(anyElement); at >= 0; at = path.indexOf(anyElement, at + anyElement.length)) {
      const list = path.slice(0, at);
      const walked: Place[] = [];
      for (const place of places) {
        const found = place.has(list)
          ? undefined
          : valueAt(document, list === '' ? '$' : within(list, place));
        const length = Array.isArray(found) ? found.length : 0;
        if (walked.length + length > most) return undefined;
        if (length === 0) walked.push(place);
        for (let index = 0; index < length; index++) walked.push(new Map([...place, [list, index]]));
      }
      places = walked;
    }
  return places;
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a body is to be read. */
export type DocumentFormat = 'json' | 'form' | 'text';

/** Whether the bytes are far more likely UTF-8 that was cut or spoiled than an alphabet of single octets. */
function isMostlyUtf8(text: string): boolean {
  const foreign = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return foreign > 2 * (text.match(/\ufffd/g)?.length ?? 0);
}

/** Text in the charset that is named (WHATWG Encoding); else in UTF-8, or in the alphabet that old programs write. */
function decoded(bytes: Uint8Array, charset: string | undefined): string {
  if (charset !== undefined) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // It has no such name.
    }
  }
  const text = new TextDecoder().decode(bytes);
  return isUtf8(bytes) || isMostlyUtf8(text) ? text : new TextDecoder('windows-1252').decode(bytes);
}

/** A body as a document; undefined for one that is not of that format. `charset` as its sender names it. */
export function readDocument(bytes: Uint8Array, format: DocumentFormat, charset?: string): unknown {
  if (format === 'form') return fieldsOf(bytes, charset);
  const text = decoded(bytes, charset);
  if (format === 'text') return text;
  if (new JsonShape().take(Buffer.from(text)).excess !== undefined) return undefined;
  try {
    return JSON.parse(text, asWritten as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** The fields of a form or query without its question mark; the first of several of one name. */
export function fieldsOf(bytes: Uint8Array, charset?: string): Record<string, string> {
  // The octets of names and numbers are those of ASCII, whatever the words are in.
  const own = /^utf-?16/i.test(charset ?? '') ? undefined : charset;
  const fields: Record<string, string> = Object.create(null);
  for (const pair of Buffer.from(bytes).toString('latin1').split('&', mostFormFields)) {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    if (name !== '') fields[fieldOf(name, own)] ??= fieldOf(value, own);
  }
  return fields;
}

/** A name or value of a form, of which each character is an octet. */
const fieldOf = (text: string, charset: string | undefined): string => {
  const octet = (_escape: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  const octets = Buffer.from(text.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, octet), 'latin1');
  return decoded(octets, charset);
};

const asWritten = (_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' && source !== undefined ? source : value;

/** Looks a value up: in a document, or beside it. */
export type Lookup = (path: string) => string | undefined;

/** Longest value that an expression is tried on. */
const maxTriedLength = 4_096;

/** The first group of the expression in the value, or all that fits; undefined when it does not. */
export function extract(value: string, expression: string): string | undefined {
  const found = new RegExp(expression, 'u').exec(value.slice(0, maxTriedLength));
  return found ? (found[1] ?? found[0]) : undefined;
}

/** Whether an expression can be read. */
export function isExpression(expression: string): boolean {
  try {
    new RegExp(expression, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Whether all of them hold. */
export const holdsAll = (conditions: readonly Condition[] | undefined, lookup: Lookup): boolean =>
  (conditions ?? []).every(({ path, is, matches }) => {
    const value = lookup(path);
    if (value === undefined) return false;
    return (is?.includes(value) ?? true) && (matches === undefined || extract(value, matches) !== undefined);
  });

/** Longest name that the core keeps; a longer one is known by its hash, the same wherever it comes up. */
const maxNameLength = 64;

/** The name as the core keeps it; undefined for an empty one. */
export function nameOf(given: string | undefined): string | undefined {
  const name = given?.trim();
  if (name === undefined || name === '') return undefined;
  return name.length <= maxNameLength ? name : createHash('sha256').update(name).digest('hex');
}

/** A company's own code as it may stand in an error text: short, and no digits in which a number could hide. */
export const isShowable = (code: string): boolean => /^[\w.:-]{1,32}$/.test(code) && !/\d{7}/.test(code);

type TimeFormat = 'iso' | 'unix_s' | 'unix_ms';

/** A time of ISO 8601, or near it; one that names no zone is meant in UTC, never in that of this machine. */
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** In milliseconds; undefined for what cannot be read. */
export function readMoment(text: string | undefined, format: TimeFormat): number | undefined {
  const said = text?.trim() ?? '';
  if (format !== 'iso') {
    if (!/^\d{1,14}(?:\.\d{1,9})?$/.test(said)) return undefined;
    return Math.floor(format === 'unix_s' ? Number(said) * 1_000 : Number(said));
  }
  const found = isoForm.exec(said);
  if (!found) return undefined;
  const plain = said
    .replace(' ', 'T')
    .replace(/\s/, '')
    .replace(',', '.')
    .replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const atMs = Date.parse(found[1] === undefined && plain.includes('T') ? `${plain}Z` : plain);
  return Number.isNaN(atMs) ? undefined : atMs;
}
