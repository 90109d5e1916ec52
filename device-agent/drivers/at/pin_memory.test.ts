// The memory of PINs that were tried: whatever happens, a SIM is never asked a third time without a success.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PinMemory, pinFileName } from './pin_memory.ts';

const sim = '8910390000012345678';
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pins-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const anew = () => new PinMemory(dir);

test('a PIN that was refused is never tried again, also by the next run', () => {
  anew().begin(sim, '1111');
  anew().refuse(sim, '1111');
  expect(anew().obstacle(sim, '1111')).toBe('refused');
  expect(anew().obstacle('another', '1111')).toBeUndefined();
});

test('another PIN may be tried once; a third would lock the SIM', () => {
  anew().begin(sim, '1111');
  anew().refuse(sim, '1111');
  expect(anew().obstacle(sim, '2222')).toBeUndefined();
  anew().begin(sim, '2222');
  anew().refuse(sim, '2222');
  expect(anew().obstacle(sim, '3333')).toBe('too_many');
});

test('tries whose end nobody saw count as well', () => {
  anew().begin(sim, '1111');
  expect(anew().obstacle(sim, '1111')).toBeUndefined();
  anew().begin(sim, '1111');
  expect(anew().obstacle(sim, '1111')).toBe('too_many');
});

test('a try that was none is taken back, and a refusal is not', () => {
  anew().begin(sim, '1111');
  anew().refuse(sim, '1111');
  anew().begin(sim, '2222');
  anew().withdraw(sim, '2222');
  expect(anew().obstacle(sim, '2222')).toBeUndefined();
  expect(anew().obstacle(sim, '1111')).toBe('refused');
});

test('a success wipes the slate of that SIM', () => {
  anew().begin(sim, '1111');
  anew().refuse(sim, '1111');
  anew().begin('another', '1111');
  anew().forget(sim);
  expect(anew().obstacle(sim, '1111')).toBeUndefined();
  expect(anew().isEmpty).toBe(false);
});

test('the file holds neither PIN nor SIM, and is for its owner alone', () => {
  // Long enough that no random salt holds it by chance.
  anew().begin(sim, '73918264');
  anew().refuse(sim, '73918264');
  const path = join(dir, pinFileName);
  expect(readFileSync(path, 'utf8')).not.toMatch(/73918264|8910390000012345678/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file that cannot be read lets no PIN through', () => {
  writeFileSync(join(dir, pinFileName), '{"salt":');
  expect(() => anew().obstacle(sim, '1111')).toThrow();
});
