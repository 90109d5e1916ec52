// What a story of phones needs from a service: an address for the phones, an account's own view, and parts that
// can be killed. A story knows nothing else about it.
import type { Clock } from '../../runtime/clock.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';

/** A text as its account sees it. */
export interface PublicText {
  direction: 'out' | 'in';
  address: string;
  body: string;
  status: string;
  /** The code of a failure; null unless failed. */
  failure: string | null;
}

/** A part of the service that can be killed and comes back as it was. */
export interface Part {
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface World {
  /** Time for the phones. */
  readonly clock: Clock;
  /** The address that an owner types into the app. */
  readonly url: string;
  /** Other addresses of it; each phone of a story takes one. */
  readonly urls?: readonly string[];
  readonly parts: Readonly<Record<string, Part>>;
  /** Pairs a phone by a code of its own. */
  pair(phone: StockPhone): Promise<void>;
  /** Sends a text, again and again until it is accepted. `phone` counts the phones in the order in which they were paired. */
  send(text: { address: string; body: string; phone: number }): Promise<void>;
  /** All texts of the account. */
  texts(): Promise<PublicText[]>;
  /** Lets time pass. */
  pass(duration: string | number): Promise<void>;
  stop(): Promise<void>;
}
