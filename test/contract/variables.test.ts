// The variables of the product: the names that are known are those that are documented and read, and a
// misspelt one is named by every process at its start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeUnknownVariables, variableNames } from '../../runtime/config/variable_names.ts';
import { withTables } from '../configuration_table.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const parts = ['runtime', 'server', 'gateway', 'device-agent'];

const guides = readdirSync(join(root, 'gateway', 'docs', 'guides')).map(
  (name) => `gateway/docs/guides/${name}`,
);

/** What textrelay-mcp is given: it runs beside a model, not beside the service. */
const ofMcpProgram = ['TEXTRELAY_URL', 'TEXTRELAY_KEY'];

test('every variable that the sources or the documents name is known', () => {
  const sources = parts.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing\/|variable_names/.test(path))
      .map((path) => read(`${part}/${path}`)),
  );
  const named = [...sources, ...['README.md', ...guides].map(read)].flatMap(
    (text) => text.match(/TEXTRELAY_[A-Z0-9_]*[A-Z0-9]\b/g) ?? [],
  );
  const isStart = (name: string) => variableNames.some((known) => known.startsWith(`${name}_`));
  const known = [...variableNames, ...ofMcpProgram];
  expect([...new Set(named)].filter((name) => !known.includes(name) && !isStart(name))).toEqual([]);
});

test('the configuration guide lists every variable with its default, as the validators have them', () => {
  const guide = read('gateway/docs/guides/configuration.md');
  expect(guide).toBe(withTables(guide));
  const isForTests = (name: string) => /_(BENCH|TEST)_/.test(name);
  const listed = new Set(guide.match(/^\| `TEXTRELAY_\w+`/gm)?.map((cell) => cell.slice(3, -1)));
  expect(variableNames.filter((name) => !isForTests(name) && !listed.has(name))).toEqual([]);
});

test('a misspelt name is shown with the one that is meant, and no value', () => {
  const lines = describeUnknownVariables(
    {
      TEXTRELAY_GATEWAY_LISTN: 'secret',
      TEXTRELAY_DATADIR: 'secret',
      TEXTRELAY_AGENT_PIN: '1234',
      TEXTRELAY_CORE_LISTEN: '',
      TEXTRELAY_XYZZY: 'secret',
      TEXTRELAY_MAIN_PASSWORD: 'secret',
      PATH: '/bin',
    },
    ['TEXTRELAY_MAIN_PASSWORD'],
  );
  expect(lines).toEqual([
    'TEXTRELAY_GATEWAY_LISTN is not known and does nothing; TEXTRELAY_GATEWAY_LISTEN is',
    'TEXTRELAY_DATADIR is not known and does nothing; TEXTRELAY_DATA_DIR is',
    'TEXTRELAY_XYZZY is not known and does nothing',
  ]);
});

test.each([
  ['server/main.ts', []],
  ['server/standalone.ts', []],
  ['gateway/main.ts', []],
  ['device-agent/main.ts', ['drivers']],
])('%s says so at its start', async (script, args) => {
  const environment = {
    PATH: process.env.PATH,
    TEXTRELAY_AGENT_DRVER: 'x',
    TEXTRELAY_CORE_LISTEN: 'none',
    HOME: '/nowhere',
  };
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stderr.on('data', (data) => {
    reported += data;
  });
  const ended = once(child, 'close');
  await ended;
  expect(reported).toContain(
    'TEXTRELAY_AGENT_DRVER is not known and does nothing; TEXTRELAY_AGENT_DRIVER is\n',
  );
});
