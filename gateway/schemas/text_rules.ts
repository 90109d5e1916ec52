// The one rule about texts that has to be kept here: what protobuf would silently replace, or the database refuse, is
// turned away before it is sent on.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { invalidRequest, Refusal } from '../edge/errors.ts';

/** Longest address that can be one. */
export const maxAddressLength = 64;

/** Throws INVALID_REQUEST naming the field for U+0000 and for halves of surrogate pairs. */
export function requireText(value: string, name: string): string {
  if (!value.isWellFormed() || value.includes('\0')) throw invalidRequest(`${name} is not valid text`);
  return value;
}

/** A parameter of the query that is a text; undefined when it was left out. */
export function optionalText(value: unknown, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidRequest(`${name} must be given once`);
  if (value === '') throw invalidRequest(`${name} must not be empty`);
  return requireText(value, name);
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
