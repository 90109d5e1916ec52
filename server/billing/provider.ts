// The payment provider as the rest of the core knows it: a few questions and three acts. What a provider is asked to
// do carries a key under which it may be asked again without doing it twice.

/** A subscription as the provider has it now. */
export interface Subscription {
  id: string;
  /** Its customer at the provider; null where the provider knows no customers. */
  customerId: string | null;
  /** The account it was made for, by the provider's own record; null when that does not say. */
  accountId: bigint | null;
  /** The plan that its price stands for; null for a price that is not configured. */
  plan: string | null;
  /** Stripe's statuses: active, trialing, past_due, incomplete, incomplete_expired, unpaid, paused, canceled. */
  status: string;
}

/** A page where a person can pay. */
interface Checkout {
  id: string;
  url: string;
  expiresAtMs: number;
}

/** The state of a checkout. One that the provider does not know is expired. */
export type CheckoutState =
  | { state: 'open' | 'expired' }
  | { state: 'complete'; subscriptionId: string | null; customerId: string | null };

/** Asks for a live subscription to be switched in place. */
export interface Switch {
  accountId: bigint;
  subscriptionId: string;
  plan: string;
  /** An upgrade is charged at once or refused as a whole; a downgrade lowers the next invoices. */
  isUpgrade: boolean;
  /** Idempotency key. */
  key: string;
}

/** The price of a switch: at once for an upgrade, by the next invoice for a downgrade. */
interface SwitchPreview {
  /** In the currency's smallest unit. */
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
}

/** When a subscription is paid anew. */
export interface Renewal {
  atMs: number;
  /** True where it ends then instead. */
  isEnd: boolean;
}

/** Asks for a checkout. */
export interface NewCheckout {
  accountId: bigint;
  plan: string;
  /** The customer who paid before, so that their card is known. */
  customerId: string | null;
  /** Idempotency key. */
  key: string;
}

/** The subject of an event. Nothing in it is believed: it says only where to look. */
export interface EventHint {
  eventId: string;
  accountId: bigint | null;
  subscriptionId: string | null;
  customerId: string | null;
  checkoutId: string | null;
}

/** A payment provider. Every function throws ProviderFailure. */
export interface BillingProvider {
  /** Undefined when the provider has none of this id. */
  retrieveSubscription(id: string): Promise<Subscription | undefined>;
  /** The newest live subscription of a customer, or of the account where the provider knows no customers. */
  findLiveSubscription(owner: {
    accountId: bigint;
    customerId: string | null;
  }): Promise<Subscription | undefined>;
  /** Switches, or does nothing when the subscription is on the plan already. */
  switchSubscription(change: Switch): Promise<void>;
  /** Says what a switch would be charged; nothing is changed. Null where no money is. */
  previewSwitch(change: Omit<Switch, 'key' | 'accountId'>): Promise<SwitchPreview | null>;
  /** Null for a subscription that is not live, and one that is not there. Left out by a provider without money. */
  readRenewal?(subscriptionId: string): Promise<Renewal | null>;
  /**
   * Opens the page on which a customer sees their invoices and changes their card, and which leads back to a page of an account;
   * returns its address. Left out by a provider without one.
   */
  openPortal?(customerId: string, accountId: bigint): Promise<string>;
  openCheckout(checkout: NewCheckout): Promise<Checkout>;
  readCheckout(id: string): Promise<CheckoutState>;
  /** Makes an open checkout unpayable; one that was paid first stays complete. Never answers open. */
  expireCheckout(id: string): Promise<CheckoutState>;
  /**
   * Checks an event's signature and reads it; undefined for one that concerns nothing here. Throws InvalidEvent. Left
   * out by a provider that sends none.
   */
  readEvent?(payload: Uint8Array, signature: string): EventHint | undefined;
}

/**
 * Why a provider did not do as asked. `declined`: the card was refused, nothing changed. `rejected`: the provider
 * will not do it, nothing changed by this call. `misconfigured`: our credentials are refused, nothing changed.
 * `failed`: no usable answer; whether it was done is unknown.
 */
type FailureKind = 'declined' | 'rejected' | 'misconfigured' | 'failed';

/** The one failure of providers. Its message holds nothing that the provider said, which may quote secrets. */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = kind;
  }
}

/** An event whose signature or form is wrong. */
export class InvalidEvent extends Error {
  constructor() {
    super("the event's signature or body is wrong");
    this.name = 'InvalidEvent';
  }
}
