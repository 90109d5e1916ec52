// The one rule about texts that has to be kept here: what protobuf would silently replace, or the database refuse, is
// turned away before it is sent on.
import type { TSchema } from 'typebox';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { invalidRequest, Refusal } from '../errors/errors.ts';

/** Longest address that can be one. */
export const maxAddressLength = 64;

/** Throws INVALID_REQUEST naming the field for U+0000 and for halves of surrogate pairs. */
export function requireText(value: string, name: string): string {
  if (!value.isWellFormed() || value.includes('\0'))
    throw invalidRequest(`${name} must not hold U+0000 or half a surrogate pair`);
  return value;
}

/** The names of a body's fields that are texts, or lists of texts, in anybody's own words. */
export const textFieldsOf = (body: TSchema | undefined): readonly string[] =>
  Object.entries((body as { properties?: Record<string, Words> } | undefined)?.properties ?? {})
    .filter(([, { type, items }]) => type === 'string' || items?.type === 'string')
    .map(([name]) => name);

interface Words {
  type?: string;
  items?: Words;
}

/** Holds the texts of a body to the rule. Throws INVALID_REQUEST naming the field. */
export function holdTexts(body: unknown, names: readonly string[]): void {
  for (const name of names) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value === 'string') requireText(value, name);
    else if (Array.isArray(value)) for (const one of value) requireText(one, name);
  }
}

/** Throws INVALID_ADDRESS for an address longer than any; what a good one looks like is the core's to say. */
export function requireAddress(value: string): string {
  requireText(value, 'address');
  // Names of senders count in code points, as everywhere.
  if ([...value].length > maxAddressLength) throw invalidAddressLength();
  return value;
}

export const invalidAddressLength = () =>
  new Refusal(ErrorCode.INVALID_ADDRESS, `address must have at most ${maxAddressLength} characters`);
