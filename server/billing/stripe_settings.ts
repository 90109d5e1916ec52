// What the operator says of Stripe.

/** Whether a cheaper plan pays back what is left of the dearer one: always, or unless more was used than the cheaper one has. */
export const downgradeCredits = ['always', 'unless_used'] as const;
export type DowngradeCredit = (typeof downgradeCredits)[number];

/** A price at Stripe, and the plan that it stands for. */
export interface PlanPrice {
  plan: string;
  price: string;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** No price is there twice. The first one of a plan is for sale; who pays another one is on the plan. */
  prices: readonly PlanPrice[];
  /** The address of Stripe's interface; Stripe's own when left out. */
  apiUrl: string | undefined;
  downgradeCredit: DowngradeCredit;
  /** For one call with all its repeats, in milliseconds. */
  timeoutMs: number;
}
