// The documents name files of the repository: each of them is there, also after it was moved.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const guides = join('gateway', 'docs', 'guides');
const documents = ['README.md', ...readdirSync(join(root, guides)).map((name) => join(guides, name))];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Paths from the project's folder, in code marks: with a slash, and below a top folder that is there. */
function pathsIn(text: string): string[] {
  const marked = [...text.matchAll(/`([a-z][\w./-]*\/[\w./-]*)`/g)].map(([, path = '']) => path);
  return marked.filter((path) => existsSync(join(root, path.split('/')[0] ?? '')));
}

/** Links to other files of the repository, from the document's own folder. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#:]+\.md)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);

describe.each(documents)('%s', (document) => {
  test('names no file that is not there', () => {
    expect(pathsIn(read(document)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('links to no file that is not there', () => {
    const folder = join(root, dirname(document));
    expect(linksIn(read(document)).filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });
});

test('every chapter of how to add something names files', () => {
  const chapters = read(join(guides, 'contributing.md')).split('\n### ').slice(1);
  expect(chapters.length).toBeGreaterThanOrEqual(5);
  for (const chapter of chapters) expect(pathsIn(chapter).length).toBeGreaterThanOrEqual(2);
});

test('the README is short, and names all guides', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(170);
  for (const document of documents.slice(1)) expect(readme).toContain(`](${document})`);
});

test('every package is in the table of dependencies, and nothing else', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const installed = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const rows = read(join(guides, 'dependencies.md')).match(/^\| `.*? \|/gm) ?? [];
  const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const fits = (name: string, pattern: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const isTypes = (name: string) => name.startsWith('@types/');
  expect(installed.filter((name) => !isTypes(name) && !listed.some((one) => fits(name, one)))).toEqual([]);
  expect(listed.filter((one) => !installed.some((name) => fits(name, one)))).toEqual([]);
});
