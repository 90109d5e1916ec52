// `npm run campaign -- --minutes 60 --seed S`: the whole system under load while everything goes wrong at random, for as
// long as wanted; then its judges say what held. Exit code 1 when a guarantee was broken.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { bringVersion, versionBefore } from '../support/older_version.ts';
import { runCampaign } from './campaign.ts';
import { runConfined } from './confined.ts';
import { faultKinds } from './faults/plan.ts';
import { type HostileKind, hostileKinds } from './load/hostile.ts';
import { type StoryName, storyNames } from './load/stories/stories.ts';
import { inWords } from './report.ts';
import { roundKinds } from './rounds/kinds.ts';
import { Timeline } from './timeline.ts';
import { measureTurns } from './turns/measure_turns.ts';
import { type ClusterMode, clusterModes, missingForCluster } from './world/cluster/settings.ts';

/** The exit code when a guarantee was broken. */
const brokenCode = 1;

const clusterMode = (text: string): ClusterMode => {
  const mode = clusterModes.find((each) => each === text);
  if (!mode) throw new InvalidArgumentError(`must be one of ${clusterModes.join(', ')}`);
  return mode;
};
const number = (text: string) => {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError('must be a number');
  return value;
};
const names = (text: string) => {
  const list = text.split(',').filter((name) => name);
  const known = new Set([
    ...faultKinds.map(({ kind }) => kind),
    ...hostileKinds.map((kind) => `hostile_${kind}`),
    ...roundKinds.map(({ kind }) => kind),
  ]);
  const wrong = list.filter((name) => ![...known].some((each) => each.startsWith(name)));
  if (wrong.length > 0)
    throw new InvalidArgumentError(`${wrong.join(', ')} is none of ${[...known].join(', ')}`);
  return list;
};

const stories = (text: string): StoryName[] => {
  const wanted = text.split(',').filter((name) => name);
  const wrong = wanted.filter((name) => !storyNames.some((each) => each === name));
  if (wrong.length > 0)
    throw new InvalidArgumentError(`${wrong.join(', ')} is none of ${storyNames.join(', ')}`);
  return storyNames.filter((name) => wanted.includes(name));
};

const {
  minutes,
  seed,
  rate,
  settle,
  only,
  without,
  out,
  keep,
  verbose,
  cluster,
  small,
  turns,
  upgrade,
  ...wanted
} = new Command('campaign')
  .description('Puts the whole system under load and random faults, and judges what held.')
  .option(
    '--cluster [mode]',
    `on a database of three nodes that fails over (${clusterModes.join(', ')}): rounds instead of minutes`,
    clusterMode,
  )
  .option(
    '--upgrade [commit]',
    'starts as the older version and replaces its cores and gateways one by one: no faults, and no request may fail',
  )
  .option(
    '--turns',
    'asks the largest requests of every operation instead, and prints what holds a process for longer than 50 ms',
  )
  .option('--rounds <n>', 'how many things befall the cluster, one after the other', number, 18)
  .option('--ttl <seconds>', 'how old the key of the cluster’s primary may be', number, 8)
  .option('--small', 'four accounts and no stories on the cluster, so that other work can go on beside it')
  .addOption(new Option('--confined <directory>').hideHelp())
  .option('--minutes <n>', 'how long faults and load last', number, 5)
  .option(
    '--seed <seed>',
    'repeats a campaign: the same faults at the same times',
    randomBytes(4).toString('hex'),
  )
  .option('--rate <n>', 'faults an hour', number, 1_300)
  .option('--settle <seconds>', 'how long texts may stay on their way after all is well', number, 180)
  .option(
    '--only <kinds>',
    'faults and hostile requests to choose from, by the beginnings of their names',
    names,
  )
  .option('--without <kinds>', 'those to leave out', names, [])
  .option('--stories <names>', 'those to play, beside sends and what comes in', stories, [...storyNames])
  .option('--out <file>', 'where the report goes as JSON; -: it is the last line that is printed')
  .option('--keep', 'keep logs and ledgers, whatever the outcome')
  .option('--verbose', 'print each fault as it happens')
  .parse()
  .opts<{
    minutes: number;
    seed: string;
    cluster?: ClusterMode | true;
    upgrade?: string | true;
    rounds: number;
    ttl: number;
    small?: boolean;
    turns?: boolean;
    confined?: string;
    rate: number;
    settle: number;
    only?: string[];
    without: string[];
    stories: StoryName[];
    out?: string;
    keep?: boolean;
    verbose?: boolean;
  }>();

const isOuter = cluster !== undefined && wanted.confined === undefined;
const missing = isOuter ? missingForCluster() : undefined;
if (missing !== undefined) {
  process.stderr.write(`A cluster cannot be started here: ${missing}\n`);
  process.exit(2);
}
const directory = wanted.confined ?? mkdtempSync(join(tmpdir(), 'textrelay-campaign-'));
// PostgreSQL runs as another user when this is root.
chmodSync(directory, 0o711);
const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });

if (isOuter) {
  // Whoever is confined may be killed, and leaves its directory then.
  const command = [process.execPath, ...process.argv.slice(1), '--confined', directory];
  const code = await runConfined(command, directory);
  if (code !== brokenCode && !keep) remove();
  process.exit(code);
}

const isWanted = (name: string) =>
  (only?.some((start) => name.startsWith(start)) ?? true) && !without.some((start) => name.startsWith(start));
const say = (line: string) => process.stdout.write(`${line}\n`);
const asked = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => asked.abort());

say(`seed ${seed}; ${directory}`);
const timeline = new Timeline(join(directory, 'faults.jsonl'), verbose ? say : () => undefined);
let isKept = keep === true;
let removeOlder = () => {};
// A campaign outlives its own mishaps, and reports them: what it has started must be stopped.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    timeline.note(`the campaign itself: ${error}`);
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  });
try {
  if (turns) process.exit((await measureTurns(directory, say)) > 0 ? brokenCode : 0);
  const setting = {
    seed,
    settleMs: settle * 1_000,
    stories: small ? [] : wanted.stories,
    directory,
    timeline,
    signal: asked.signal,
    say,
  };
  const forms = {
    cluster: () => ({
      ...setting,
      cluster: {
        mode: cluster === true || cluster === undefined ? ('synchronous' as const) : cluster,
        ttl: wanted.ttl,
      },
      rounds: wanted.rounds,
      kinds: roundKinds.filter(({ kind }) => isWanted(kind)),
      isSmall: small === true,
    }),
    upgrade: () => {
      const older = bringVersion(upgrade === true || upgrade === undefined ? versionBefore : upgrade);
      removeOlder = older.remove;
      return { ...setting, from: older.folder };
    },
    random: () => ({
      ...setting,
      minutes,
      faultsAnHour: rate,
      faults: faultKinds.filter(({ kind }) => isWanted(kind)),
      hostile: hostileKinds.filter((kind: HostileKind) => isWanted(`hostile_${kind}`)),
    }),
  };
  const form = cluster !== undefined ? 'cluster' : upgrade !== undefined ? 'upgrade' : 'random';
  const report = await runCampaign(forms[form]());
  if (report === undefined) process.exitCode = 130;
  else {
    const isBroken = report.breaches.length > 0;
    isKept ||= isBroken;
    const reported = { ...report, directory: isKept ? directory : null };
    say(inWords(reported, timeline));
    const json = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
    const document = { ...reported, timeline: timeline.faults };
    if (out === '-') say(JSON.stringify(document, json));
    else if (out) writeFileSync(resolve(out), JSON.stringify(document, json, 1));
    process.exitCode = isBroken ? brokenCode : 0;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 2;
} finally {
  removeOlder();
  if (!isKept) remove();
}
// Nothing that was cut off half-way is waited for.
process.exit();
