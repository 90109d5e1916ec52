// The sandbox of an account: an account of its own that simulators alone serve, for keys whose texts must reach nobody. No list shows
// it. Its id says whose it is, so that every statement knows a sandbox without looking at another row.

/** The largest id that an account which is no sandbox has: see createRandomId. */
export const lastAccountId = 999_999_999_999n;

/** How much larger a sandbox's id is than its owner's. */
export const sandboxDistance = 1_000_000_000_000n;

/** The carrier that serves sandboxes, and nothing else. No configured carrier can have this name: see carrierName. */
export const sandboxCarrier = 'Sandbox';

export const isSandbox = (accountId: bigint): boolean => accountId > lastAccountId;

export const sandboxIdOf = (ownerId: bigint): bigint => ownerId + sandboxDistance;

/** The account that a sandbox belongs to; the account itself for any other. */
export const ownerIdOf = (accountId: bigint): bigint =>
  isSandbox(accountId) ? accountId - sandboxDistance : accountId;
