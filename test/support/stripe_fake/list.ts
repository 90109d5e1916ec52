// Stripe's lists: newest first, a page at a time.
import { type Answer, badParameter, missingParameter, ok } from './answers.ts';
import { type Form, textIn } from './form.ts';

/** A page of what was found, which comes oldest first. */
export function listOf<T extends { id: string }>(
  path: string,
  form: Form,
  found: readonly T[],
  show: (item: T) => unknown,
): Answer {
  const limit = Number(textIn(form, 'limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return badParameter('limit', 'limit must be a whole number from 1 to 100', 'parameter_invalid_integer');
  const after = textIn(form, 'starting_after');
  const newestFirst = found.toReversed();
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) return missingParameter('object', after, 'starting_after');
  const page = newestFirst.slice(start, start + limit);
  return ok({
    object: 'list',
    url: path,
    has_more: start + limit < newestFirst.length,
    data: page.map(show),
  });
}
