// Carriers' receipts: each counts once, whenever and wherever it comes. A receipt whose submission is not recorded yet
// is kept, and settled when it is.

import type { Clock } from '../../../runtime/clock.ts';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import type { Log } from '../../../runtime/log.ts';
import { type Batcher, createBatcher } from '../../app/batches/batcher.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import type { Advance } from '../../app/messages/advances.ts';
import type { Failpoint } from '../../failpoint.ts';
import type {
  KeptCursor,
  MovedAccount,
  PartName,
  ReceivedReceipt,
} from '../../store/carriers/carrier_receipts.ts';
import type { Store } from '../../store/store.ts';
import type { CarrierReceipt } from '../carrier.ts';
import { storable } from './owners.ts';

/** How long a receipt is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/**
 * Receipts are settled when a submission is recorded. Two simultaneous statements can miss each other; this walk finds
 * what they missed.
 */
const settlePeriodMs = 1_000;
const maxDetailLength = 200;
/** Most names that one step looks for. */
const maxAsked = 1_000;
/** Most names that wait for it. Beyond that, the walk finds what is kept. */
const maxWaitingNames = 100_000;

export interface ReceiptTakerOptions {
  store: Pick<Store, 'settleReceipts' | 'takeReceipts'>;
  clock: Clock;
  log: Log;
  publish: (advances: readonly Advance[]) => void;
  failpoint?: Failpoint;
  onBatch?: (size: number) => void;
}

/** Takes receipts, and settles every second what was kept. */
export class ReceiptTaker {
  readonly #options: ReceiptTakerOptions;
  readonly #cancelSettling: () => void;
  /** One for each carrier, so that a flood on one does not delay the others. */
  readonly #batchers = new Map<string, Batcher<ReceivedReceipt, true>>();
  /** Names of which something is kept, or was recorded, since they were last looked for. */
  readonly #asked: PartName[] = [];
  #cursor: KeptCursor | null = null;
  /** False only if nothing was kept at the last look. */
  #mayBeKept = true;
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopped = false;

  constructor(options: ReceiptTakerOptions) {
    this.#options = options;
    this.#cancelSettling = options.clock.setInterval(() => void this.#settle(), settlePeriodMs);
  }

  /** Resolved = durable: applied, or kept for a submission that is not recorded yet. Rejected: it must come again. */
  async take(carrier: string, { ref, outcome, detail, atMs }: CarrierReceipt): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    const sentence = storable(detail).slice(0, maxDetailLength);
    await this.#batcherOf(carrier)({
      carrier,
      ref: storable(ref),
      delivered: outcome === 'delivered',
      detail: sentence || 'the network could not deliver it',
      // A carrier's clock may be wrong: what lies in the future is dated now.
      atMs: atMs > 0 && atMs <= nowMs ? atMs : nowMs,
      receivedAtMs: nowMs,
    });
  }

  /** Applies what was kept; call it after each record of submissions, with their names. Never rejects. */
  settle(names: readonly PartName[] = []): Promise<void> {
    if (this.#mayBeKept) return this.#settle(names);
    // Another replica may have kept some since: the next look finds them.
    this.#ask(names);
    return Promise.resolve();
  }

  /** Takes receipts still, but starts nothing by itself any more; waits for what it started. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelSettling();
    await this.#running;
  }

  #batcherOf(carrier: string): Batcher<ReceivedReceipt, true> {
    const known = this.#batchers.get(carrier);
    if (known) return known;
    const { clock, onBatch } = this.#options;
    const batcher = createBatcher<ReceivedReceipt, true>({
      maxBatch: 500,
      maxItems: 50_000,
      ...(onBatch && { onBatch }),
      // Two receipts for one name go in two rounds, so that the first one counts.
      run: (receipts) =>
        runInRounds(
          receipts,
          ({ ref }) => ref,
          (batch) => this.#write(batch),
          { clock, repeatForMs },
        ),
    });
    this.#batchers.set(carrier, batcher);
    return batcher;
  }

  async #write(receipts: readonly ReceivedReceipt[]): Promise<true[]> {
    const { store, clock, failpoint = noFailpoint } = this.#options;
    failpoint('receipt_before_commit');
    const { moved, kept } = await store.takeReceipts(receipts, clock.nowMs());
    failpoint('receipt_after_commit');
    this.#publish(moved);
    if (kept > 0) {
      this.#mayBeKept = true;
      // Its submission may have been recorded while this batch ran.
      void this.#settle(receipts);
    }
    return receipts.map(() => true);
  }

  #ask(names: readonly PartName[]): void {
    for (const { carrier, ref } of names)
      if (this.#asked.length < maxWaitingNames) this.#asked.push({ carrier, ref });
  }

  #settle(names: readonly PartName[] = []): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#ask(names);
    this.#isAskedAgain = true;
    this.#running ??= this.#settleUntilQuiet();
    return this.#running;
  }

  async #settleUntilQuiet(): Promise<void> {
    try {
      do {
        this.#isAskedAgain = false;
        await this.#settleAll();
      } while (this.#isAskedAgain && !this.#isStopped);
    } catch (error) {
      const { message } = error as Error;
      this.#options.log.debug({ error: message }, 'settling receipts failed; the next one repeats it');
    } finally {
      this.#running = undefined;
    }
  }

  async #settleAll(): Promise<void> {
    for (;;) {
      const names = this.#asked.splice(0, maxAsked);
      const { moved, applied, seen, next } = await this.#options.store.settleReceipts(this.#cursor, names);
      this.#cursor = next;
      this.#mayBeKept = seen > 0;
      this.#publish(moved);
      if (applied === 0 && this.#asked.length === 0) return;
    }
  }

  #publish(moved: readonly MovedAccount[]): void {
    if (moved.length > 0) this.#options.publish(moved.map((account) => ({ ...account, queued: false })));
  }
}
