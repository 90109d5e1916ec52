// What carriers report of texts: each receipt counts once, whenever and wherever it comes. A receipt whose submission is
// not recorded yet is kept, and settled when it is.

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
import { storable } from './storable.ts';

/** How long a receipt is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/** Receipts are settled when a submission is recorded; two statements at once can miss each other, this cannot. */
const settlePeriodMs = 1_000;
const maxDetailLength = 200;
/** Most names that one step looks for. */
const maxAsked = 1_000;
/** Most names that wait for it: beyond, the walk finds what is kept. */
const maxWaitingNames = 100_000;

export interface ReceiptTaker {
  /** Resolved = durable: applied, or kept for a submission that is not recorded yet. Rejected: it must come again. */
  take(carrier: string, receipt: CarrierReceipt): Promise<void>;
  /** Applies what was kept; to be called after each record of submissions, with their names. Never rejects. */
  settle(names?: readonly PartName[]): Promise<void>;
  /** Takes receipts still, but starts nothing by itself any more; waits for what it started. */
  stop(): Promise<void>;
}

export interface ReceiptTakerOptions {
  store: Pick<Store, 'settleReceipts' | 'takeReceipts'>;
  clock: Clock;
  log: Log;
  publish: (advances: readonly Advance[]) => void;
  failpoint?: Failpoint;
  onBatch?: (size: number) => void;
}

/** Opens the batcher of receipts, and settles every second. */
export function createReceiptTaker(options: ReceiptTakerOptions): ReceiptTaker {
  const { store, clock, log, failpoint = noFailpoint, onBatch } = options;
  let isStopped = false;
  /** False only when nothing was kept when last looked. */
  let mayBeKept = true;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  /** Names of which something is kept, or was recorded, since they were last looked for. */
  const asked: PartName[] = [];
  let cursor: KeptCursor | null = null;

  const publish = (moved: readonly MovedAccount[]) => {
    if (moved.length > 0) options.publish(moved.map((account) => ({ ...account, queued: false })));
  };

  const settleAll = async () => {
    for (;;) {
      const names = asked.splice(0, maxAsked);
      const { moved, applied, seen, next } = await store.settleReceipts(cursor, names);
      cursor = next;
      mayBeKept = seen > 0;
      publish(moved);
      if (applied === 0 && asked.length === 0) return;
    }
  };

  const settleUntilQuiet = async () => {
    try {
      do {
        isAskedAgain = false;
        await settleAll();
      } while (isAskedAgain && !isStopped);
    } catch (error) {
      log.debug({ error: (error as Error).message }, 'settling receipts failed; the next one repeats it');
    } finally {
      running = undefined;
    }
  };

  const ask = (names: readonly PartName[]) => {
    for (const { carrier, ref } of names) if (asked.length < maxWaitingNames) asked.push({ carrier, ref });
  };

  const settle = (names: readonly PartName[] = []): Promise<void> => {
    if (isStopped) return Promise.resolve();
    ask(names);
    isAskedAgain = true;
    running ??= settleUntilQuiet();
    return running;
  };

  const write = async (receipts: readonly ReceivedReceipt[]): Promise<true[]> => {
    failpoint('receipt_before_commit');
    const { moved, kept } = await store.takeReceipts(receipts, clock.nowMs());
    failpoint('receipt_after_commit');
    publish(moved);
    if (kept > 0) {
      mayBeKept = true;
      // Its submission may have been recorded while this batch ran.
      void settle(receipts);
    }
    return receipts.map(() => true);
  };

  /** One for each carrier, so that what floods one is not waited for by the others. */
  const batchers = new Map<string, Batcher<ReceivedReceipt, true>>();
  const openBatcher = () =>
    createBatcher<ReceivedReceipt, true>({
      maxBatch: 500,
      maxItems: 50_000,
      ...(onBatch && { onBatch }),
      // Two receipts of one name are two rounds, so that the first one counts.
      run: (receipts) => runInRounds(receipts, ({ ref }) => ref, write, { clock, repeatForMs }),
    });
  const batcherOf = (carrier: string): Batcher<ReceivedReceipt, true> => {
    const batcher = batchers.get(carrier) ?? openBatcher();
    batchers.set(carrier, batcher);
    return batcher;
  };

  const cancelSettling = clock.setInterval(() => void settle(), settlePeriodMs);

  return {
    async take(carrier, { ref, outcome, detail, atMs }) {
      const nowMs = clock.nowMs();
      const sentence = storable(detail).slice(0, maxDetailLength);
      await batcherOf(carrier)({
        carrier,
        ref: storable(ref),
        delivered: outcome === 'delivered',
        detail: sentence || 'the network could not deliver it',
        // A carrier's clock may be wrong: what lies in the future is dated now.
        atMs: atMs > 0 && atMs <= nowMs ? atMs : nowMs,
        receivedAtMs: nowMs,
      });
    },
    settle(names = []) {
      if (mayBeKept) return settle(names);
      // Another replica may have kept some since: the next look finds them.
      ask(names);
      return Promise.resolve();
    },
    async stop() {
      isStopped = true;
      cancelSettling();
      await running;
    },
  };
}
