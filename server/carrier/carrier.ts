// The interface through which the core uses every carrier. A carrier talks to its company and to nothing else: it knows
// no database, never decides to submit again, and never says that something did not leave unless that is certain.
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Encoding } from '../domain/messages/message.ts';
import type { ReferenceBits } from '../domain/messages/text.ts';
import type { DeadLetterReason } from '../store/carriers/dead_letters.ts';

/** A carrier's capabilities, constant while it lives. */
export interface CarrierCaps {
  /** Parts one by one, or whole texts that the company divides. */
  unit: 'segment' | 'message';
  /** Whether the company reports delivery. If not, a text stays sent. */
  receipts: boolean;
  /** Most submits under way at once, 1 to 1000. */
  window: number;
}

/** One submit; a carrier is asked at most once for each (message, part) unless it said `rejected` and retryable. */
export interface Submission {
  accountId: bigint;
  messageId: bigint;
  /**
   * The name of the text that the company may know it by: the same for all parts and attempts, and never another text's,
   * whatever happens to the database. 1 to 64 characters.
   */
  name: string;
  /** Counts claims of the message, from 1. */
  attempt: number;
  /** From 1 to `total`; 1 of 1 for a whole text. */
  part: number;
  total: number;
  /** Ties the parts together; the same for all parts and attempts of a message. */
  reference: number;
  referenceBits: ReferenceBits;
  /** The account's number on this carrier, or the carrier's own sender. */
  sender: string;
  /** E.164. */
  recipient: string;
  text: string;
  /** The alphabet of the whole message, so that all parts have the same. */
  encoding: Encoding;
  /** The company should not deliver after this. */
  expiresAtMs: number;
}

/** The outcome of a submit. Sentences hold no number, no text and no secret. */
export type SubmitResult =
  | PartResult
  /**
   * The company divided a whole text, and said of each part what became of it, in their order: of 2 to 255 parts at least one left, or
   * may have left.
   */
  | { kind: 'divided'; parts: readonly PartResult[] };

/** What became of one part, or of a whole text. */
export type PartResult =
  /** The company has it, under this name if it gave one (at most 64 characters). */
  | { kind: 'accepted'; ref: string | null }
  /** It certainly did not leave. Retryable: it may be submitted again, here after `afterMs` or at another carrier. */
  | {
      kind: 'rejected';
      code: 'rejected_by_network' | 'carrier_failed';
      detail: string;
      retryable: boolean;
      afterMs?: number;
    }
  /** Whether it left cannot be known: it is never submitted again. */
  | {
      kind: 'unknown';
      detail: string;
      /** Resolves with the name that the company gave it, if it says later that it has it; it may never settle. */
      late?: Promise<string | null>;
    };

/** A delivery receipt with its final status: pending states are not reported. */
export interface CarrierReceipt {
  /** The name that the submit was accepted under. */
  ref: string;
  outcome: 'delivered' | 'failed';
  /** Why it failed, a sentence; empty for delivered. */
  detail: string;
  atMs: number;
}

/** A received text, or a part of one. */
export interface CarrierInbound {
  sender: string;
  /** The number that it was sent to, as the company writes it. */
  recipient: string;
  /** A part may begin or end with half a character: the other half is in the next one. */
  text: string;
  receivedAtMs: number;
  /** It may have waited unread on this machine since then: another replica may have stored a repeat of it meanwhile. */
  waitedSinceMs: number;
  /** The company's lasting name for it (at most 64 characters); null when it gives none. */
  id: string | null;
  /**
   * For a text without an id: the same whenever the company delivers that text again (at most 64 characters), but also
   * when somebody writes the same words twice.
   */
  fingerprint: string;
  /** The connection that it came on: a repeat without an id comes on another one. */
  connection: string;
  /** The company's number of this delivery on its connection; left out where it has none. */
  sequence?: number;
  concat?: { reference: number; total: number; number: number };
}

/** The outcome of a received text. */
export interface Taken {
  /** False when no account owns the recipient: the text was dropped and the company should not repeat it. */
  owned: boolean;
  /** Call it once the company has shown that it received the acknowledgement. */
  confirm(): void;
}

/** Something that came, and that nobody can do anything with. */
export interface CarrierDeadLetter {
  /** The hook that was called, or `smpp`. */
  source: string;
  why: DeadLetterReason;
  /** As it came. */
  raw: string;
}

/** Where a carrier reports what it receives. A resolved promise means durable; a rejected one: the company must repeat. */
export interface CarrierSink {
  receipt(receipt: CarrierReceipt): Promise<void>;
  inbound(text: CarrierInbound): Promise<Taken>;
  /** It is counted, and kept for the operator as far as its bound allows. */
  deadLetter(letter: CarrierDeadLetter): Promise<void>;
}

export interface CarrierHealth {
  /** Whether submits can be made now. */
  up: boolean;
  /** One sentence about its state, without secrets. */
  detail: string;
}

/** A call of the company over HTTP, as it came. */
export interface CarrierCallback {
  /** The last piece of the path, which names the hook. */
  hook: string;
  method: string;
  /** With its question mark; empty without a query. */
  query: string;
  /** Lower-case names. */
  headers: ReadonlyMap<string, string>;
  body: Uint8Array;
}

/** The answer to the company. */
export interface CallbackAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** A connection to one upstream company. */
export interface Carrier {
  readonly caps: CarrierCaps;
  /** Opens what has to be open; returns at once. `onCapacity` is called whenever `capacity()` may have grown from 0. */
  start(sink: CarrierSink, onCapacity: () => void): void;
  /** How many submits may begin now: 0 while it is down, throttled or full. */
  capacity(): number;
  /** Submits one part. Never throws; ends within a deadline of its own. */
  submit(submission: Submission): Promise<SubmitResult>;
  /** Takes a call of the company; absent for carriers that are never called. Throws when the company must repeat it. */
  callback?(callback: CarrierCallback): Promise<CallbackAnswer>;
  health(): CarrierHealth;
  /** Accepts no more, waits for calls under way within a bound, and closes. Safe to call twice. */
  stop(): Promise<void>;
}

export interface CarrierContext {
  /** As configured. */
  name: string;
  clock: Clock;
  log: Log;
  /** From 0 to below 1. */
  random(): number;
}

/** A carrier with the operator's settings. */
export interface ConfiguredCarrier {
  name: string;
  kind: string;
  /** 1 to 100; smaller ones are asked first. */
  priority: number;
  /** The sender of accounts without a number of their own; null when such accounts cannot use it. */
  sharedSender: string | null;
  carrier: Carrier;
}
