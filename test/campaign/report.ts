// Puts a campaign into words, and into JSON for whoever compares them.
import type { Felt, Spread } from './felt.ts';
import type { Breach } from './judges/evidence.ts';
import type { MeasuredRound, RoundFigures } from './rounds/silence.ts';
import type { DoneFault, Timeline } from './timeline.ts';

export interface Report {
  seed: string;
  minutes: number;
  /** By kind. */
  faults: Record<string, number>;
  faultsDone: number;
  faultsSkipped: Record<string, number>;
  hostile: Record<string, number>;
  sends: Record<string, number>;
  statuses: Record<string, number>;
  texts: Record<string, number>;
  failures: Record<string, number>;
  submits: Record<string, number>;
  received: Record<string, number>;
  /** What each story came to. */
  stories: Record<string, Record<string, number>>;
  settledMs: number;
  stillOpen: string;
  quiet: Felt;
  afterKillMs: Record<string, Spread>;
  startMs: Record<string, Spread & { never: number }>;
  silences: { fromMs: number; lastedMs: number; faults: string[] }[];
  memory: Record<string, { first: number; most: number; last: number }>;
  /** Turns of event loops above 50 ms of processor time. */
  longTurns: Record<string, { times: number; longestMs: number }>;
  /** Of a cluster, by what befell it. */
  rounds: Record<string, RoundFigures>;
  everyRound: readonly MeasuredRound[];
  breaches: Breach[];
  directory: string | null;
}

/** How many breaches of one guarantee are listed; all of them are in the JSON. */
const reported = 4;
/** Faults around a breach, in milliseconds before and after. */
const around = { beforeMs: 3_000, afterMs: 20_000 };

/** The report for a person. */
export function inWords(report: Report, timeline: Timeline): string {
  const lines: string[] = [];
  const list = (record: Record<string, unknown>) =>
    Object.entries(record)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ') || 'none';
  lines.push(
    `Campaign of ${report.minutes} minutes, seed ${report.seed}`,
    `faults: ${report.faultsDone} of ${Object.keys(report.faults).length} kinds: ${list(report.faults)}`,
    `faults left out: ${list(report.faultsSkipped)}`,
    `hostile requests: ${list(report.hostile)}`,
    `sends: ${list(report.sends)}`,
    `answers: ${list(report.statuses)}`,
    `texts in the end: ${list(report.texts)}; failed as: ${list(report.failures)}`,
    `submits by the ledgers: ${list(report.submits)}; received: ${list(report.received)}`,
    ...Object.entries(report.stories).map(([name, figures]) => `story of ${name}: ${list(figures)}`),
    `quiet ${seconds(report.settledMs)} after the load${report.stillOpen ? `, but ${report.stillOpen}` : ''}`,
    '',
    `a quiet tenant's send (${report.quiet.asked}): ${words(report.quiet.answered)}; other answers: ${list(report.quiet.errors)}`,
    `  while nothing was wrong: ${words(report.quiet.answeredInCalm)}; other answers: ${report.quiet.errorsInCalm}`,
    `  until its outcome was known: ${words(report.quiet.settled)}`,
    ...Object.entries(report.afterKillMs).map(
      ([kind, times]) => `from the kill of a ${kind} to the next 200: ${words(times)}`,
    ),
    ...Object.entries(report.startMs).map(
      ([kind, times]) =>
        `from the start of a ${kind} until it was ready: ${words(times)}; never ready: ${times.never}`,
    ),
    ...Object.entries(report.rounds).map(
      ([kind, { silence, afterHeal, untilWhole }]) =>
        `${kind}, longest time without an acknowledged send: ${words(silence)}; after its end: ${words(afterHeal)}; until all nodes were well: ${words(untilWhole)}`,
    ),
    ...report.silences.map(
      ({ fromMs, lastedMs, faults }) =>
        `nobody got a 200 for ${seconds(lastedMs)} at ${seconds(fromMs)}: ${faults.join(', ')}`,
    ),
    ...Object.entries(report.longTurns).map(
      ([name, { times, longestMs }]) => `turns of ${name} above 50 ms: ${times}, the longest ${longestMs} ms`,
    ),
    ...Object.entries(report.memory).map(
      ([name, { first, most, last }]) =>
        `memory of ${name}: ${first} MB after its first start, ${most} at most, ${last} at the end`,
    ),
    '',
  );
  const byGuarantee = Map.groupBy(report.breaches, ({ guarantee }) => guarantee);
  if (byGuarantee.size === 0) lines.push('Every guarantee held.');
  for (const [guarantee, breaches] of byGuarantee) {
    lines.push(`BROKEN: ${guarantee}, ${breaches.length} times`);
    for (const breach of breaches.slice(0, reported)) {
      const { tenant, word, id, atMs, what } = breach;
      const place = [
        tenant,
        word,
        id !== undefined && `text ${id}`,
        atMs !== undefined && `at ${seconds(atMs)}`,
      ];
      lines.push(`  ${place.filter((each) => each).join(', ')}: ${what.replaceAll('\n', '\n    ')}`);
      if (atMs === undefined) continue;
      const faults = timeline.between(atMs - around.beforeMs, atMs + around.afterMs);
      lines.push(`    faults around: ${faults.slice(0, 12).map(lasting).join('; ') || 'none'}`);
    }
    if (breaches.length > reported) lines.push(`  and ${breaches.length - reported} more`);
  }
  if (report.directory) lines.push('', `logs, ledgers and the log of faults: ${report.directory}`);
  return lines.join('\n');
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const words = ({ count, p50, p90, p99, max }: Spread) =>
  count === 0 ? 'none' : `p50 ${p50} ms, p90 ${p90}, p99 ${p99}, longest ${max} (${count})`;
const lasting = ({ kind, victim, beganMs, endedMs }: DoneFault) =>
  `${kind} of ${victim} ${seconds(beganMs)} to ${endedMs === undefined ? 'the end' : seconds(endedMs)}`;
