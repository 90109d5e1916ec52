// The README's carriers files are what the core reads: an operator copies them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCarriersConfig } from '../../server/config/config_carriers.ts';

const directory = mkdtempSync(join(tmpdir(), 'textrelay-readme-'));
afterAll(() => rmSync(directory, { recursive: true }));

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```json\n(\{\n {2}"carriers":.*?)```/gs)].map(([, json]) => json ?? '');
const secrets = { SMPP_PASSWORD: 'secret', CLOUD_TOKEN: 'a-token', CLOUD_WEBHOOK_SECRET: 'a-long-secret' };

test('each carriers file in the README is read without a fault', () => {
  expect(examples).toHaveLength(2);
  for (const [index, json] of examples.entries()) {
    const path = join(directory, `${index}.json`);
    writeFileSync(path, json);
    const { carriers, faults } = readCarriersConfig({ ...secrets, TEXTRELAY_CARRIERS_FILE: path });
    expect(faults).toEqual([]);
    expect(carriers).toHaveLength(1);
  }
});
