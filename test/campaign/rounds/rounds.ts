// Rounds of a cluster: it is whole, something befalls it, that lasts until sends are acknowledged again, it ends, and the
// cluster is whole once more.

import type { Seeded } from '../../support/seeded.ts';
import type { Load } from '../load/load.ts';
import { pause } from '../timeline.ts';
import type { Cluster } from '../world/cluster/cluster.ts';
import type { World } from '../world/world.ts';
import type { RoundKind } from './kinds.ts';

export interface Round {
  kind: string;
  victim: string;
  struckMs: number;
  healedMs: number;
  /** When the cluster was whole again; null if it never was. */
  wholeMs: number | null;
  /** Whether sends were acknowledged that began when the cluster was whole, before it was struck. */
  acknowledgedBefore: boolean;
  /** Whether one was that began while the fault lasted; null where nobody can be. */
  acknowledgedMeanwhile: boolean | null;
  /** How many promotions the cluster had seen when it was struck, and when it was whole again. */
  promotions: { before: number; after: number | null };
}

/** How long it stays whole before the next fault, in milliseconds. */
const calmMs = [1_000, 2_000] as const;
/** How long a fault goes on after sends are acknowledged again, and how long it lasts at most. */
const holdMs = 2_000;
const patienceMs = 60_000;
const lookEveryMs = 20;

/** Each kind in turn, in an order that is drawn anew for each turn. */
export function drawRounds(chance: Seeded, count: number, kinds: readonly RoundKind[]): RoundKind[] {
  const drawn: RoundKind[] = [];
  while (drawn.length < count && kinds.length > 0) {
    const turn = kinds.map((kind) => ({ kind, place: chance.next() }));
    drawn.push(...turn.sort((a, b) => a.place - b.place).map(({ kind }) => kind));
  }
  return drawn.slice(0, count);
}

interface Play {
  world: World<Cluster>;
  load: Load;
  chance: Seeded;
  signal: AbortSignal;
}

/** Plays them one after the other, until the signal comes or the cluster does not become whole. */
export async function playRounds(kinds: readonly RoundKind[], play: Play): Promise<Round[]> {
  const { world, chance, signal } = play;
  const rounds: Round[] = [];
  for (const kind of kinds) {
    if (signal.aborted) break;
    const whole = await world.database.whole();
    if (whole === undefined) {
      world.timeline.note(`no more rounds, for the cluster is not whole: ${await world.database.describe()}`);
      break;
    }
    noteWhole(rounds.at(-1), world.timeline.nowMs(), whole.promotions);
    await pause(chance.between(...calmMs));
    try {
      const promotions = { before: whole.promotions, after: null };
      rounds.push({ ...(await playRound(kind, rounds.length + 1, play)), promotions });
    } catch (error) {
      world.database.heal();
      world.timeline.skip(rounds.length + 1, kind.kind, `it could not be done: ${error}`);
    }
  }
  const whole = await world.database.whole();
  if (whole) noteWhole(rounds.at(-1), world.timeline.nowMs(), whole.promotions);
  return rounds;
}

/** Completes a round, now that the cluster is whole again. */
function noteWhole(round: Round | undefined, nowMs: number, promotions: number): void {
  if (round === undefined || round.wholeMs !== null) return;
  round.wholeMs = nowMs;
  round.promotions.after = promotions;
}

/** Waits for the acknowledgement of a send that began after an instant; false when none came in time. */
async function isAcknowledged({ world: { timeline }, load }: Play, sinceMs: number): Promise<boolean> {
  const untilMs = timeline.nowMs() + patienceMs;
  for (;;) {
    if (load.sends.acknowledged.some(({ startedMs }) => startedMs >= sinceMs)) return true;
    if (timeline.nowMs() > untilMs) return false;
    await pause(lookEveryMs);
  }
}

async function playRound(kind: RoundKind, number: number, play: Play): Promise<Omit<Round, 'promotions'>> {
  const { timeline, database } = play.world;
  const roles = await database.roles();
  // What is lost at a strike, if anything, is what has just been acknowledged.
  const acknowledgedBefore = await Promise.race([play.load.salvo(), pause(patienceMs).then(() => false)]);
  const struckMs = timeline.nowMs();
  const victim = await kind.strike(database, roles);
  const fault = timeline.begin(number, kind.kind, victim);
  const doneMs = timeline.nowMs();
  const acknowledgedMeanwhile = kind.stops?.(database) ? null : await isAcknowledged(play, doneMs);
  if (acknowledgedMeanwhile !== null) await pause(holdMs);
  await pause(Math.max(0, doneMs + kind.lastsMs - timeline.nowMs()));
  database.heal();
  timeline.end(fault);
  return {
    kind: kind.kind,
    victim,
    struckMs,
    healedMs: timeline.nowMs(),
    wholeMs: null,
    acknowledgedBefore,
    acknowledgedMeanwhile,
  };
}
