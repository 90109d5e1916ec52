// Received texts: receiver/MessagesReceiver.kt, SmsContentObserver.kt and ReceiverService.kt, and what incoming/ keeps of them. The
// name of a text is a hash, so that both ways of one text have one name, unless they differ in the SIM.
import type { AppParts } from './app_parts.ts';
import { writeDate } from './dates.ts';
import type { InboxRow } from './radio.ts';
import type { Webhooks } from './webhooks.ts';

/** A text as one of both ways gives it. */
export interface Incoming {
  sender: string;
  words: string;
  sentAtMs: number;
  subscription: number | null;
}

const markKey = 'receiver.sms_last_processed_id';

/** Java's hash of a string. */
function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(31, hash) + text.charCodeAt(at)) | 0;
  return hash;
}

/** Java's hash of a date. */
const hashOfDate = (ms: number) => Number(BigInt.asIntN(32, BigInt(ms) ^ (BigInt(ms) >> 32n)));

/** The hash of receiver/data/InboxMessage.kt. */
export function hashOfText({ sender, words, sentAtMs, subscription }: Incoming): number {
  let hash = hashOf(sender);
  hash = (Math.imul(31, hash) + hashOfDate(sentAtMs)) | 0;
  hash = (Math.imul(31, hash) + (subscription ?? 0)) | 0;
  return (Math.imul(31, hash) + hashOf(words)) | 0;
}

export class Receiver {
  readonly #app: AppParts;
  readonly #webhooks: Webhooks;

  constructor(app: AppParts, webhooks: Webhooks) {
    this.#app = app;
    this.#webhooks = webhooks;
  }

  /** What came while the app was away is caught up on, but for what was there before its first start. */
  async start(): Promise<void> {
    const { memory, radio } = this.#app;
    memory.preferences[markKey] ??= radio.inbox.at(-1)?.id ?? 0;
    await this.watch();
  }

  /** A broadcast came (MessagesReceiver). */
  take(incoming: Incoming): Promise<void> {
    return this.#process(incoming);
  }

  /** The inbox changed. */
  async watch(): Promise<void> {
    const { memory, radio } = this.#app;
    const mark = Number(memory.preferences[markKey] ?? 0);
    for (const row of radio.inbox.filter(({ id }) => id > mark)) {
      await this.#process(row);
      memory.preferences[markKey] = row.id;
    }
  }

  /** The server asked for texts of a time again; those that were dealt with are passed over. */
  async export(sinceMs: number, untilMs: number, triggersWebhooks: boolean): Promise<void> {
    const isWanted = ({ sentAtMs }: InboxRow) => sentAtMs >= sinceMs && sentAtMs <= untilMs;
    for (const row of this.#app.radio.inbox.filter(isWanted)) await this.#process(row, triggersWebhooks);
  }

  async #process(incoming: Incoming, triggersWebhooks = true): Promise<void> {
    const { process, memory, radio, traits } = this.#app;
    const hash = hashOfText(incoming);
    const name = `text:${hash}`;
    if (memory.incoming.includes(name)) return;
    memory.incoming.push(name);
    await process.point('received text noted', name);
    if (!triggersWebhooks) return;
    const sim = radio.simOf(incoming.subscription);
    this.#webhooks.emit('sms:received', {
      messageId: (hash >>> 0).toString(16),
      sender: incoming.sender,
      recipient: sim?.phoneNumber,
      simNumber: sim === undefined ? undefined : sim.slot + 1,
      phoneNumber: incoming.sender,
      message: incoming.words,
      receivedAt: writeDate(incoming.sentAtMs, traits.zoneMinutes),
    });
  }
}
