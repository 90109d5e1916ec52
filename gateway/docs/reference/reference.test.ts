// The reference for people says what the document for programs says, and nothing of the console.
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Document } from '../../openapi/types.ts';
import { type Pair, startPair } from '../../testing/start_pair.ts';
import { endpointsOf } from './operations.ts';

/** Compressed less well than a gateway does it, in a fraction of the time. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

let pair: Pair;
let page: string;
let document: Document;

beforeAll(async () => {
  pair = await startPair();
  page = await (await fetch(`${pair.gateway.url}/docs/reference`)).text();
  document = (await (await fetch(`${pair.gateway.url}/api/v1/openapi.json`)).json()) as Document;
});
afterAll(() => pair.stop());

/** The part of one endpoint. */
const partOf = (id: string) =>
  page.split(`<section class="endpoint" aria-labelledby="${id}">`)[1]?.split('</section>')[0] ?? '';

const withoutMarks = (text: string) => text.replace(/<[^>]*>/g, '');

test('every endpoint of the document is there once, with its parameters and fields, and none of the console', () => {
  const endpoints = endpointsOf(document);
  expect(endpoints.length).toBeGreaterThan(40);
  expect(page.match(/<section class="endpoint"/g)).toHaveLength(endpoints.length);
  for (const { method, path, operation } of endpoints) {
    const part = partOf(operation.operationId);
    expect(withoutMarks(part)).toContain(`${method} ${path}`);
    for (const parameter of operation.parameters ?? [])
      if ('name' in parameter) expect(part).toContain(`<code>${parameter.name}</code>`);
    for (const status of Object.keys(operation.responses).filter((each) => Number(each) >= 400))
      expect([operation.operationId, part.includes(`<td>${status}</td>`)]).toEqual([
        operation.operationId,
        true,
      ]);
  }
  expect(page).not.toContain('"/api/v1/console/me');
});

test('a body’s fields have their types, bounds and values, and say which are required', () => {
  const words = withoutMarks(partOf('sendMessage')).replaceAll(/\s+/g, ' ');
  expect(words).toContain('addressrequiredstring at most 64 characters');
  expect(words).toContain('bodyrequiredstring 1 to 1600 characters');
  expect(words).toContain('routestring or nulldevice, gateway');
  expect(words).toContain('Takes an account key.');
  expect(withoutMarks(partOf('listMessages'))).toContain('integer 0 to 25; 0 when left out');
});

test('every object that is linked to is shown, also those that only objects link to', () => {
  const linked = new Set([...page.matchAll(/href="#([A-Z]\w+)"/g)].map(([, name]) => name));
  expect(linked.size).toBeGreaterThan(10);
  for (const name of linked) expect(page).toContain(`<h3 id="${name}">`);
});

test('the first view, with its style and scripts, takes at most 300 KB compressed', async () => {
  const linked = [...page.matchAll(/<(?:link rel="stylesheet" href|script[^>]* src)="([^"]+)"/g)];
  expect(linked.length).toBeGreaterThan(1);
  const read = async ([, path = '']: RegExpExecArray) => (await fetch(pair.gateway.url + path)).text();
  const parts = [page, ...(await Promise.all(linked.map(read)))];
  const sizes = parts.map((part) => brotliCompressSync(part, quick).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(300 * 1024);
});

test('where a key is typed, that of an account comes first', () => {
  const [keys = ''] = /<form class="keys".*?<\/form>/s.exec(page) ?? [];
  expect([...keys.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual(['accountKey', 'platformKey']);
  const [choice = ''] = /<select id="getUsage-key".*?<\/select>/s.exec(page) ?? [];
  expect([...choice.matchAll(/value="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'accountKey',
    'platformKey',
  ]);
  expect(partOf('listTiers')).not.toContain('data-key');
});
