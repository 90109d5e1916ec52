// The figures of a campaign.
import type { CampaignForm, Played } from './campaign.ts';
import { alone, feltByQuiet, recoveries, silences, spread } from './felt.ts';
import type { Breach, Evidence } from './judges/evidence.ts';
import { countStories } from './judges/stories/played.ts';
import type { Load } from './load/load.ts';
import type { Report } from './report.ts';
import { figuresByKind, measure } from './rounds/silence.ts';
import type { World } from './world/world.ts';

/** Nobody may be without an answer for longer, in milliseconds, whatever overlaps. */
const longestSilenceMs = 60_000;
/** A process that ever takes more, or in the end so many times as much as at first, has a leak. In megabytes. */
const memoryBounds = { most: 900, grown: 500, times: 3 };

function countSends({ sends }: Evidence) {
  const reports = sends.map(({ reported }) => reported);
  const any = (isMeant: (status: number) => boolean) =>
    reports.filter((reported) => reported.some(({ status }) => isMeant(status))).length;
  return {
    asked: sends.length,
    acknowledged: any((status) => status === 200),
    refused: any((status) => status !== 200),
    'never known': reports.filter((reported) => reported.length === 0).length,
    'repeats on purpose': reports.flat().filter(({ isRepeat }) => isRepeat).length,
  };
}

const longTurnsOf = (world: World): Report['longTurns'] =>
  Object.fromEntries(
    world.processes().flatMap((process) => {
      const turns = process.longTurns();
      return turns.length === 0
        ? []
        : [[process.name, { times: turns.length, longestMs: Math.round(Math.max(...turns)) }]];
    }),
  );

/** What the figures alone show. */
const breachesOf = (quietTimes: Report['silences'], memory: Report['memory']): Breach[] => [
  ...quietTimes
    .filter(({ lastedMs }) => lastedMs > longestSilenceMs)
    .map(({ fromMs, lastedMs }) => ({
      guarantee: 'somebody is always answered',
      what: `nobody got a 200 for ${Math.round(lastedMs / 1000)} s`,
      atMs: fromMs,
    })),
  ...Object.entries(memory)
    .filter(
      ([, { first, most, last }]) =>
        most > memoryBounds.most || (last > memoryBounds.grown && last > first * memoryBounds.times),
    )
    .map(([name, { first, most, last }]) => ({
      guarantee: 'bounded memory',
      what: `${name}: ${first} MB at first, ${most} at most, ${last} in the end`,
    })),
];

/** Counts, and adds what only the figures show to the breaches. */
export function summarise({
  form,
  world,
  load,
  played,
  evidence,
  breaches,
  settled,
  faultsEndedMs,
}: {
  form: Pick<CampaignForm, 'seed'>;
  world: World;
  load: Load;
  played: Played;
  evidence: Evidence;
  breaches: readonly Breach[];
  settled: { tookMs: number; open: string };
  faultsEndedMs: number;
}): Report {
  const { timeline } = world;
  const { successes, statuses } = load.caller;
  const outs = evidence.rows.filter(({ direction }) => direction === 'out');
  const quietTimes = silences(successes, timeline, faultsEndedMs);
  const memory = Object.fromEntries(
    world.processes().map(({ name, memory }) => {
      const sizes = memory.map(({ megabytes }) => megabytes);
      return [name, { first: sizes[2] ?? 0, most: Math.max(0, ...sizes), last: sizes.at(-1) ?? 0 }];
    }),
  );
  const rounds = measure(played.rounds, load.sends.acknowledged);
  const kinds = ['core', 'gateway', 'agent'] as const;
  const starts = world.processes().flatMap((process) => process.starts);
  return {
    seed: form.seed,
    minutes: Math.round(faultsEndedMs / 6_000) / 10,
    faults: countBy(timeline.faults, ({ kind }) => kind),
    faultsDone: timeline.faults.length,
    faultsSkipped: countBy(timeline.skipped, ({ kind, why }) => `${kind} (${why})`),
    hostile: Object.fromEntries(load.hostile),
    sends: countSends(evidence),
    statuses: Object.fromEntries([...statuses].sort()),
    texts: countBy(outs, ({ route, status }) => `${route} ${status}`),
    failures: countBy(
      outs.filter(({ status }) => status === 'failed'),
      ({ error }) => (error ?? '').split(':')[0] ?? '',
    ),
    submits: countBy(evidence.left, ({ where }) => where),
    received: countBy(evidence.incoming, ({ way }) => way),
    stories: countStories(evidence),
    settledMs: settled.tookMs,
    stillOpen: settled.open,
    quiet: feltByQuiet(evidence.sends, timeline),
    afterKillMs: Object.fromEntries(
      (['core', 'gateway'] as const).flatMap((kind) => {
        const kills = played.kills.filter((kill) => kill.kind === kind);
        return [
          [kind, spread(recoveries(kills, successes))],
          [`${kind}, nothing else being wrong`, spread(recoveries(alone(kills, timeline), successes))],
        ];
      }),
    ),
    startMs: Object.fromEntries(
      kinds.map((kind) => {
        const mine = starts.filter((start) => start.kind === kind);
        const ready = mine.flatMap(({ readyMs }) => (readyMs === null ? [] : [readyMs]));
        return [kind, { ...spread(ready), never: mine.length - ready.length }];
      }),
    ),
    silences: quietTimes,
    rounds: figuresByKind(rounds),
    everyRound: rounds,
    longTurns: longTurnsOf(world),
    memory,
    breaches: [...breaches, ...breachesOf(quietTimes, memory)],
    directory: null,
  };
}

function countBy<T>(list: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts = [...Map.groupBy(list, nameOf)].map(([name, items]) => [name, items.length] as const);
  return Object.fromEntries(counts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
