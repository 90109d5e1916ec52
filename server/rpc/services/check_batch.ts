// What every method that takes a batch refuses.
import { invalidRequest } from '../../errors.ts';

/** Throws INVALID_REQUEST for a batch that is empty or too large. */
export const checkBatch = (field: string, length: number, most: number): void => {
  if (length < 1 || length > most) throw invalidRequest(`${field} must have 1 to ${most} entries`);
};
