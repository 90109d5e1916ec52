// The handset's radio: SIMs, what the network answers, and what comes in. It lives longer than the app's process, and writes the
// ledger. A test chooses what becomes of each text.
import type { Clock } from '../../../runtime/clock.ts';
import { partsOf } from './divide.ts';
import { Ledger } from './ledger.ts';

export interface Sim {
  /** From 0 on; the app counts SIMs from 1 on. */
  slot: number;
  subscription: number;
  phoneNumber?: string;
  carrierName?: string;
  iccid?: string;
}

/** What becomes of a text that is handed to Android. Results come after `afterMs`, 0 unless said otherwise. */
export type Fate =
  | {
      kind: 'sent';
      afterMs?: number;
      /** When the last part's answer comes, if it is later. */
      lastAfterMs?: number;
      /** Status reports of the parts (3GPP TS 23.040 9.2.3.15), in the order in which they come; none when absent. */
      receipts?: readonly number[];
      /** After the results; 1 unless said otherwise, for no receipt comes before its result. */
      receiptAfterMs?: number;
      /** Some handsets leave out the stored text's name, which the app asks for. */
      withoutUri?: boolean;
    }
  /** Android refuses, after so many parts have left. */
  | { kind: 'refused'; result: string; left?: number; afterMs?: number }
  /** Nothing is ever answered. */
  | { kind: 'silent'; leaves: boolean }
  /** Android throws at the hand-over itself. */
  | { kind: 'throws'; message: string };

/** What the app is handed back. */
export type Broadcast =
  | { kind: 'sent'; id: string; phoneNumber: string; result: 'OK' | string; hasUri: boolean }
  | { kind: 'delivered'; id: string; phoneNumber: string; status: number };

/** What is handed to Android. */
export interface Submit {
  id: string;
  /** The recipient as the server named it, by which the answers are matched. */
  phoneNumber: string;
  /** The number that is dialled. */
  recipient: string;
  words: string;
  sim: number;
  wantsReceipt: boolean;
}

/** A text in the phone's own inbox. */
export interface InboxRow {
  id: number;
  sender: string;
  words: string;
  sentAtMs: number;
  subscription: number | null;
}

const delivered: Fate = { kind: 'sent', receipts: [0] };

export class Radio {
  readonly ledger = new Ledger();
  readonly inbox: InboxRow[] = [];
  sims: Sim[];
  /** What becomes of a text; delivered unless a test says otherwise. */
  fateOf: (submit: Submit) => Fate = () => delivered;
  readonly #clock: Clock;
  readonly #broadcast: (broadcast: Broadcast) => void;
  readonly #timers = new Set<() => void>();
  #nextRow = 1;

  constructor(clock: Clock, sims: Sim[], broadcast: (broadcast: Broadcast) => void) {
    this.#clock = clock;
    this.sims = sims;
    this.#broadcast = broadcast;
  }

  simOf(subscription: number | null): Sim | undefined {
    return this.sims.find((sim) => sim.subscription === subscription);
  }

  /** Takes a text. Throws when the fate says so. */
  submit(submit: Submit): void {
    const fate = this.fateOf(submit);
    if (fate.kind === 'throws') throw new Error(fate.message);
    const parts = partsOf(submit.words);
    const leaving = { sent: parts, refused: fate.kind === 'refused' ? (fate.left ?? 0) : 0, silent: parts };
    const left = fate.kind === 'silent' && !fate.leaves ? 0 : leaving[fate.kind];
    if (left > 0) {
      const { id, recipient, words, sim } = submit;
      this.ledger.sent.push({ id, recipient, words, sim, left, parts, atMs: this.#clock.nowMs() });
    }
    if (fate.kind !== 'silent') this.#answer(submit, fate, parts);
  }

  /** A text comes in; returns its row in the inbox. */
  receive(text: {
    sender: string;
    words: string;
    sim?: number;
    inboxSubscription?: number | null;
  }): InboxRow {
    const { sender, words, sim = 1, inboxSubscription } = text;
    const own = this.sims.find(({ slot }) => slot === sim - 1)?.subscription ?? null;
    const atMs = this.#clock.nowMs();
    const sentAtMs = Math.floor(atMs / 1_000) * 1_000;
    this.ledger.received.push({ sender, words, sim, sentAtMs, atMs });
    const subscription = inboxSubscription === undefined ? own : inboxSubscription;
    const row = { id: this.#nextRow++, sender, words, sentAtMs, subscription };
    this.inbox.push(row);
    return row;
  }

  /** The handset restarts: results that had not come never will. */
  restart(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #answer(submit: Submit, fate: Extract<Fate, { kind: 'sent' | 'refused' }>, parts: number): void {
    const { id, phoneNumber } = submit;
    const after = fate.afterMs ?? 0;
    const left = fate.kind === 'sent' ? parts : (fate.left ?? 0);
    // All parts share one answer of the app's (MessagesService.sendSMS), so that each part comes back as the same recipient.
    for (let part = 1; part <= parts; part += 1) {
      const isSent = part <= left;
      const result = isSent || fate.kind === 'sent' ? 'OK' : fate.result;
      const hasUri = !(fate.kind === 'sent' && fate.withoutUri);
      const last = fate.kind === 'sent' && part === parts ? fate.lastAfterMs : undefined;
      this.#later(last ?? after, { kind: 'sent', id, phoneNumber, result, hasUri });
    }
    if (fate.kind !== 'sent' || !submit.wantsReceipt) return;
    for (const status of fate.receipts ?? [])
      this.#later(after + (fate.receiptAfterMs ?? 1), { kind: 'delivered', id, phoneNumber, status });
  }

  #later(ms: number, broadcast: Broadcast): void {
    const cancel = this.#clock.setTimeout(() => {
      this.#timers.delete(cancel);
      this.#broadcast(broadcast);
    }, ms);
    this.#timers.add(cancel);
  }
}
