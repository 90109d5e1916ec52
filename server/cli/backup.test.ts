// `backup`, `restore` and `held`: what is asked, and what a person or a program sees.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Simulation } from '../../test/simulation/simulation.ts';
import { newPlace } from '../embedded/testing/places.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';
import { typeLine } from './testing/type_line.ts';

const { asked, connection, type, typeJson } = provideCore();
let place: string;
beforeAll(() => {
  place = newPlace();
});
afterAll(() => rmSync(place, { recursive: true }));

test('held texts are listed, and decided step by step, for one account or for all', async () => {
  expect((await type('held list')).out).toBe(`ACCOUNT          NAME  TEXTS\n${accountId}  Acme  3\n`);
  expect(await typeJson('held release --all')).toEqual({ released: 4 });
  expect(await typeJson(`held drop ${accountId}`)).toEqual({ dropped: 2 });
  expect(asked()).toEqual([
    ['countHeldTexts', {}],
    ['countHeldTexts', {}],
    ['decideHeldTexts', { accountId, release: true }],
    ['decideHeldTexts', { accountId, release: true }],
    ['decideHeldTexts', { accountId, release: false }],
  ]);
  expect(await type('held drop 5')).toMatchObject({ code: 1, error: 'account not found\n' });
});

test.each([
  'held release',
  `held release ${accountId} --all`,
  'backup',
  'backup /x --every 0h',
  'backup /x --every 31d',
  'backup /x --every 6',
  'backup /x --keep 0',
  'backup /x --keep 1001',
  'backup verify',
  'restore',
  'restore /x --database',
  'restore --database',
])('"%s" is typed wrongly', async (line) => {
  expect((await type(line)).code).toBe(2);
  expect(asked()).toEqual([]);
});

test('what is no backup, and a database that does not run, are named in one line', async () => {
  const machine = { readDatabases: () => ({ dataDir: place, url: '' }) };
  const typeAt = (line: string) => typeLine(line, connection(), machine);
  expect(await typeAt(`backup verify ${place}`)).toMatchObject({
    code: 1,
    error: expect.stringMatching(/ is no backup: .*\n$/),
  });
  expect(await typeAt(`restore ${place}`)).toMatchObject({
    code: 1,
    error: expect.stringContaining('is no backup'),
  });
  const { code, error } = await typeAt(`backup ${join(place, 'to')}`);
  expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^no database runs in .*\n$/) });
});

test('with --every a failed backup is shown, and the next one is tried in its time', async () => {
  const simulation = Simulation.begin();
  const [errors, end] = [[] as string[], new AbortController()];
  const running = typeLine(`backup ${place} --every 6h --keep 3`, connection(), {
    readDatabases: () => ({ dataDir: place, url: '' }),
    writeError: (text) => void errors.push(text),
    clock: simulation.clockOf('the command'),
    stopRequests: () => end.signal,
  });
  await simulation.run('12 h');
  expect(errors).toHaveLength(3);
  end.abort();
  expect((await running).code).toBe(0);
  await simulation.end();
  expect(errors[1]).toMatch(/^the backup failed: no database runs in /);
});
