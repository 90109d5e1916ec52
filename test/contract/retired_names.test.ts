// One word for one thing, and the field's word where it has one. Names of our own that gave way to those come back in no path,
// identifier, table, command, heading or label.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../gateway/openapi/types.ts';
import { tables } from '../../server/store/schema/tables.ts';
import { startDescribed } from '../support/described/start_described.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));

/** What is said instead. */
const retired: Record<string, string> = {
  sendings: 'broadcasts',
  canned: 'saved reply',
  figure: 'stats',
  figures: 'stats',
  confirmation: 'approval',
  confirmations: 'approvals',
  hook: 'incoming webhook',
  hooks: 'incoming webhooks',
  place: 'subscription, cursor or slot',
  places: 'subscriptions, cursors or slots',
  person: 'user',
  people: 'members or users',
  proof: 're-authentication',
  prove: 'verify or reauthenticate',
  proved: 'verified',
  examine: 'diagnose',
  centre: 'SMSC',
  kept: 'data retention',
};

/** The words of a name, whichever case it is in. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/** Those of the names in which a retired word stands. */
const fallenBack = (names: Iterable<string>, allowed: readonly string[] = []) =>
  [...new Set(names)]
    .filter((name) => !allowed.includes(name))
    .flatMap((name) =>
      wordsOf(name)
        .filter((word) => Object.hasOwn(retired, word))
        .map((word) => `${name}: say ${retired[word]}`),
    );

/** Every name in a document: its paths, schemas, properties, parameters, values of enums, tags and ids. */
function* namesIn(part: Json, parent = ''): Generator<{ of: string; name: string }> {
  if (Array.isArray(part)) {
    for (const each of part)
      if (parent === 'enum' || parent === 'tags') {
        if (typeof each === 'string') yield { of: parent, name: each };
      } else yield* namesIn(each);
    return;
  }
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'example' || name === 'examples') continue;
    if (['paths', 'schemas', 'properties'].includes(parent)) yield { of: parent, name };
    if (
      ['operationId', 'name', 'title'].includes(name) &&
      typeof value === 'string' &&
      parent !== 'properties'
    )
      yield { of: name, name: value };
    yield* namesIn(value, name);
  }
}

describe('no retired name is', () => {
  let documents: Json[];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const described = await startDescribed();
    stop = described.stop;
    documents = [described.described.document, described.described.consoleDocument] as unknown as Json[];
  });
  afterAll(() => stop());

  test('in the interface over HTTP, whose properties are in snake_case', () => {
    const found = documents.flatMap((document) => [...namesIn(document)]);
    const names = found.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(1_000);
    // Programs post there: the address of an incoming webhook, and of a carrier's callback.
    const addresses = [
      '/hooks/{name}',
      '/hooks/{account}/{name}',
      '/webhooks/carriers/{name}/{hook}',
      'hook',
    ];
    expect(fallenBack(names, addresses)).toEqual([]);
    const properties = found.filter(({ of }) => of === 'properties').map(({ name }) => name);
    expect(properties.filter((name) => /[A-Z]/.test(name))).toEqual([]);
  });

  test('in the contract', () => {
    const names = sourcesOf('proto/textrelay/v1/*.proto').flatMap((path) =>
      [...read(path).matchAll(/^ *(?:message|enum|service|rpc|oneof) (\w+)|^ +(?!\/\/).*?(\w+) = \d+/gm)].map(
        ([, type, field]) => type ?? field ?? '',
      ),
    );
    expect(names.length).toBeGreaterThan(1_000);
    // Of a carrier's callback, as its settings call it.
    expect(fallenBack(names, ['hook'])).toEqual([]);
  });

  test('in the tables', () => {
    const names = tables.flatMap((table) => {
      const { name, columns, indexes } = getTableConfig(table);
      return [
        name,
        ...columns.map((column) => column.name),
        ...indexes.map(({ config }) => config.name ?? ''),
      ];
    });
    expect(fallenBack(names)).toEqual([]);
  });

  test('a command or a flag', () => {
    const typed = sourcesOf('{server,device-agent}/cli/**/*.ts').flatMap((path) =>
      [...read(path).matchAll(/\.(?:command|option)\(\s*'([^']+)'/g)].map(([, name = '']) => name),
    );
    expect(typed.length).toBeGreaterThan(50);
    expect(fallenBack(typed)).toEqual([]);
  });

  test('a metric or a variable', () => {
    const metrics = sourcesOf('{server,gateway,device-agent,runtime}/**/*metrics*.ts').flatMap((path) =>
      [...read(path).matchAll(/'([a-z]+_[a-z_]+)'/g)].map(([, name = '']) => name),
    );
    const variables = [...read('gateway/docs/guides/configuration.md').matchAll(/TEXTRELAY_\w+/g)];
    expect(metrics.length).toBeGreaterThan(40);
    expect(fallenBack([...metrics, ...variables.map(([name]) => name)])).toEqual([]);
  });

  test('a guide, its heading, a label, or an address of a page', () => {
    const guides = sourcesOf('gateway/docs/guides/*.md');
    const headings = guides.flatMap((path) =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title),
    );
    const pages = [...read('gateway/console/router.tsx').matchAll(/'(\/[a-z-]+)/g)].map(
      ([, path = '']) => path,
    );
    expect(pages.length).toBeGreaterThan(30);
    expect(fallenBack([...guides, ...pages])).toEqual([]);
    const labels = sourcesOf('gateway/console/words/en/*.ts').flatMap((path) =>
      [...read(path).matchAll(/: '([^']+)'/g)].map(([, label = '']) => label),
    );
    expect(labels.length).toBeGreaterThan(500);
    const titles = /^(Sendings|Figures|Canned answers|Changes|Confirmations|Hooks|People|Linked platforms)$/;
    expect([...headings, ...labels].filter((title) => titles.test(title))).toEqual([]);
  });
});

test('a retired name is found in any case, and only as a whole word', () => {
  expect(
    fallenBack(['listPeople', 'ListPlaces', 'hook_id', '/api/v1/confirmations', 'webhook', 'replaced']),
  ).toHaveLength(4);
});
