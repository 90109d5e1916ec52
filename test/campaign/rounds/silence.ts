// How long nobody's send was acknowledged: while a fault of a cluster lasted, and after it had ended.
import { type Spread, spread } from '../felt.ts';
import type { Round } from './rounds.ts';

/** What rounds of one kind came to; times in milliseconds. */
export interface RoundFigures {
  /** The longest time without an acknowledged send that began while the fault lasted. */
  silence: Spread;
  /** The longest one after the fault had ended; what went on from before counts from that end. */
  afterHeal: Spread;
  /** From the fault's end until all nodes were well. */
  untilWhole: Spread;
}

/**
 * The longest time without an acknowledgement that began within `fromMs` and `toMs`, and lasted however long; to `toMs`
 * where none came any more.
 */
export function longestSilence(
  acknowledged: readonly { endedMs: number }[],
  fromMs: number,
  toMs: number,
): number {
  let [last, longest] = [fromMs, 0];
  for (const { endedMs } of acknowledged) {
    if (endedMs < fromMs) continue;
    longest = Math.max(longest, endedMs - last);
    last = endedMs;
    if (last > toMs) break;
  }
  return Math.max(longest, toMs - last);
}

/** What each round was like. */
export const measure = (rounds: readonly Round[], acknowledged: readonly { endedMs: number }[]) =>
  rounds.map((round) => ({
    ...round,
    silenceMs: longestSilence(acknowledged, round.struckMs, round.healedMs),
    afterHealMs: longestSilence(acknowledged, round.healedMs, round.wholeMs ?? round.healedMs),
  }));

export type MeasuredRound = ReturnType<typeof measure>[number];

/** Sums rounds up by their kinds. */
export function figuresByKind(rounds: readonly MeasuredRound[]): Record<string, RoundFigures> {
  const byKind = Map.groupBy(rounds, ({ kind }) => kind);
  return Object.fromEntries(
    [...byKind].map(([kind, list]) => [
      kind,
      {
        silence: spread(list.map(({ silenceMs }) => silenceMs)),
        afterHeal: spread(list.map(({ afterHealMs }) => afterHealMs)),
        untilWhole: spread(
          list.flatMap(({ wholeMs, healedMs }) => (wholeMs === null ? [] : [wholeMs - healedMs])),
        ),
      },
    ]),
  );
}
