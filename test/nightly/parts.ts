// What a night plays: each part is one command, of tests with larger numbers or of a program, and what it leaves says how it went.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extentName } from '../support/extent.ts';
import { Seeded } from '../support/seeded.ts';

const root = join(import.meta.dirname, '../..');

export interface NightSetting {
  /** Repeats what the parts draw. */
  seed: string;
  /** How long the night is. */
  hours: number;
  /** How many stories of accounts the simulation plays. */
  stories: number;
  /** How many stories about stops it plays. */
  stops: number;
}

export interface Command {
  /** The words after node's own name. */
  words: readonly string[];
  environment: Readonly<Record<string, string>>;
}

export interface Part {
  name: string;
  /** What it plays, for the list of `--help`. */
  about: string;
  /** How its outcome is written: as Vitest's JSON, as the campaign's JSON, or only as an exit code. */
  leaves: 'tests' | 'campaign' | 'code';
  command: (setting: NightSetting) => Command;
}

/** The campaign lasts this share of the night. */
const campaignShare = 0.5;
const schemathesisSeconds = 300;

/** A whole number that a seed gives to one use. */
const numberOf = (seed: string, use: string, below = 2 ** 31) => new Seeded(seed).stream(use).below(below);

/** The test files that ask how much is played, by what they begin with: nobody keeps a list. */
const grown = (isWanted: (path: string) => boolean): string[] =>
  globSync('{runtime,server,gateway,device-agent,test}/**/*.test.ts', { cwd: root })
    .sort()
    .filter((path) => isWanted(path) && /\/extent\.ts'/.test(readFileSync(join(root, path), 'utf8')));

const tests = (files: readonly string[], environment: Record<string, string>): Command => ({
  words: ['node_modules/vitest/vitest.mjs', 'run', ...files],
  environment: { [extentName]: 'nightly', ...environment },
});

const clusterRounds = 'test/faults/cluster_rounds.test.ts';
const stories = 'test/simulation/stories/';
const stops = 'test/simulation/stops/';
const isOfFaults = (path: string) => path.startsWith('test/faults/') && path !== clusterRounds;
const isOfPhones = (path: string) => path.startsWith('test/phones/');

export const parts: readonly Part[] = [
  {
    name: 'faults',
    about: 'test/faults/ with every place, more rounds and more kills',
    leaves: 'tests',
    command: () => tests(grown(isOfFaults), {}),
  },
  {
    name: 'cluster',
    about: 'nine rounds on a database of three nodes that fails over',
    leaves: 'tests',
    command: () => tests([clusterRounds], {}),
  },
  {
    name: 'stories',
    about: 'stories of accounts in the simulation, with kills and overlaps, sixty to a seed',
    leaves: 'tests',
    command: ({ seed, stories: count }) =>
      tests([stories], { SIMULATION_SEED: seed, SIMULATION_STORIES: String(count) }),
  },
  {
    name: 'stops',
    about: 'a stop against claims, retries, releases and cancels, a thousand accounts to a seed',
    leaves: 'tests',
    command: ({ seed, hours, stops: count }) =>
      tests([stops], {
        SIMULATION_SEED: seed,
        SIMULATION_STOPS: String(count),
        SIMULATION_HOURS: String(hours),
      }),
  },
  {
    name: 'sizes',
    about: 'the largest sizes and the longest properties of all other tests',
    leaves: 'tests',
    command: ({ seed }) =>
      tests(
        grown((path) => !/^test\/(faults|phones|simulation)\//.test(path)),
        { FUZZ_SEED: String(numberOf(seed, 'fuzz')), FIRST_COURSE: String(numberOf(seed, 'courses', 1e6)) },
      ),
  },
  {
    name: 'phones',
    about: 'long stories of phones',
    leaves: 'tests',
    command: ({ seed }) => tests(grown(isOfPhones), { FUZZ_FIRST: String(numberOf(seed, 'phones', 1e6)) }),
  },
  {
    name: 'schemathesis',
    about: 'schemathesis on every operation of both OpenAPI documents',
    leaves: 'tests',
    command: ({ seed }) =>
      tests(['test/judges/schemathesis.test.ts'], {
        SCHEMATHESIS_SECONDS: String(schemathesisSeconds),
        SCHEMATHESIS_SEED: String(numberOf(seed, 'schemathesis')),
      }),
  },
  {
    name: 'campaign',
    about: 'the campaign, for half of the night',
    leaves: 'campaign',
    command: ({ seed, hours }) => ({
      words: ['test/campaign/main.ts', '--seed', seed, '--minutes', String(hours * 60 * campaignShare)],
      environment: {},
    }),
  },
  {
    name: 'turns',
    about: 'the largest requests of every operation, and what holds a process for longer than 50 ms',
    leaves: 'code',
    command: () => ({ words: ['test/campaign/main.ts', '--turns'], environment: {} }),
  },
  {
    name: 'bench',
    about: 'the promised numbers',
    leaves: 'code',
    command: () => ({ words: ['test/bench/main.ts'], environment: {} }),
  },
];

/** The parts of these names, or all, without those of other names; in the order in which they are played. */
export function chooseParts({
  only,
  without,
}: {
  only?: readonly string[];
  without: readonly string[];
}): Part[] {
  return parts.filter(({ name }) => (only?.includes(name) ?? true) && !without.includes(name));
}
