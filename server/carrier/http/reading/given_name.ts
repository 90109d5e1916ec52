// Names that a company gives. The core keeps at most 64 characters of a name; a longer one is known by its hash, the
// same in every place where it comes up.
import { createHash } from 'node:crypto';

const maxLength = 64;

/** The name as the core keeps it; undefined for an empty one. */
export function nameOf(given: string | undefined): string | undefined {
  const name = given?.trim();
  if (name === undefined || name === '') return undefined;
  return name.length <= maxLength ? name : createHash('sha256').update(name).digest('hex');
}

/** A company's own code as it may stand in an error text: short, and no digits in which a number could hide. */
export const isShowable = (code: string): boolean => /^[\w.:-]{1,32}$/.test(code) && !/\d{7}/.test(code);
