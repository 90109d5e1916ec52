// The headers of answers, each described once. Only what HTTP itself needs (Date, Content-Length and the like) is left
// out.
import { rateLimit, rateWindowSeconds } from '../errors/rate_limit.ts';
import type { Header, Reference } from './types.ts';

const text = (description: string, more: { pattern?: string; example?: string } = {}): Header => ({
  description,
  schema: { type: 'string', ...more },
});

const headers = {
  'X-Request-Id': text(
    'The request’s own id, when it had a harmless one, else a new one. Name it to the operator.',
    {
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      example: '0f8fad5b-d9cb-469f-a165-70867728950e',
    },
  ),
  'X-Content-Type-Options': text('The body is what its Content-Type says.', { pattern: '^nosniff$' }),
  'Cache-Control': text('no-store, except for what is the same for everybody.'),
  'RateLimit-Policy': text('The key’s limit: requests (q) in any so many seconds (w).', {
    pattern: '^"key";q=\\d+;w=\\d+$',
    example: `"key";q=${rateLimit};w=${rateWindowSeconds}`,
  }),
  RateLimit: text('The requests that remain (r), and the seconds until there are more (t).', {
    pattern: '^"key";r=\\d+;t=\\d+$',
    example: `"key";r=${rateLimit - 1};t=1`,
  }),
  'Ignored-Fields': text(
    'The fields and parameters of the request that mean nothing here, percent-encoded: at most 10, and 512 bytes; "..." ' +
      'for what is left out. Absent when all are known.',
    { pattern: '^[!-~]+(, [!-~]+)*$', example: 'priority, texts[].tag' },
  ),
  'Retry-After': {
    description: 'Seconds to wait before the request is repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': text('The scheme to authenticate with.', { pattern: '^Bearer$' }),
  ETag: text('Names this version of the answer; send it as If-None-Match.', { pattern: '^"[^"]+"$' }),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** Headers that an answer always has, and those that it may have. */
export function headerReferences(
  always: readonly HeaderName[],
  maybe: readonly HeaderName[] = [],
): Record<string, Reference> {
  const refer = (name: HeaderName, isRequired: boolean) =>
    [name, { $ref: `#/components/headers/${isRequired ? name : `${optional}${name}`}` }] as const;
  return Object.fromEntries([
    ...always.map((name) => refer(name, true)),
    ...maybe.map((name) => refer(name, false)),
  ]);
}

const optional = 'Maybe-';
const neverAlways: readonly string[] = ['Ignored-Fields'] satisfies HeaderName[];
const sometimes: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit', 'Ignored-Fields'];

/** A document's header components: what is referred to as always there is required. Only keys have an allowance. */
export function headerComponents(isOfKeys: boolean): Record<string, Header> {
  const isHere = (name: string) => isOfKeys || !name.startsWith('RateLimit');
  const required = Object.entries<Header>(headers)
    .filter(([name]) => isHere(name) && !neverAlways.includes(name))
    .map(([name, header]) => [name, { ...header, required: true }] as const);
  const maybe = sometimes.filter(isHere).map((name) => [`${optional}${name}`, headers[name]] as const);
  return Object.fromEntries([...required, ...maybe]);
}
