// The guide says of each table what makes it grow and what bounds it, and what it says is let go of has a statement that does so.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableNames } from '../../server/store/schema/tables.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'gateway/docs/guides/limits.md'), 'utf8');
const [, after = ''] = guide.split('## What grows, and what bounds it\n');
const [section = ''] = after.split('\n## ');
const rows = [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, name = '', growth = '', bound = '']) => ({ name, growth, bound }),
);

test('each table is named in "What grows, and what bounds it", and no other', () => {
  expect(rows.map(({ name }) => name).toSorted()).toEqual(tableNames.toSorted());
});

test('each has a number, a time, something that it goes with, or the reason why it is kept', () => {
  const bounded = /\d|\b(one|some|three|kept|pruned?|go(es)?|release|drops|ends?|as long as|last|newest)\b/;
  expect(rows.filter(({ bound }) => !bounded.test(bound)).map(({ name }) => name)).toEqual([]);
});

test('what goes after its time has a statement that deletes it', () => {
  const sources = globSync('server/store/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const isDeleted = (name: string) =>
    new RegExp(`delete from ${name}\\b|(rowsOf|keysWithWindows)\\(\\s*'${name}'`).test(sources);
  const goes = rows.filter(({ bound }) => /\bgo(es)?\b/.test(bound));
  expect(goes.length).toBeGreaterThan(15);
  expect(goes.filter(({ name }) => !isDeleted(name)).map(({ name }) => name)).toEqual([]);
});
