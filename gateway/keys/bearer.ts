// Keys as the token of Authorization: Bearer.
import type { FastifyRequest } from 'fastify';

/** The scheme's name is case-insensitive, and any number of spaces may follow it (RFC 9110, 11.4). */
const bearer = /^bearer +([\x21-\x7e]{1,200})$/i;
/** Longer headers are as wrong as this much of them. */
const maxTargetLength = 64;

/** The token of a header; undefined for one that is not of the scheme. */
export const readBearer = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

/** The key in a request's one Authorization header, and the account that X-SVC-Account names besides. */
export function bearerKey(
  { headers }: FastifyRequest,
  authorization: string | undefined,
): { apiKey: string; targetAccount?: string } | undefined {
  const apiKey = readBearer(authorization);
  const target = headers['x-svc-account'];
  if (apiKey === undefined) return undefined;
  return typeof target === 'string'
    ? { apiKey, targetAccount: target.slice(0, maxTargetLength) }
    : { apiKey };
}
