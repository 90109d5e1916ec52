// The type check remembers what it has found in earlier runs (`incremental` in tsconfig.json). It must find as much as a
// check of everything does.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const memory = 'types.tsbuildinfo';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  write('tsconfig.json', {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { types: [], tsBuildInfoFile: memory },
    include: ['.'],
    exclude: [],
  });
  write('package.json', { type: 'module' });
  writeFileSync(join(folder, 'taken.ts'), 'export const taken: number = 1;\n');
  writeFileSync(
    join(folder, 'taker.ts'),
    "import { taken } from './taken.ts';\nexport const sum: number = taken + 1;\n",
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));

/** The errors that `npm run check` would show, and whether it would fail. */
function check() {
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const { status, stdout } = spawnSync(tsc, ['--noEmit', '--pretty', 'false', '--project', folder], {
    encoding: 'utf8',
  });
  return {
    isFine: status === 0,
    errors: [...stdout.matchAll(/(\w+\.ts)\S* error TS/g)].map(([, file]) => file),
  };
}

test('an error that is left is found again, also one that a change of another file made', () => {
  expect(check()).toEqual({ isFine: true, errors: [] });
  expect(existsSync(join(folder, memory))).toBe(true);

  writeFileSync(join(folder, 'taken.ts'), "export const taken: string = '1';\n");
  expect(check()).toEqual({ isFine: false, errors: ['taker.ts'] });
  expect(check()).toEqual({ isFine: false, errors: ['taker.ts'] });

  rmSync(join(folder, 'taken.ts'));
  expect(check()).toEqual({ isFine: false, errors: ['taker.ts'] });
}, 120_000);
