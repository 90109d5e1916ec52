// The compose file, judged by docker-compose itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasProgram, testNeeding } from '../../../test/support/programs.ts';
import { readConnection } from '../../cli/core_client/config.ts';
import { coreVariables } from '../../config/config_core.ts';

const file = join(import.meta.dirname, 'compose.yaml');
const text = readFileSync(file, 'utf8');
const env = {
  PATH: process.env.PATH,
  IMAGE: 'textrelay:1.2.3',
  POSTGRES_PASSWORD: 'guarded',
  TEXTRELAY_SERVICE_TOKEN: 'a-service-token-for-tests',
};
const words = ['-f', file, 'config'];

testNeeding(
  hasProgram('docker-compose'),
  'docker-compose',
  'docker-compose takes it, and refuses it without the secrets',
  () => {
    const said = execFileSync('docker-compose', words, { env, encoding: 'utf8' });
    for (const line of ['image: textrelay:1.2.3', 'condition: service_healthy', '@database:5432/textrelay'])
      expect(said).toContain(line);
    const { status, stderr } = spawnSync('docker-compose', words, {
      env: { PATH: env.PATH },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Missing mandatory value')]);
  },
);

test('every part of ours is hardened, has a health check of its own, and faces this machine alone at first', () => {
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
    expect(text).toContain(line);
  expect(text.match(/<<: \*hardened/g)).toHaveLength(3);
  for (const part of ['core', 'gateway', 'agent'])
    expect(text).toContain(`test: [CMD, textrelay, health, ${part}]`);
  for (const [, published] of text.matchAll(/^ {4}ports: \["(.*)"\]/gm))
    expect(published).toMatch(/^\$\{\w+:-127\.0\.0\.1:\d+\}:\d+$/);
});

/** The lines of one service. */
const serviceOf = (name: string) =>
  new RegExp(`\\n {2}${name}:\\n((?: {4}.*\\n|\\n| *#.*\\n)*)`).exec(text)?.[1] ?? '';

test('internal calls stay on this machine: no port of them is published', () => {
  const published = [...text.matchAll(/^ {4}ports: .*:(\d+)"\]$/gm)].map(([, port]) => port);
  expect(published.sort()).toEqual(['4200', '8080']);
  expect(serviceOf('core')).toContain('TEXTRELAY_CORE_LISTEN: 0.0.0.0:4100');
});

test('the operator’s commands of the guide run where the address of the core and the credential are', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../gateway/docs/guides/installing.md'), 'utf8');
  const within = [...guide.matchAll(/compose\.yaml exec (\w+) textrelay admin/g)].map(
    ([, name = '']) => name,
  );
  expect(within.length).toBeGreaterThan(0);
  for (const name of within) {
    const names = [...serviceOf(name).matchAll(/^ {6}(TEXTRELAY_\w+): (\S+)/gm)];
    const environment = Object.fromEntries(names.map(([, variable, value]) => [variable, value]));
    expect(readConnection(environment).core).toBe('core:4100');
  }
});

test('image and secrets have no default', () => {
  for (const name of ['IMAGE', 'POSTGRES_PASSWORD', 'TEXTRELAY_SERVICE_TOKEN'])
    expect([name, new RegExp(`\\$\\{${name}(?!:\\?)`).test(text)]).toEqual([name, false]);
});

test('it sets no variable that the core does not know', () => {
  const names = [...serviceOf('core').matchAll(/^ {6}((?:TEXTRELAY|DATABASE)_\w+): /gm)].map(
    ([, name]) => name ?? '',
  );
  expect(names.length).toBeGreaterThan(4);
  const known = [...Object.keys(coreVariables), 'TEXTRELAY_PUBLIC_URL'];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});
