// The papers of the installed service: the units, the package's description, and that its command starts each part as the
// scripts of the checkout do.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programs } from '../../runtime/bundle/options.ts';
import { hasProgram, testNeeding } from '../../test/support/programs.ts';
import { describePackage, type RootPackage } from './package_json.ts';

const root = join(import.meta.dirname, '..', '..');
const rootPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootPackage & {
  scripts: Record<string, string>;
};
const launcher = readFileSync(join(import.meta.dirname, 'textrelay.js'), 'utf8');
const units = globSync(join(import.meta.dirname, 'units', '*.service')).sort();

/** What systemd finds in a unit that nobody should be exposed to: the worst is 10, and a bare unit has 9.2. */
const mostExposure = 2;

test('every part is started as by npm: the same program, with the same options of Node', () => {
  const started = [...launcher.matchAll(/program: '(.+)\.js',\s+options: \[(.*)\]/g)];
  expect(started).toHaveLength(programs.length);
  for (const [, program = '', options = ''] of started) {
    expect(programs).toContain(`${program}.ts`);
    const script = Object.values(rootPackage.scripts).find((words) => words.endsWith(` ${program}.ts`));
    const given = options.match(/--[^']+/g) ?? [];
    if (script) expect(script.match(/ --\S+/g)?.map((word) => word.trim()) ?? []).toEqual(given);
  }
});

test('its package.json brings Node and PostgreSQL in exact versions, and nothing that has to be there', () => {
  const document = JSON.parse(describePackage(rootPackage, 'x.js'));
  expect(document).toMatchObject({
    name: 'textrelay-server',
    version: rootPackage.version,
    bin: { textrelay: 'x.js' },
    optionalDependencies: {
      ...rootPackage.optionalDependencies,
      serialport: rootPackage.dependencies.serialport,
    },
  });
  expect(document).not.toHaveProperty('dependencies');
  expect(document).not.toHaveProperty('scripts');
  for (const version of Object.values(document.optionalDependencies))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
});

test('there is a unit for the core, the gateway and the whole service', () => {
  expect(units.map((path) => basename(path))).toEqual([
    'textrelay-core.service',
    'textrelay-gateway.service',
    'textrelay.service',
  ]);
  for (const path of units) {
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const line of ['Restart=always', 'StartLimitIntervalSec=0', 'KillMode=mixed', 'DynamicUser=yes'])
      expect([basename(path), lines.includes(line) && line]).toEqual([basename(path), line]);
    expect(lines.filter((line) => line.startsWith('MemoryDenyWriteExecute='))).toEqual([]);
  }
});

describe.each(units.map((path) => [basename(path), path]))('%s', (_, path) => {
  const hasAnalyze = hasProgram('systemd-analyze');
  testNeeding(hasAnalyze, 'systemd-analyze', 'systemd finds nothing to say of it', () => {
    const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  testNeeding(hasAnalyze, 'systemd-analyze', 'it is exposed to little: at most 2.0', () => {
    const words = ['security', '--offline=true', '--no-pager', path];
    const said = execFileSync('systemd-analyze', words, { encoding: 'utf8' });
    const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(said)?.[1]);
    expect(exposure).toBeLessThanOrEqual(mostExposure);
  });
});
