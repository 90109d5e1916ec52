// The names that people and programs give to things.
import { invalidRequest } from '../errors.ts';

const maxNameLength = 100;

/** Refuses a name that is too short, too long or not text. Throws `invalid_request`. */
export function checkName(field: string, name: string, least: number): void {
  if (name.length < least || name.length > maxNameLength || name.includes('\u0000') || !name.isWellFormed())
    throw invalidRequest(`${field} must have ${least} to ${maxNameLength} characters`);
}
