// The events that this Stripe makes, signed at the moment they leave, and their way: in order, turned round, repeated,
// late or never.
import Stripe from 'stripe';
import { asVersion } from './event_versions.ts';
import { createId } from './store.ts';

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  api_version: string;
  created: number;
  livemode: false;
  pending_webhooks: 1;
  request: { id: string | null; idempotency_key: string | null };
  data: { object: unknown };
}

/** An event as it travels. */
export interface SignedEvent {
  event: StripeEvent;
  payload: Buffer;
  /** The Stripe-Signature header. */
  signature: string;
}

/** What a delivery came to: the receiver's HTTP status, what a function returned, or what it threw. */
export interface Delivery {
  event: StripeEvent;
  outcome: unknown;
}

/** Where events go: an address they are posted to, or a function. */
export type Receiver = string | ((signed: SignedEvent) => unknown);

export interface DeliveryPlan {
  /** Which leave now; the others stay for a later delivery. All when left out. */
  only?: (event: StripeEvent) => boolean;
  /** Which get lost. */
  drop?: (event: StripeEvent) => boolean;
  /** As they were made, the other way round, or as the function puts them. */
  order?: 'made' | 'reversed' | ((events: SignedEvent[]) => SignedEvent[]);
  /** How often each is sent; 1 when left out. */
  duplicate?: number;
  /** Sends all at once instead of one after the other. */
  atOnce?: boolean;
  /** The version of Stripe's interface in whose form they are sent; the newest when left out. */
  version?: string;
}

export interface EventLogOptions {
  webhookSecret: string;
  nowSeconds: () => number;
}

export class EventLog {
  /** Every event that was made, oldest first. */
  readonly made: StripeEvent[] = [];
  /** Those that were neither delivered nor lost. */
  pending: StripeEvent[] = [];
  /** Which request the next events come from. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null };
  readonly #options: EventLogOptions;

  constructor(options: EventLogOptions) {
    this.#options = options;
  }

  /** Makes an event; what it shows is as it was at this moment. */
  add(type: string, object: unknown): void {
    const event = this.create(type, object);
    this.made.push(event);
    this.pending.push(event);
  }

  /** An event that is not one of these, for a test to sign and send. */
  create(type: string, object: unknown): StripeEvent {
    return {
      id: createId('evt'),
      object: 'event',
      type,
      api_version: Stripe.API_VERSION,
      created: this.#options.nowSeconds(),
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.request },
      data: { object: structuredClone(object) },
    };
  }

  /** Signs an event now. */
  sign(event: StripeEvent, secret = this.#options.webhookSecret): SignedEvent {
    const payload = JSON.stringify(event, null, 2);
    const timestamp = this.#options.nowSeconds();
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { event, payload: Buffer.from(payload), signature };
  }

  /** Sends what is pending. Returns what each delivery came to; one that fails is not sent again by itself. */
  async deliver(receiver: Receiver, plan: DeliveryPlan = {}): Promise<Delivery[]> {
    const {
      only = () => true,
      drop = () => false,
      order = 'made',
      duplicate = 1,
      atOnce = false,
      version,
    } = plan;
    const leaving = this.pending.filter(only);
    this.pending = this.pending.filter((event) => !leaving.includes(event));
    const travelling = leaving
      .filter((event) => !drop(event))
      .flatMap((event) =>
        Array.from({ length: duplicate }, () => this.sign(version ? asVersion(event, version) : event)),
      );
    const ordered =
      order === 'made' ? travelling : order === 'reversed' ? travelling.reverse() : order(travelling);
    if (atOnce) return Promise.all(ordered.map((signed) => send(receiver, signed)));
    const deliveries: Delivery[] = [];
    for (const signed of ordered) deliveries.push(await send(receiver, signed));
    return deliveries;
  }
}

async function send(receiver: Receiver, signed: SignedEvent): Promise<Delivery> {
  const { event } = signed;
  try {
    return {
      event,
      outcome: await (typeof receiver === 'string' ? post(receiver, signed) : receiver(signed)),
    };
  } catch (error) {
    return { event, outcome: error };
  }
}

async function post(url: string, { payload, signature }: SignedEvent): Promise<number> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const answer = await fetch(url, { method: 'POST', headers, body: payload });
  await answer.arrayBuffer();
  return answer.status;
}
