// Programs that know nothing of a service but its host find its interface, and agents a skill that their hosts can load.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, startPair } from '../testing/start_pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterAll(() => pair.stop());

const wellKnown = '/.well-known/api-catalog';
type Link = Record<'href' | 'type', string>;

test('the catalog leads to the interface and to all that describes it, and each of it is there', async () => {
  const response = await fetch(pair.gateway.url + wellKnown);
  expect(response.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  const { linkset } = (await response.json()) as { linkset: Record<string, Link[]>[] };
  const [list, ...interfaces] = linkset;
  expect(list).toEqual({ anchor: wellKnown, item: interfaces.map(({ anchor }) => ({ href: anchor })) });
  const links = interfaces.flatMap(({ anchor: _, ...relations }) => Object.values(relations).flat());
  expect(links.length).toBeGreaterThan(0);
  for (const { href, type } of links) {
    const found = await fetch(pair.gateway.url + href);
    expect([href, found.status, found.headers.get('content-type')?.split(';')[0]]).toEqual([href, 200, type]);
  }
});

test('HEAD names the catalog in a Link, without a body', async () => {
  const response = await fetch(pair.gateway.url + wellKnown, { method: 'HEAD' });
  expect([response.status, response.headers.get('link'), await response.text()]).toEqual([
    200,
    `<${wellKnown}>; rel="api-catalog"`,
    '',
  ]);
});

test('the skill names itself as its folder, says when it is of use, and is short', async () => {
  const path = '/skills/textrelay/SKILL.md';
  const skill = await (await fetch(pair.gateway.url + path)).text();
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(skill) ?? [];
  const [name, description, ...others] = head.split('\n');
  expect([name, others]).toEqual([`name: ${path.split('/').at(-2)}`, []]);
  expect(description).toMatch(/^description: [^:]{50,1000}$/);
  expect(body.split(/\s+/).length).toBeLessThan(1000);
  // What it asks for is what the guide asks for, whose examples are run.
  const guide = await (await fetch(`${pair.gateway.url}/llms.txt`)).text();
  const requests = [...body.matchAll(/^curl -s --max-time 40 (.*)$/gm)].map(([, request = '']) => request);
  expect(requests).toHaveLength(2);
  for (const request of requests) expect(guide).toContain(`curl -s ${request}\n`);
});

test('there is no OAuth to be found', async () => {
  for (const name of ['oauth-authorization-server', 'oauth-protected-resource']) {
    const { status, headers } = await fetch(`${pair.gateway.url}/.well-known/${name}`);
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  }
});
