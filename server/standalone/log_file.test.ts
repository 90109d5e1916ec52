import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { openLogFile } from './log_file.ts';

const { clock, run } = simulateEachTest();

test('a log that has grown past its bound is put aside and begun anew', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'log-'));
  const path = join(dir, 'x.log');
  const output = openLogFile(path, clock, 10);
  const read = () => [readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')];
  output.write('first line\n');
  await run(2_000);
  output.write('second\n');
  await run(2_000);
  expect(read()).toEqual(['first line\n', 'second\n']);
  output.write('third line\n');
  await run(2_000);
  expect(read()).toEqual(['second\nthird line\n', '']);
  output.close();
  rmSync(dir, { recursive: true });
});
