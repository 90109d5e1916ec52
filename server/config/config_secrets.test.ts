// Secrets are read from where a configuration file says they are, and nothing of them is ever in an error.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretReader } from './config_secrets.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'password'), 'canary of two\nlines\n');
  writeFileSync(join(folder, 'large'), 'x'.repeat(65_537));
});
afterAll(() => rmSync(folder, { recursive: true }));

function replace(value: unknown, environment: NodeJS.ProcessEnv = {}) {
  const reader = createSecretReader(environment, folder);
  const errors: string[] = [];
  return { value: reader.replace(value, 'it', errors), errors, names: reader.names() };
}

test('references are replaced at any depth, once, and everything else stays as it is', () => {
  const value = {
    a: 'env:A',
    list: [{ b: 'file:inner/password' }, 'env:A', 5, null, true],
    plain: ['env', 'env:', 'file:', 'an env:A', 'ENV:A'],
    __proto__: { a: 'env:A' },
  };
  expect(replace(value, { A: 'env:B', B: 'never' })).toEqual({
    value: {
      a: 'env:B',
      list: [{ b: 'canary of two\nlines' }, 'env:B', 5, null, true],
      plain: ['env', 'env:', 'file:', 'an env:A', 'ENV:A'],
    },
    errors: [],
    names: ['A'],
  });
});

test('a reference that leads nowhere is an error with its place', () => {
  const value = { a: 'env:NOT_SET', b: ['env:EMPTY'], c: { d: 'file:none' }, e: 'file:inner', f: 'file:\0' };
  const { errors } = replace(value, { EMPTY: '', OTHER: 'canary' });
  expect(errors).toEqual([
    'it.a names the variable NOT_SET, which is not set',
    'it.b[0] names the variable EMPTY, which is not set',
    'it.c.d names a file that cannot be read',
    'it.e names a file that cannot be read',
    'it.f names a file that cannot be read',
  ]);
});

test('too large a file and too deep a value are errors', () => {
  expect(replace({ a: 'file:large' }).errors).toEqual(['it.a names a file of more than 65536 bytes']);
  let deep: unknown = 'env:A';
  for (let depth = 0; depth < 10_000; depth++) deep = [deep];
  expect(replace(deep).errors).toEqual([`it${'[0]'.repeat(16)} is nested too deeply`]);
});
