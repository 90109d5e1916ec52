// What a campaign felt like: how long answers took, how soon others answered after a kill, when nobody was answered.
import type { Caller } from './load/caller.ts';
import type { Sent } from './load/sends.ts';
import type { Timeline } from './timeline.ts';

/** Times in milliseconds. */
export interface Spread {
  count: number;
  p50: number;
  p90: number;
  p99: number;
  max: number;
}

/** Sorts and summarises. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

export interface Felt {
  /** Of first requests of quiet tenants that were answered 200; and of those while nothing was wrong. */
  answered: Spread;
  answeredInCalm: Spread;
  /** Until a definite answer, repeats included. */
  settled: Spread;
  /** First requests that were answered otherwise, by their status; 0: not at all. */
  errors: Record<string, number>;
  errorsInCalm: number;
  asked: number;
}

/** What the quiet tenants felt. */
export function feltByQuiet(sends: Iterable<Sent>, timeline: Timeline): Felt {
  const quiet = [...sends].filter(({ tenant, first }) => tenant.role === 'quiet' && first !== null);
  const isCalm = ({ askedMs, first }: Sent) =>
    timeline.between(askedMs - 3_000, askedMs + Math.min(first?.ms ?? 0, 100)).length === 0;
  const good = quiet.filter(({ first }) => first?.status === 200);
  const bad = quiet.filter(({ first }) => first?.status !== 200);
  const errors: Record<string, number> = {};
  for (const { first } of bad) errors[String(first?.status)] = (errors[String(first?.status)] ?? 0) + 1;
  const times = (list: readonly Sent[]) => spread(list.map(({ first }) => first?.ms ?? 0));
  return {
    answered: times(good),
    answeredInCalm: times(good.filter(isCalm)),
    settled: spread(quiet.flatMap(({ totalMs }) => (totalMs === null ? [] : [totalMs]))),
    errors,
    errorsInCalm: bad.filter(isCalm).length,
    asked: quiet.length,
  };
}

/** What keeps others from answering, too. */
const stoppers = /database|^end_sessions|^fill_disk|^(kill|freeze)_(core|gateway)|gateway_core$/;
/** What still hurts so long after it ended, in milliseconds. */
const afterPainsMs = 3_000;

/** The kills at whose time nothing else was wrong that keeps everybody from being answered. */
export const alone = <T extends { atMs: number }>(kills: readonly T[], timeline: Timeline): T[] =>
  kills.filter(
    ({ atMs }) =>
      timeline
        .between(atMs - afterPainsMs, atMs + 500)
        .filter(({ kind, beganMs }) => stoppers.test(kind) && Math.abs(beganMs - atMs) > 300).length === 0,
  );

/** From each kill to the next 200 that somebody asked for after it. */
export function recoveries(kills: readonly { atMs: number }[], successes: Caller['successes']): number[] {
  return kills.flatMap(({ atMs }) => {
    const next = successes.find(({ startedMs, endedMs }) => startedMs >= atMs && endedMs >= atMs);
    return next ? [next.endedMs - atMs] : [];
  });
}

/** The longest times without a single 200, the longest first, and what was wrong meanwhile. */
export function silences(
  successes: Caller['successes'],
  timeline: Timeline,
  untilMs: number,
): { fromMs: number; lastedMs: number; faults: string[] }[] {
  const gaps: { fromMs: number; lastedMs: number }[] = [];
  let last = successes[0]?.endedMs ?? 0;
  for (const { endedMs } of successes) {
    if (endedMs > untilMs) break;
    if (endedMs - last > 1_000) gaps.push({ fromMs: last, lastedMs: endedMs - last });
    last = Math.max(last, endedMs);
  }
  return gaps
    .sort((a, b) => b.lastedMs - a.lastedMs)
    .slice(0, 5)
    .map((gap) => ({
      ...gap,
      faults: timeline
        .between(gap.fromMs, gap.fromMs + gap.lastedMs)
        .map(({ kind, victim }) => `${kind} (${victim})`),
    }));
}
