// Removes rows whose time is over. Every core does so, in small steps, so that no statement delays others. Each kind
// goes by itself, so that if one fails the others still have their turn.
import { every } from '../../../runtime/every.ts';
import { draftDays } from '../../domain/broadcasts/broadcast.ts';
import type { AppContext } from '../context.ts';

const periodMs = 60_000;
/** Rows of one step, and steps of a kind in one round. */
const mostRows = 500;
const mostSteps = 20;

const dayMs = 24 * 3_600_000;
/** How long each kind is kept, in milliseconds: see "What grows, and what bounds it" in Limits. */
const keptMs = {
  accountKeys: 90 * dayMs,
  keyRefusals: 90 * dayMs,
  platformKeys: 90 * dayMs,
  devices: 90 * dayMs,
  pairingCodes: dayMs,
  notices: 35 * dayMs,
  marks: 35 * dayMs,
  deadLetters: 30 * dayMs,
  traces: 8 * dayMs,
  drafts: (draftDays + 1) * dayMs,
  // The provider repeats an event for days at most.
  billingEvents: 60 * dayMs,
  sandboxCheckouts: 90 * dayMs,
  sandboxSubscriptions: 90 * dayMs,
};

/** How long changes are listed. */
const changesMs = 400 * dayMs;

/** Blocks of the table of submissions that one step walks over, and steps of one round. */
const walkBlocks = 128;
const mostWalks = 6;

const kinds = Object.keys(keptMs) as (keyof typeof keptMs)[];

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
export function startPruner({
  store,
  clock,
  log,
}: Pick<
  AppContext<'prune' | 'pruneAuditEvents' | 'pruneInbound' | 'pruneSubmissions' | 'trimReceipts'>,
  'store' | 'clock' | 'log'
>) {
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
    changes: () => repeated(() => store.pruneAuditEvents(clock.nowMs() - changesMs, mostRows)),
    receipts: () => repeated(() => store.trimReceipts()),
    inbound: () => repeated(() => store.pruneInbound()),
  };

  /** Removes everything that is due now; returns how many rows went. */
  const prune = async (): Promise<number> => {
    let total = 0;
    for (const [kind, work] of Object.entries(works)) {
      try {
        total += await work();
      } catch (error) {
        log.warn(
          { kind, error: (error as Error).message },
          'old rows were not removed; the next round repeats it',
        );
      }
    }
    return total;
  };

  const rounds = every({ clock, periodMs, work: prune });
  return { prune, stop: () => rounds.stop() };
}
