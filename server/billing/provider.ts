// The payment provider as the rest of the core knows it: a few questions and three acts. What a provider is asked to
// do carries a key under which it may be asked again without doing it twice.

/** A subscription as the provider has it now. */
export interface Subscription {
  id: string;
  /** Its customer at the provider; null where the provider knows no customers. */
  customerId: string | null;
  /** The account it was made for, by the provider's own record; null when that does not say. */
  accountId: bigint | null;
  /** The plan that its price stands for; null where it has no price that is configured. */
  plan: string | null;
  /** Stripe's statuses: active, trialing, past_due, incomplete, incomplete_expired, unpaid, paused, canceled. */
  status: string;
  /** When it ends, where its customer has said so. */
  endsAtMs: number | null;
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
  /** False for a downgrade that pays nothing back. */
  isCredited: boolean;
  /** Idempotency key. */
  key: string;
}

/** Names a switch that was asked for, by its key. */
export type AskedSwitch = Pick<Switch, 'accountId' | 'subscriptionId' | 'key'>;

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

/** The account, and the customer who may pay for it. */
interface Owner {
  accountId: bigint;
  /** Null where none is known, or the provider knows no customers. */
  customerId: string | null;
}

/** A payment provider. Every function throws ProviderFailure. */
export interface BillingProvider {
  /** Undefined when the provider has none of this id. */
  retrieveSubscription(id: string): Promise<Subscription | undefined>;
  /** The subscriptions that name the account and have not ended, newest first. */
  listSubscriptions(owner: Owner): Promise<Subscription[]>;
  /**
   * Switches the one item whose price is configured, or does nothing when it is on the plan already. `payer_needed` where the payer
   * has to confirm the charge or to give a card.
   */
  switchSubscription(change: Switch): Promise<void>;
  /**
   * Ends the asking for a switch whose outcome is not known: it will not be made any more, however late the request arrives. False where
   * the request has arrived already: it was carried out, or still is.
   */
  endSwitch(asked: AskedSwitch): Promise<boolean>;
  /** The page where the payer confirms a switch, or gives a card for it; null where there is none. */
  openSwitchPage?(change: Pick<Switch, 'accountId' | 'subscriptionId' | 'plan'>): Promise<string | null>;
  /** The page where an unpaid, paused or incomplete subscription is paid; null where there is none. */
  openArrearsPage?(subscriptionId: string, accountId: bigint): Promise<string | null>;
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
  /** Events from this time on that concern something here, oldest first: also those that never arrived. */
  listEvents?(sinceMs: number): Promise<EventHint[]>;
}

/**
 * Why a provider did not do as asked. `declined`: the card was refused, nothing changed. `payer_needed`: the payer must confirm it or
 * give a card first, nothing changed. `rejected`: the provider will not do it, nothing changed by this call. `misconfigured`: our
 * credentials are refused, nothing changed. `unreached`: it takes no requests now, nothing changed. `failed`: no usable answer; whether
 * it was done is unknown.
 */
type FailureKind = 'declined' | 'payer_needed' | 'rejected' | 'misconfigured' | 'unreached' | 'failed';

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
