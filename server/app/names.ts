// The names that people and programs give to things.
import { lengthInCodePoints } from '../domain/messages/text.ts';
import { wrongLength } from '../errors.ts';

const maxNameLength = 100;

/** Refuses a name that is too short, too long or not text; one of spaces alone shows nobody anything. Throws `invalid_request`. */
export function checkName(field: string, name: string, least: number): void {
  const length = lengthInCodePoints(name);
  const isBlank = least > 0 && name.trim() === '';
  if (isBlank || length < least || length > maxNameLength || name.includes('\u0000') || !name.isWellFormed())
    throw wrongLength(field, least, maxNameLength);
}
