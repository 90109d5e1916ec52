// Rounds of a cluster: it is whole, something befalls it, that lasts until sends are acknowledged again, it ends, and the
// cluster is whole once more.
import type { Load } from '../load/load.ts';
import type { Seeded } from '../seeded.ts';
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
}

/** How long it stays whole before the next fault, in milliseconds. */
const calmMs = [2_000, 4_000] as const;
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
    if (!(await world.database.whole())) {
      world.timeline.note(`no more rounds, for the cluster is not whole: ${await world.database.describe()}`);
      break;
    }
    const last = rounds.at(-1);
    if (last) last.wholeMs = world.timeline.nowMs();
    await pause(chance.between(...calmMs));
    try {
      rounds.push(await playRound(kind, rounds.length + 1, play));
    } catch (error) {
      world.database.heal();
      world.timeline.skip(rounds.length + 1, kind.kind, `it could not be done: ${error}`);
    }
  }
  const isWhole = await world.database.whole();
  const last = rounds.at(-1);
  if (last && isWhole) last.wholeMs ??= world.timeline.nowMs();
  return rounds;
}

async function playRound(kind: RoundKind, number: number, { world, load }: Play): Promise<Round> {
  const { timeline, database } = world;
  const roles = await database.roles();
  const struckMs = timeline.nowMs();
  const victim = await kind.strike(database, roles);
  const fault = timeline.begin(number, kind.kind, victim);
  const doneMs = timeline.nowMs();
  if (!kind.stops?.(database)) {
    const isAnswered = () => load.sends.acknowledged.some(({ startedMs }) => startedMs >= doneMs);
    while (!isAnswered() && timeline.nowMs() < doneMs + patienceMs) await pause(lookEveryMs);
    await pause(holdMs);
  }
  await pause(Math.max(0, doneMs + kind.lastsMs - timeline.nowMs()));
  database.heal();
  timeline.end(fault);
  return { kind: kind.kind, victim, struckMs, healedMs: timeline.nowMs(), wholeMs: null };
}
