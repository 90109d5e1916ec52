// What goes into the package, and that its papers are right.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { collectLicenses } from '../../runtime/bundle/licenses.ts';
import { systemClock } from '../../runtime/clock.ts';
import { hasProgram } from '../../test/support/programs.ts';
import { createProgram } from '../cli/program.ts';
import { driverKinds } from '../drivers/registry.ts';
import { oldestNode } from '../node_version.ts';
import { type BundledFiles, bundleAgent } from './bundled_files.ts';
import { describePackage, type RootPackage } from './package_json.ts';

const root = join(import.meta.dirname, '..', '..');
const unitPath = join(import.meta.dirname, 'textrelay-agent.service');
const rootPackage: RootPackage = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const unit = readFileSync(unitPath, 'utf8');

let bundled: BundledFiles;
beforeAll(async () => {
  bundled = await bundleAgent(root);
});

test('it is JavaScript all through: no types, and imports of what is there', () => {
  for (const [path, text] of bundled.files) {
    expect(path).toMatch(/^device-agent\/.*\.js$/);
    for (const [, name = ''] of text.matchAll(/(?:^import |^\} from |\bimport\()['"](\.[^'"]+)['"]/gm))
      expect(bundled.files.has(posix.join(posix.dirname(path), name)) || `${path} imports ${name}`).toBe(
        true,
      );
  }
  expect(bundled.files.get('device-agent/launch.js')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('what the agent loads late is in it too: the entry behind the look at Node, and the optional package', () => {
  expect(bundled.files.has('device-agent/main.js')).toBe(true);
  expect(bundled.imported).toEqual(['serialport']);
  const own = bundled.sources.filter((path) => !path.includes('node_modules/'));
  expect(own).toContainEqual(expect.stringMatching(/\/serial_port\.ts$/));
  expect(own.filter((path) => !/^(device-agent|runtime|proto\/gen)\//.test(path))).toEqual([]);
  expect(own.filter((path) => /\/(packing|testing)\/|\.test\.ts$/.test(path))).toEqual([]);
});

test('the oldest Node can read what is loaded before it is refused', () => {
  const waiting = ['device-agent/launch.js'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = bundled.files.get(path) ?? '';
    expect(text.length).toBeLessThan(4_000);
    for (const [, name = ''] of text.matchAll(/^(?:import .*|\} from )['"](.+)['"]/gm))
      if (name.startsWith('.')) waiting.push(posix.join(posix.dirname(path), name));
      else expect(name).toBe('node:module');
  }
});

test('the licences of the packages that are in it go along', () => {
  const text = collectLicenses(root, bundled.included);
  for (const name of ['commander', 'ws', '@bufbuild/protobuf'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n.`, 'm'));
  for (const server of ['fastify', 'postgres', 'stripe']) expect(bundled.included).not.toContain(server);
});

test('its package.json has exact versions, and a package that the project does not know is refused', () => {
  const document = JSON.parse(describePackage(rootPackage, 'x.js', bundled.imported));
  expect(document).toMatchObject({
    name: 'textrelay-agent',
    version: rootPackage.version,
    bin: { 'textrelay-agent': 'x.js' },
    engines: { node: `>=${oldestNode}` },
    optionalDependencies: { serialport: rootPackage.dependencies.serialport },
  });
  for (const version of Object.values({ ...document.dependencies, ...document.optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(() => describePackage(rootPackage, 'x.js', ['left-pad'])).toThrow(
    'left-pad is imported, but is not a dependency of the project',
  );
});

test('no statement numbers its parameters: Node binds those only from 24.7 on', () => {
  const own = bundled.sources.filter((path) => path.startsWith('device-agent/'));
  const numbered = own.filter((path) =>
    /\?[1-9]\d*\b(?=[\s,)])/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(numbered).toEqual([]);
});

test('the README names every command, and the oldest Node', () => {
  const program = createProgram('0', () => ({ clock: systemClock }) as never);
  const names = program.commands.map((command) => command.name());
  for (const name of names.filter((command) => command !== 'simulate-inbound'))
    expect(readme).toContain(`textrelay-agent ${name} `);
  expect(readme).toContain(`Node ${oldestNode.split('.').slice(0, 2).join('.')} or newer`);
  expect(driverKinds.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...readme.matchAll(/^TEXTRELAY_AGENT_DRIVER=(\S+)$/gm)].map(([, name]) => name)),
  );
});

test('the unit restarts the agent for ever, but not one that is unpaired, and hides no modem from it', () => {
  const lines = unit.split('\n');
  for (const line of [
    'Restart=always',
    'RestartPreventExitStatus=2',
    'StartLimitIntervalSec=0',
    'SupplementaryGroups=dialout',
  ])
    expect(lines).toContain(line);
  for (const name of [
    'PrivateDevices',
    'DevicePolicy',
    'DeviceAllow',
    'ProtectClock',
    'MemoryDenyWriteExecute',
  ])
    expect(lines.filter((line) => line.startsWith(`${name}=`))).toEqual([]);
});

test.skipIf(!hasProgram('systemd-analyze'))(
  'systemd finds nothing wrong with the unit (needs systemd-analyze)',
  () => {
    const said = execFileSync('systemd-analyze', ['verify', unitPath], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(said).toBe('');
  },
);
