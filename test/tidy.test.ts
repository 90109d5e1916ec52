// The house rules as tests: who may import what, where the clock and the environment are read, how files are named.
// Each rule also judges snippets that break it and snippets that keep it, so that no rule can fall silent.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleWordRules } from './tidy/console_word_rules.ts';
import { functionRules, listedAsLong, longFunctionsOf } from './tidy/function_rules.ts';
import { layerRules } from './tidy/layer_rules.ts';
import { networkRules } from './tidy/network_rules.ts';
import { placeRules } from './tidy/place_rules.ts';
import { largeFoldersOf, listedAsLarge, type Project, projectRules } from './tidy/project_rules.ts';
import { isGenerated, parse } from './tidy/source_file.ts';
import { storeRules } from './tidy/store_rules.ts';
import { styleRules } from './tidy/style_rules.ts';
import { wordRules } from './tidy/word_rules.ts';

const root = dirname(import.meta.dirname);

/** Every text file of the project; generated code is judged by `npm run check`. */
function listFiles(): string[] {
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const folders = ['.ci', 'proto', 'runtime', 'server', 'gateway', 'device-agent', 'test'].filter((name) =>
    existsSync(join(root, name)),
  );
  const inside = folders.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true }),
  );
  const paths = [...top, ...inside.filter((entry) => entry.isFile())].map((entry) =>
    relative(root, join(entry.parentPath, entry.name)),
  );
  return paths.filter((path) => !isGenerated(path) && !/\.(png|webp|ico|woff2|log)$/.test(path));
}

const rules = [
  ...placeRules,
  ...networkRules,
  ...layerRules,
  ...storeRules,
  ...styleRules,
  ...functionRules,
  ...wordRules,
  ...consoleWordRules,
];
const files = listFiles().map((path) => parse(path, readFileSync(join(root, path), 'utf8')));

test('the whole project is looked at', () => {
  for (const part of ['proto/', 'runtime/', 'server/', 'gateway/', 'device-agent/', 'test/'])
    expect(files.filter(({ path }) => path.startsWith(part)).length).toBeGreaterThan(1);
  expect(files.map(({ path }) => path)).toContain('package-lock.json');
});

test('every rule is shown to find what it forbids and to leave what it allows', () => {
  for (const { title, breaks, keeps } of [...rules, ...projectRules]) {
    expect([title, breaks.length > 0, keeps.length > 0]).toEqual([title, true, true]);
  }
});

test('no function is listed as long that is short or gone', () => {
  const long = new Set(
    files.flatMap((file) => longFunctionsOf(file).map(({ name }) => `${file.path} ${name}`)),
  );
  expect([...listedAsLong].filter((name) => !long.has(name))).toEqual([]);
});

test('no folder is listed as large that is small or gone', () => {
  const large = largeFoldersOf(files);
  expect([...listedAsLarge].filter((folder) => !large.has(folder))).toEqual([]);
});

describe.each(rules)('$title', ({ faultsOf, breaks, keeps }) => {
  test('in every file', () => {
    expect(files.flatMap((file) => faultsOf(file).map((fault) => `${file.path} ${fault}`))).toEqual([]);
  });

  test.each(breaks)('a breach in %s is found (%#)', (path, text) => {
    expect(faultsOf(parse(path, text))).not.toEqual([]);
  });

  test.each(keeps)('%s may do what it does (%#)', (path, text) => {
    expect(faultsOf(parse(path, text))).toEqual([]);
  });
});

describe.each(projectRules)('$title', ({ faultsOf, breaks, keeps }) => {
  const judge = (project: Project) =>
    faultsOf(Object.entries(project).map(([path, text]) => parse(path, text)));

  test('in the whole project', () => {
    expect(faultsOf(files)).toEqual([]);
  });

  test.each(breaks)('a breach is found (%#)', (project) => {
    expect(judge(project)).not.toEqual([]);
  });

  test.each(keeps)('what is allowed is left (%#)', (project) => {
    expect(judge(project)).toEqual([]);
  });
});
