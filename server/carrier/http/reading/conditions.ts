// Whether what a company says fits what the operator wrote of it.
import type { Condition } from '../http_settings.ts';

/** Looks a value up: in a document, or beside it. */
export type Lookup = (path: string) => string | undefined;

/** Longest value that an expression is tried on. */
const maxLength = 4_096;

/** The first group of the expression in the value, or all that fits; undefined when it does not. */
export function extract(value: string, expression: string): string | undefined {
  const found = new RegExp(expression, 'u').exec(value.slice(0, maxLength));
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
