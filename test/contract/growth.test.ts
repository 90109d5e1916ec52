// The guide says of each table what makes it grow and what bounds it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableNames } from '../../server/store/schema/tables.ts';

test('each table is named in "What grows, and what bounds it", and no other', () => {
  const guide = join(import.meta.dirname, '../../gateway/docs/guides/operating.md');
  const [, after = ''] = readFileSync(guide, 'utf8').split('## What grows, and what bounds it\n');
  const [section = ''] = after.split('\n## ');
  const named = [...section.matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(tableNames.toSorted());
});
