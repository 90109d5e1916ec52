// Words of Stripe that travel as they are: the document lists them, and the core holds requests to them.

/** The statuses of a subscription that the operator may set by hand. */
export const subscriptionStatuses = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const;
