// Parameters, described from the rules that parse them.
import { Type } from 'typebox';
import { invalidRequest } from '../edge/errors.ts';
import { type IntegerRule, parseCursor, parseInteger } from './integers.ts';
import { nullable, text } from './kinds.ts';
import { requireText } from './text_rules.ts';

/** How many of a list are answered at a time. */
export const limitRule = { name: 'limit', min: 1, max: 500, fallback: 100 };

/** Where a list goes on. */
export const nextCursorField = nullable(
  text('What to pass as cursor for the next page; null on the last one.'),
);

/** What the request for a page by ids is described as. */
export const pageParameters = (what: string) => ({
  query: {
    limit: clampedInteger(limitRule, `Most ${what} in the answer.`),
    cursor: text('The next_cursor of the page before.'),
  },
});

/** Reads a request for a page by ids. Throws INVALID_REQUEST. */
export function readPage(request: { query: unknown }): { limit: number; cursor?: bigint } {
  const query = request.query as Record<string, unknown>;
  const cursor = parseCursor(query.cursor, 'cursor');
  return { limit: parseInteger(query.limit, limitRule), ...(cursor !== undefined && { cursor }) };
}

/** One value of a query; empty when left out. Throws for one that was given twice or is no text. */
export function textIn(query: Record<string, unknown>, name: string, most = 100): string {
  const value = query[name] ?? '';
  if (typeof value !== 'string') throw invalidRequest(`${name} must be given once`);
  if ([...value].length > most) throw invalidRequest(`${name} must have at most ${most} characters`);
  return requireText(value, name);
}

/** An integer that is clamped. */
export const clampedInteger = ({ min, max, fallback }: IntegerRule, description: string) =>
  Type.Integer({
    format: 'int64',
    minimum: min,
    maximum: max,
    default: fallback,
    description: `${description} Out of range is clamped.`,
  });

const headerSchema = Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** X-SVC-Account, where platform keys may be used, and where not. */
export const targetAccount = {
  named: Type.Unsafe<number>({
    ...headerSchema,
    description:
      'The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may ' +
      'name their own account. Any other is 404.',
  }),
  entered: Type.Unsafe<number>({
    ...headerSchema,
    description: 'The account that the person acts for, of which they must be a member.',
  }),
  own: Type.Unsafe<number>({
    ...headerSchema,
    description: 'Not needed. An account key may name its own account; any other is 404.',
  }),
};
