// The project's own changelog has the form that a release and its readers go by.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareVersions, versionsIn } from './changelog.ts';

const root = join(import.meta.dirname, '..', '..');
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const headings = (level: string) => changelog.split('\n').filter((line) => line.startsWith(`${level} `));

test('the changelog begins with what is unreleased, and has each version with its date, the newest first', () => {
  const [first, ...others] = headings('##');
  expect(first).toBe('## [Unreleased]');
  for (const line of others) expect(line).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
  const versions = versionsIn(changelog);
  expect(versions.length).toBe(others.length);
  expect(versions.toSorted((a, b) => compareVersions(b, a))).toEqual(versions);
});

test('the changelog groups what it lists by what happened to it', () => {
  const groups = headings('###').map((line) => line.slice(4));
  const known = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']);
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.filter((group) => !known.has(group))).toEqual([]);
});

test.each([
  ['1.0.0', '0.9.9'],
  ['0.10.0', '0.9.0'],
  ['0.1.10', '0.1.9'],
])('%s is later than %s', (later, earlier) => {
  expect(compareVersions(later, earlier)).toBeGreaterThan(0);
  expect(compareVersions(earlier, later)).toBeLessThan(0);
  expect(compareVersions(later, later)).toBe(0);
});
