// The deliver_sm of one connection: each is answered only when it is durable, a bounded number is
// under way at a time, and a text is confirmed when the SMSC has shown that it received our answer.
import { MalformedPdu } from '../pdu/octets.ts';
import {
  command,
  decodeDataMessage,
  decodeShortMessage,
  encodeText,
  type Header,
  type ShortMessage,
} from '../pdu/pdu.ts';
import { status } from '../pdu/statuses.ts';

/** Most that is under way; beyond it nothing more is read. */
export const maxUnderWay = 200;
/** Most answers that wait until the SMSC has shown that it received them; the text of an older one is then never confirmed. */
export const maxUnconfirmed = 10_000;
/** Ticks of the session, a second each; a delivery that takes longer will never end. */
const stuckAfterTicks = 60;

/** What came. */
export interface Delivery {
  message: ShortMessage;
  /** The SMSC's own number of it on this connection (3.2). */
  sequence: number;
  /** It may have waited unread since then. */
  waitedSinceMs: number;
  /** The fields that break SMPP, by the standard's names. */
  defects: readonly string[];
}

/** The answer, and the work once the SMSC has received it. */
export interface Delivered {
  status: number;
  onReceived?(): void;
}

interface DeliveriesOptions {
  /** Resolves once it is durable; a rejection asks the SMSC to repeat it. */
  take(delivery: Delivery): Promise<Delivered>;
  /** One could not be read at all. */
  onUnreadable(body: Uint8Array): void;
  respond(header: Header, status: number, body: Uint8Array): void;
  /** One has ended. */
  onCapacity(): void;
}

/** The deliveries of one connection. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  /** By the tick in which each began, the oldest first. */
  readonly #underWay = new Map<Header, number>();
  #ticks = 0;
  /** Of answers that are written, and after which no request was written yet. */
  #unconfirmed: (() => void)[] = [];
  #isStopped = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  get hasCapacity(): boolean {
    return this.#underWay.size < maxUnderWay;
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  get hasUnconfirmed(): boolean {
    return this.#unconfirmed.length > 0;
  }

  /** A second has passed. Returns whether a delivery has been under way for too long. */
  tick(): boolean {
    this.#ticks += 1;
    const [oldest] = this.#underWay.values();
    return oldest !== undefined && this.#ticks - oldest > stuckAfterTicks;
  }

  /**
   * Call it when a request is written: requests are read in order, so an answer to it shows that everything written
   * before was received. Any other PDU may have crossed ours.
   */
  passUnconfirmed(): () => void {
    if (this.#unconfirmed.length === 0) return () => {};
    const unconfirmed = this.#unconfirmed;
    this.#unconfirmed = [];
    return () => {
      for (const onReceived of unconfirmed) onReceived();
    };
  }

  /** Deliveries stay unanswered from now on: they come again on another connection. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Whether it could be read. */
  take(header: Header, body: Uint8Array, waitedSinceMs: number): boolean {
    if (this.#isStopped) return true;
    const defects: string[] = [];
    const decode = header.command === command.dataSm ? decodeDataMessage : decodeShortMessage;
    let message: ShortMessage;
    try {
      message = decode(body, (field) => defects.push(field));
    } catch (error) {
      if (!(error instanceof MalformedPdu)) throw error;
      this.#options.onUnreadable(body);
      this.#options.respond(header, error.status, encodeText(''));
      return false;
    }
    void this.#finish(header, { message, sequence: header.sequence, waitedSinceMs, defects });
    return true;
  }

  async #finish(header: Header, delivery: Delivery): Promise<void> {
    const { take, respond, onCapacity } = this.#options;
    this.#underWay.set(header, this.#ticks);
    let delivered: Delivered;
    try {
      delivered = await take(delivery);
    } catch {
      delivered = { status: status.systemError };
    }
    this.#underWay.delete(header);
    // Its message_id is not used (4.6.2).
    respond(header, delivered.status, encodeText(''));
    if (delivered.onReceived) this.#unconfirmed.push(delivered.onReceived);
    if (this.#unconfirmed.length > maxUnconfirmed) this.#unconfirmed.shift();
    onCapacity();
  }
}
