import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch, parsePatch, reversePatch } from 'diff';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { driverIsPatched, PatchRefused, patchDriver } from './patch_driver.ts';

const installed = dirname(findPackageJSON('postgres', import.meta.url) ?? '');
const patch = readFileSync(new URL('./postgres-3.4.9.patch', import.meta.url), 'utf8');
const files = ['src/connection.js', 'src/queue.js'];

let root: string;
let driver: string;
let shipped: Record<string, string>;

/** A copy of the installed driver, as its authors ship it, in a project of its own. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patch-driver-'));
  driver = join(root, 'node_modules', 'postgres');
  cpSync(installed, driver, { recursive: true });
  shipped = {};
  for (const [index, file] of files.entries()) {
    const text = readFileSync(join(driver, file), 'utf8');
    const part = parsePatch(patch)[index];
    const reversed = part ? applyPatch(text, reversePatch(part)) : false;
    shipped[file] = reversed === false ? text : reversed;
    writeFileSync(join(driver, file), shipped[file]);
  }
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(driver, file), 'utf8');

test('a shipped driver is patched once, and a second run changes nothing', () => {
  expect(driverIsPatched(driver)).toBe(false);
  expect(patchDriver(driver)).toBe(true);
  expect(driverIsPatched(driver)).toBe(true);
  const once = files.map(read);
  expect(patchDriver(driver)).toBe(false);
  expect(files.map(read)).toEqual(once);
  expect(read('src/connection.js')).toContain('if (socket === null)');
  expect(readdirSync(join(driver, 'src')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a run that was cut short between two files is completed by the next', () => {
  patchDriver(driver);
  writeFileSync(join(driver, 'src/queue.js'), shipped['src/queue.js'] ?? '');
  expect(driverIsPatched(driver)).toBe(false);
  expect(patchDriver(driver)).toBe(true);
  expect(driverIsPatched(driver)).toBe(true);
});

test('another version is refused and left alone, even where the patch would fit', () => {
  writeFileSync(join(driver, 'package.json'), JSON.stringify({ name: 'postgres', version: '3.4.10' }));
  expect(() => patchDriver(driver)).toThrow(PatchRefused);
  expect(read('src/connection.js')).toBe(shipped['src/connection.js']);
  expect(driverIsPatched(driver)).toBe(false);
});

test('a file where a hunk does not fit refuses the whole patch', () => {
  writeFileSync(join(driver, 'src/queue.js'), 'export default () => {}\n');
  expect(() => patchDriver(driver)).toThrow(/src\/queue\.js is not as 3\.4\.9 ships it/);
  expect(read('src/connection.js')).toBe(shipped['src/connection.js']);
  expect(driverIsPatched(driver)).toBe(false);
});

test('a driver that is missing counts as not patched', () => {
  expect(driverIsPatched(join(root, 'nowhere'))).toBe(false);
});

test('the driver that the store imports is patched', () => {
  expect(driverIsPatched()).toBe(true);
});

/** Runs the program as `postinstall` does, in a project that holds copies of it, of the driver and of jsdiff. */
function runInCopy() {
  const here = dirname(fileURLToPath(import.meta.url));
  const store = join(root, 'server', 'store');
  mkdirSync(store, { recursive: true });
  for (const name of ['patch_driver.ts', 'postgres-3.4.9.patch']) cpSync(join(here, name), join(store, name));
  cpSync(dirname(findPackageJSON('diff', import.meta.url) ?? ''), join(root, 'node_modules', 'diff'), {
    recursive: true,
  });
  const run = () => spawnSync(process.execPath, [join(store, 'patch_driver.ts')], { encoding: 'utf8' });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  return run;
}

test('the program says one line when it patched, nothing when it had to do nothing', () => {
  const run = runInCopy();
  expect(run()).toMatchObject({ status: 0, stdout: 'postgres driver 3.4.9 patched\n', stderr: '' });
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('the program ends with 1 and one line for another version', () => {
  const run = runInCopy();
  writeFileSync(join(driver, 'package.json'), JSON.stringify({ name: 'postgres', version: '3.5.0' }));
  expect(run()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'postgres driver not patched: it is version 3.5.0, the patch is for 3.4.9\n',
  });
});
