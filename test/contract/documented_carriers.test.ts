// The carriers files of the README and the guide are what the core reads: an operator copies them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCarriersConfig } from '../../server/config/config_carriers.ts';

const directory = mkdtempSync(join(tmpdir(), 'textrelay-readme-'));
afterAll(() => rmSync(directory, { recursive: true }));

const root = join(import.meta.dirname, '..', '..');
const documents = ['README.md', 'gateway/docs/guides/carriers.md'].map((path) =>
  readFileSync(join(root, path), 'utf8'),
);
const examples = documents.flatMap((text) =>
  [...text.matchAll(/```json\n(\{\n {2}"carriers":.*?)```/gs)].map(([, json]) => json ?? ''),
);
const secretsOf = (json: string) =>
  Object.fromEntries(
    [...json.matchAll(/"env:(\w+)"/g)].map(([, name]) => [
      name ?? '',
      name === 'SMPP_PASSWORD' ? 'secret' : 'a-secret-of-tests',
    ]),
  );

test('each carriers file in the README and the guide is read without an error', () => {
  expect(examples).toHaveLength(5);
  for (const [index, json] of examples.entries()) {
    const path = join(directory, `${index}.json`);
    writeFileSync(path, json);
    const { carriers, errors } = readCarriersConfig({ ...secretsOf(json), TEXTRELAY_CARRIERS_FILE: path });
    expect(errors).toEqual([]);
    expect(carriers).toHaveLength(1);
  }
});
