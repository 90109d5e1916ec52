// Whether something names a recipient whose erasure is under way. It has few rows, and none for most accounts.

/**
 * SQL: whether an erasure of the account that is under way is about the address; `covers` is the condition, on the erasure `x`, that
 * what is asked about was written before it.
 */
export const isBeingErased = (account: string, address: string, covers: string): string =>
  `exists (select from erasure x where x.account_id = ${account} and x.done_at is null and ${address} = any (x.addresses) and ${covers})`;

/** SQL: the condition that a text was written before the erasure. */
export const coversText = (id: string): string => `${id} <= x.last_message_id`;

/** SQL: the condition that a row of a broadcast was put before the erasure. */
export const coversRecipient = (row: string): string => `${row}.after_erasure < x.id`;
