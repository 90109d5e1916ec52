// The page for people: all it needs comes from this gateway, nothing from any other host, and what may be kept is kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries, groups, guideNames } from './docs/contents.ts';
import { renderMarkdown } from './docs/guides.ts';
import { siteStyle } from './docs/site_style.ts';
import { guideOf } from './errors/error_codes.ts';
import { type Pair, startPair } from './testing/start_pair.ts';

let pair: Pair;
let page: Response;
let html: string;
/** What the page asks for as it loads: styles, icon and scripts, in the page's order. */
let parts: string[];

beforeAll(async () => {
  pair = await startPair();
  page = await read('/docs/reference');
  html = await page.text();
  parts = [...html.matchAll(/<(?:link|script|input)\b[^>]*?\b(?:href|src|data-index)="([^"]*)"/g)].map(
    ([, path = '']) => path,
  );
});
afterAll(() => pair.stop());

/** As a browser asks: without a key. */
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(pair.gateway.url + path, { headers });

const partLike = (pattern: RegExp): string => {
  const found = parts.find((path) => pattern.test(path));
  if (found === undefined) throw new Error(`the page asks for nothing like ${pattern}`);
  return found;
};

/** The sources of each directive. */
const policyOf = (answer: Response) =>
  new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('everything the page needs', () => {
  test('is served without a key and without asking the core', async () => {
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(parts).toHaveLength(6);
    for (const path of parts) expect([path, (await read(path)).status]).toEqual([path, 200]);
    expect(pair.core.asked.admissions).toEqual([]);
  });

  test.each([
    [/\/site.*\.css$/, 'text/css; charset=utf-8', '--console-ground'],
    [/\/scheme.*\.js$/, 'text/javascript; charset=utf-8', 'dark-mode'],
    [/\/site.*\.js$/, 'text/javascript; charset=utf-8', 'clipboard'],
    [/\/reference.*\.js$/, 'text/javascript; charset=utf-8', "credentials: 'omit'"],
    [/\/search.*\.json$/, 'application/json; charset=utf-8', '"/docs/reference#sendMessage"'],
    [/\.svg$/, 'image/svg+xml', '<svg'],
  ])('%s has its own type and is not sniffed', async (pattern, contentType, content) => {
    const answer = await read(partLike(pattern));
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toContain(content);
  });

  test('comes from this host alone', async () => {
    for (const path of parts) expect(path).toMatch(/^\/docs\/[\w.-]+$/);
    for (const pattern of [/\.js$/, /\/site.*\.css$/])
      for (const path of parts.filter((each) => pattern.test(each))) {
        const text = await (await read(path)).text();
        expect(text).not.toMatch(/(?:https?:)?\/\/[\w[]|url\(|@import/i);
      }
    const loaded = [...html.matchAll(/<(?:link|script|img|iframe|object)\b[^>]*?\b(?:href|src)="([^"]*)"/g)];
    expect(loaded.filter(([, path = '']) => !path.startsWith('/docs/'))).toEqual([]);
  });

  test('is light: below 60 KB for the largest first view, compressed', async () => {
    for (const { path } of entries) {
      const text = await (await read(path)).text();
      const first = [...text.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)];
      let bytes = 0;
      for (const each of [path, ...first.map(([, part = '']) => part)])
        bytes += brotliCompressSync(Buffer.from(await (await read(each)).arrayBuffer())).length;
      expect([path, bytes < 60_000]).toEqual([path, true]);
    }
  });
});

test('the policy lets nothing in from elsewhere, and no script but files', async () => {
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+\s*=|javascript:/i);
  for (const path of ['/docs', '/docs/reference', ...parts]) {
    const policy = policyOf(await read(path));
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    for (const [name, sources] of policy)
      expect([name, ["'self'", "'none'"].includes(sources.join(' '))]).toEqual([name, true]);
  }
});

test('every page has the console’s mark and colours, and leads to it', async () => {
  const base = readFileSync(join(import.meta.dirname, 'console', 'style', 'base.css'), 'utf8');
  const colours = [...base.matchAll(/--console-[\w-]+: #\w+;/g)].map(([colour]) => colour);
  expect(colours.length).toBeGreaterThan(15);
  expect(colours.filter((colour) => !siteStyle.includes(colour))).toEqual([]);
  const icon = readFileSync(join(import.meta.dirname, 'console', 'icon.svg'), 'utf8');
  expect(await (await read(partLike(/\.svg$/))).text()).toBe(icon);
  for (const path of ['/docs', '/docs/console'])
    expect(await (await read(path)).text()).toContain('<a class="to-console" href="/">');
});

describe('the guides', () => {
  test('are all the Markdown files there are, each listed on every page', () => {
    const files = readdirSync(join(import.meta.dirname, 'docs', 'guides'));
    expect(files.sort()).toEqual(guideNames.map((name) => `${name}.md`).sort());
    for (const { path } of entries) expect(html).toContain(`href="${path}"`);
    expect(groups.map(({ title }) => title)).toEqual(['Start', 'Guides', 'Reference', 'Operate', 'Project']);
  });

  test.each(guideNames)(
    '%s is a page of its own, under the same policy, whose links lead somewhere',
    async (name) => {
      const answer = await read(`/docs/${name}`);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(policyOf(answer)).toEqual(policyOf(page));
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      expect(text.match(/<h1 id=/g)).toHaveLength(1);
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|<!--|<th[^>]*><\/th>/);
      const links = [...text.matchAll(/ href="(\/[^"#]*|)(#[^"]*)?"/g)];
      expect(links.length).toBeGreaterThan(guideNames.length);
      for (const [, path = '', anchor] of links) {
        const target = path === '' ? text : await read(path).then((found) => (found.ok ? found.text() : ''));
        expect([path, anchor, target.length > 0]).toEqual([path, anchor, true]);
        if (anchor)
          expect([path, anchor, target.includes(`id="${anchor.slice(1)}"`)]).toEqual([path, anchor, true]);
      }
    },
  );

  test('lead from Markdown files to pages, and to no file of the repository', () => {
    const { text } = renderMarkdown(
      '# Devices\n\n[a](carriers.md#http) [b](../../../README.md) [c](/llms.txt) <b>d</b> `<e>`\n\n## A "modem" & more\n',
    );
    expect(text).toContain(
      '<p><a href="/docs/carriers#http">a</a> b <a href="/llms.txt">c</a> d <code>&lt;e&gt;</code></p>',
    );
    expect(text).toContain(
      '<h2 id="a-modem--more"><a class="anchor" href="#a-modem--more">A &quot;modem&quot; &amp; more</a></h2>',
    );
  });

  test('show their pictures in light and in dark, named by what is in them; one that is not there is its words', async () => {
    const folder = join(import.meta.dirname, 'docs', 'pictures');
    const text = await (await read('/docs/console')).text();
    const shown = [...text.matchAll(/<img class="in-(\w+)" src="(\/docs\/[\w.-]+)" alt="([^"]+)"/g)];
    const names = shown.map(([, scheme, path]) => [
      scheme,
      path?.slice('/docs/'.length).replace(/\.[0-9a-f]{12}\./, '.'),
    ]);
    expect(names.map(([, name]) => name).sort()).toEqual(readdirSync(folder).sort());
    for (const [scheme, name] of names) expect(name).toContain(`-${scheme}.webp`);
    for (const [, , path = ''] of shown) {
      const answer = await read(path);
      const name = path.replace('/docs/', '').replace(/\.[0-9a-f]{12}\./, '.');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(join(folder, name)));
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const pictures = new Map([['a.webp', '/docs/a.1.webp']]);
    const drawn = renderMarkdown('# A\n\n![one](a.webp) ![<two>](../pictures/b-light.webp)\n', {
      pictures,
    }).text;
    expect(drawn).toContain(
      '<p><img class="in-light" src="/docs/a.1.webp" alt="one" loading="lazy"> &lt;two&gt;</p>',
    );
  });
});

test('a heading that comes again has an anchor of its own, and each stands in the page’s contents', async () => {
  const anchors: { id: string }[] = [];
  renderMarkdown('# A\n\n## Bounds\n\n### `x` of *y*\n\n## Bounds\n', { anchors: anchors as never });
  expect(anchors).toEqual([
    { id: 'bounds', title: 'Bounds', depth: 2 },
    { id: 'x-of-y', title: 'x of y', depth: 3 },
    { id: 'bounds-1', title: 'Bounds', depth: 2 },
  ]);
  for (const { path } of entries) {
    const text = await (await read(path)).text();
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []]);
    const listed = [...text.matchAll(/<li class="depth-\d"><a href="#([^"]+)">/g)].map(([, id]) => id);
    expect([path, listed.filter((id) => !ids.includes(id))]).toEqual([path, []]);
  }
});

test('readers that come at once, before anything was read, get the same page', async () => {
  const fresh = await startPair();
  try {
    const answers = await Promise.all(
      ['/docs/reference', ...parts, '/docs', ...parts].map((path) => fetch(fresh.gateway.url + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await answers[0]?.text()).toBe(html);
  } finally {
    await fresh.stop();
  }
});

describe('a browser', () => {
  test('keeps the files for ever, because another version has another name', async () => {
    for (const path of parts) {
      expect(path).toMatch(/\.[0-9a-f]{12}\.\w+$/);
      const cacheControl = (await read(path)).headers.get('cache-control');
      expect([path, cacheControl]).toEqual([path, 'public, max-age=31536000, immutable']);
    }
  });

  test('asks for the page again soon, so that it sees a new version’s files', async () => {
    expect(page.headers.get('cache-control')).toBe('public, max-age=60');
  });

  test('that has an answer already gets 304 without a body', async () => {
    for (const path of ['/docs', '/docs/reference', ...parts]) {
      const etag = (await read(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]+(-gzip)?"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const answer = await read(path, { 'if-none-match': known });
        expect([path, answer.status, await answer.text()]).toEqual([path, 304, '']);
      }
      expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });
});

test.each([
  '/docs/',
  '/docs/x',
  '/docs/site.css',
  '/docs/site.js.map',
  '/docs/browser/site.js',
  '/docs/index.html',
  '/docs/devices.md',
  '/docs/..%2fpackage.json',
  '/docs/%2e%2e%2fpage.ts',
  '/docs/%00',
])('%s is not there, and is reported as every error is', async (path) => {
  const answer = await read(path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'next']);
  expect(body.code).toBe('not_found');
});

describe('an address that is none', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test.each([
    ['/docs/x', '<nav class="menu"'],
    ['/docs/x/y', 'href="/docs"'],
    ['/nothing?here=<b>', 'href="/docs"'],
  ])('%s is a page for a browser, under a strict policy, which keeps nothing', async (path, content) => {
    const answer = await read(path, { accept });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(policyOf(answer).get('default-src')).toEqual(["'none'"]);
    expect(text).toContain('<h1>There is no page here</h1>');
    expect(text).toContain(content);
    expect(text).not.toContain('<b>');
    const head = await fetch(pair.gateway.url + path, { method: 'HEAD', headers: { accept } });
    expect([head.status, await head.text()]).toEqual([404, '']);
  });

  test.each([
    ['GET', '/nothing', '*/*'],
    ['GET', '/nothing', 'application/json'],
    ['GET', '/api/v1/nothing', accept],
    ['POST', '/nothing', accept],
  ])('%s %s of a client that takes %s is answered as every error is', async (method, path, takes) => {
    const answer = await fetch(pair.gateway.url + path, { method, headers: { accept: takes } });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'path not found', code: 'not_found', next: guideOf('not_found')?.advice },
    ]);
  });
});

test('the page is no part of the interface: neither the index nor the document names it', async () => {
  const index = (await (await read('/api/v1')).json()) as { endpoints: { path: string }[] };
  const document = (await (await read('/api/v1/openapi.json')).json()) as { paths: Record<string, unknown> };
  const paths = [...index.endpoints.map(({ path }) => path), ...Object.keys(document.paths)];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => path.startsWith('/docs'))).toEqual([]);
});
