// The account that a request names in its X-SVC-Account header.
import { invalidRequest, type Refusal } from '../../errors.ts';

/** An id that no account has: ids are positive. */
const nobody = 0n;

/**
 * Reads the header's text. A positive integer too large for any id names nobody and is not malformed; anything
 * else, or more than 64 digits, is `invalid_request`.
 */
export function readTarget(text: string): bigint | Refusal {
  if (!/^[1-9]\d{0,63}$/.test(text)) return invalidRequest('X-SVC-Account must be one positive integer');
  // Eighteen digits always fit the database's integers.
  return text.length > 18 ? nobody : BigInt(text);
}
