// Lets go of what has had its time. Every core does so: in small steps, so that no statement holds anybody up, and each kind
// by itself, so that one that fails keeps no other from its turn.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Store } from '../../store/store.ts';

const periodMs = 60_000;
/** Rows of one step, and steps of a kind in one round. */
const mostRows = 500;
const mostSteps = 20;

const dayMs = 24 * 3_600_000;
/** How long each kind is kept, in milliseconds: see "What grows, and what bounds it" in Operating. */
const keptMs = {
  accountKeys: 90 * dayMs,
  platformKeys: 90 * dayMs,
  devices: 90 * dayMs,
  pairingCodes: dayMs,
  notices: 35 * dayMs,
  marks: 35 * dayMs,
  // The provider repeats an event for days at most.
  billingEvents: 60 * dayMs,
  sandboxCheckouts: 90 * dayMs,
  sandboxSubscriptions: 90 * dayMs,
};

/** Blocks of the table of submissions that one step walks over, and steps of one round. */
const walkBlocks = 128;
const mostWalks = 6;

const kinds = Object.keys(keptMs) as (keyof typeof keptMs)[];

interface Pruner {
  /** Lets go of what is due now; returns how many rows went. */
  prune(): Promise<number>;
  stop(): Promise<void>;
}

interface PrunerOptions {
  store: Pick<Store, 'prune' | 'pruneInbound' | 'pruneSubmissions' | 'trimReceipts'>;
  clock: Clock;
  log: Log;
}

/** Repeats a step while it finds much; returns how many rows went. */
async function repeated(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let steps = 0; steps < mostSteps; steps++) {
    const gone = await step();
    total += gone;
    if (gone < mostRows) break;
  }
  return total;
}

/** Starts pruning once a minute. */
export function startPruner({ store, clock, log }: PrunerOptions): Pruner {
  const pruneKind = (kind: keyof typeof keptMs): Promise<number> => {
    const beforeMs = clock.nowMs() - keptMs[kind];
    return repeated(() => store.prune[kind](beforeMs, mostRows));
  };

  /** Where the walk over submissions stands: it goes over the table's own blocks. */
  let block = 0;
  const pruneSubmissions = async (): Promise<number> => {
    let total = 0;
    for (let steps = 0; steps < mostWalks; steps++) {
      const { deleted, nextBlock } = await store.pruneSubmissions(block, walkBlocks);
      total += deleted;
      block = nextBlock;
      if (nextBlock === 0) break;
    }
    return total;
  };

  const works = {
    ...Object.fromEntries(kinds.map((kind) => [kind, () => pruneKind(kind)])),
    submissions: pruneSubmissions,
    receipts: () => repeated(() => store.trimReceipts()),
    inbound: () => repeated(() => store.pruneInbound()),
  };

  const prune = async (): Promise<number> => {
    let total = 0;
    for (const [kind, work] of Object.entries(works)) {
      try {
        total += await work();
      } catch (error) {
        log.warn(
          { kind, error: (error as Error).message },
          'old rows were not let go of; the next round does',
        );
      }
    }
    return total;
  };

  const rounds = every({ clock, periodMs, work: prune });
  return { prune, stop: () => rounds.stop() };
}
