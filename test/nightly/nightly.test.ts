import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playNight } from './night.ts';
import { type Command, chooseParts, type Part, parts } from './parts.ts';
import { hasFailed, inWords, type Left, type NightReport, readPart, typed } from './report.ts';

const root = join(import.meta.dirname, '../..');
const setting = { seed: 'a7', hours: 8, stories: 2_000, stops: 30_000 };
const namesOf = (chosen: readonly Part[]) => chosen.map(({ name }) => name);
const part = (name: string) => chooseParts({ only: [name], without: [] })[0] as Part;

const passed = { fullName: 'it holds', status: 'passed', meta: { played: { stories: 20 } } };
const broken = {
  fullName: 'it holds (twice), too',
  status: 'failed',
  failureMessages: ['AssertionError: 1 is not 2\n    at x.ts:1'],
};
const testsJson = (...assertionResults: object[]) => ({
  numPassedTests: 1,
  numPendingTests: 3,
  testResults: [{ name: `${root}/test/faults/a.test.ts`, status: 'passed', assertionResults }],
});
const command: Command = { words: ['node_modules/vitest/vitest.mjs', 'run'], environment: { A_SEED: 'a 7' } };
const read = (of: string, left: Left) => readPart(part(of), command, left, { tookS: 61, root });

/** Plays a night in which each part takes as long as `hours` says, and ends as `lefts` says. */
async function night(chosen: readonly Part[], hours: number, lefts: Record<string, Left> = {}) {
  let nowMs = 0;
  const run = async ({ name, leaves }: Part) => {
    nowMs += hours * 3_600_000;
    return lefts[name] ?? { code: 0, ...(leaves === 'tests' && { json: testsJson(passed) }) };
  };
  const { signal } = new AbortController();
  return playNight({ setting, parts: chosen, root, run, nowMs: () => nowMs, say: () => {}, signal });
}

test('--only and --without choose parts, which are played in their order', () => {
  expect(namesOf(chooseParts({ without: [] }))).toEqual(namesOf(parts));
  expect(namesOf(chooseParts({ only: ['bench', 'faults', 'turns'], without: ['turns'] }))).toEqual([
    'faults',
    'bench',
  ]);
});

test('each part names files that are there, and every test that asks how much is played is in one of them', () => {
  const words = parts.flatMap((each) =>
    each.command(setting).words.filter((word) => word.startsWith('test/')),
  );
  expect(words.filter((word) => !existsSync(join(root, word)))).toEqual([]);
  expect(new Set(words).size).toBe(words.length - 1);
  expect(words).toEqual(
    expect.arrayContaining(['test/faults/carrier.test.ts', 'test/contract/fuzzer.test.ts']),
  );
});

test('the guide says of each part what it plays', () => {
  const guide = readFileSync(join(root, 'gateway/docs/guides/contributing.md'), 'utf8');
  const [, night = ''] = guide.split('### The night\n');
  const [section = ''] = night.split('\n## ');
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(namesOf(parts));
});

test('a report of tests counts what was played, and names each failure with the command that repeats it', () => {
  expect(read('faults', { code: 0, json: testsJson(passed, passed) })).toEqual({
    ...{ part: 'faults', tookS: 61, failed: [] },
    played: { files: 1, tests: 1, skipped: 3, stories: 40 },
  });
  expect(read('faults', { code: 1, json: testsJson(passed, broken) }).failed).toEqual([
    {
      what: 'test/faults/a.test.ts: it holds (twice), too: AssertionError: 1 is not 2',
      command: String.raw`A_SEED='a 7' npm test -- test/faults/a.test.ts -t 'it holds \(twice\), too'`,
    },
  ]);
  const unloaded = {
    name: `${root}/test/b.test.ts`,
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  expect(
    read('faults', { code: 1, json: { ...testsJson(), testResults: [unloaded] } }).failed.map(
      ({ what }) => what,
    ),
  ).toEqual(['test/b.test.ts: no such module']);
});

test('a report of the campaign counts faults and sends, and names each guarantee that was broken', () => {
  const breach = { guarantee: 'nothing is lost', what: 'text 7\nof account 1' };
  const json = { seed: 'a7', faultsDone: 12, sends: { asked: 90 }, breaches: [breach, breach] };
  expect(read('campaign', { code: 1, json })).toMatchObject({
    played: { faults: 12, sends: 90 },
    failed: [{ what: 'nothing is lost, 2 times: text 7', command: typed(command) }],
  });
});

test('a part that ends badly has failed, and so has one that leaves no report', () => {
  expect(read('bench', { code: 0 }).failed).toEqual([]);
  expect(read('bench', { code: 3 }).failed.map(({ what }) => what)).toEqual(['it ended with code 3']);
  expect(read('faults', { code: 0 }).failed).toHaveLength(1);
  expect(read('campaign', { code: 2, json: { faultsDone: 1, sends: {}, breaches: [] } }).failed).toHaveLength(
    1,
  );
});

test('parts are played one after the other until the night is over, and the report says which were not', async () => {
  const chosen = chooseParts({ only: ['faults', 'turns', 'bench'], without: [] });
  expect(hasFailed(await night(chosen, 1))).toBe(false);
  const report: NightReport = await night(chosen, 4, { turns: { code: 1 } });
  expect(report).toMatchObject({
    ...{ seed: 'a7', tookS: 8 * 3_600, notBegun: ['bench'] },
    parts: [{ part: 'faults', tookS: 4 * 3_600 }, { part: 'turns' }],
  });
  expect(hasFailed(report)).toBe(true);
  expect(inWords(report)).toBe(`Night of 480 min, seed a7
faults: 240 min, 1 files, 1 tests, 3 skipped, 20 stories, nothing failed
turns: 240 min, 1 FAILED
  it ended with code 1
    npm run campaign -- --turns
The night was too short for bench.`);
});
