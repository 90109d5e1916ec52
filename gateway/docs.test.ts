// The page for people: all it needs comes from this gateway, nothing from any other host, and what may be kept is kept.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderGuide } from './docs/guides.ts';
import { guideNames } from './docs/site_page.ts';
import { siteStyle } from './docs/site_style.ts';
import { type Pair, startPair } from './testing/start_pair.ts';

let pair: Pair;
let page: Response;
let html: string;
/** What the page asks for as it loads: styles, icon and scripts, in the page's order. */
let parts: string[];

beforeAll(async () => {
  pair = await startPair();
  page = await read('/docs');
  html = await page.text();
  parts = [...html.matchAll(/<(?:link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)].map(
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
    expect(parts).toHaveLength(7);
    for (const path of parts) expect([path, (await read(path)).status]).toEqual([path, 200]);
    expect(pair.core.asked.admissions).toEqual([]);
  });

  test.each([
    [/\.css$/, 'text/css; charset=utf-8', 'swagger-ui'],
    [/bundle.*\.js$/, 'text/javascript; charset=utf-8', 'SwaggerUIBundle'],
    [/\/initializer.*\.js$/, 'text/javascript; charset=utf-8', 'SwaggerUIBundle('],
    [/\/scheme.*\.js$/, 'text/javascript; charset=utf-8', 'dark-mode'],
    [/\.svg$/, 'image/svg+xml', '<svg'],
  ])('%s has its own type and is not sniffed', async (pattern, contentType, content) => {
    const answer = await read(partLike(pattern));
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toContain(content);
  });

  test('comes from this host alone', async () => {
    for (const path of parts) expect(path).toMatch(/^\/docs\/[\w.-]+$/);
    const start = await (await read(partLike(/\/initializer/))).text();
    for (const text of [html, start]) expect(text).not.toMatch(/(?:https?:)?\/\/[\w[]/i);
    const style = await (await read(partLike(/\.css$/))).text();
    const sources = [...style.matchAll(/url\(\s*["']?([^)]{0,5})/gi)].map(([, start]) => start);
    expect([...new Set(sources)]).toEqual(['data:']);
    expect(style.includes('@import')).toBe(false);
  });

  test('is started with this gateway’s own document, and no outside validator', async () => {
    const start = await (await read(partLike(/\/initializer/))).text();
    const url = /\burl: "([^"]+)"/.exec(start)?.[1] as string;
    expect(url).toBe('/api/v1/openapi.json');
    expect((await read(url)).status).toBe(200);
    expect(start).toContain('validatorUrl: null');
    expect(start).toContain('persistAuthorization: false');
    expect(start).toContain('queryConfigEnabled: false');
    expect(start).toContain('deepLinking: true');
  });
});

test('the policy lets nothing in from elsewhere, and no script but files', async () => {
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+\s*=|javascript:/i);
  for (const path of ['/docs', ...parts]) {
    const policy = policyOf(await read(path));
    expect(policy.get('default-src')).toEqual(["'none'"]);
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('connect-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    for (const [name, sources] of policy) {
      const known = ["'self'", "'none'"];
      if (name === 'img-src') known.push('data:');
      expect([name, sources.length > 0, sources.filter((source) => !known.includes(source))]).toEqual([
        name,
        true,
        [],
      ]);
    }
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
    for (const name of guideNames) expect(html).toContain(`href="/docs/${name}"`);
  });

  test.each(guideNames)(
    '%s is a page of its own, under the same policy, whose links lead somewhere',
    async (name) => {
      const answer = await read(`/docs/${name}`);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(policyOf(answer)).toEqual(policyOf(page));
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      expect(text).toMatch(/<main class="guide" id="page">\s*<h1 id=/);
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bstyle=|<!--/);
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
    const text = renderGuide(
      'devices',
      '# Devices\n\n[a](carriers.md#http) [b](../../../README.md) [c](/llms.txt) <b>d</b> `<e>`\n\n## A "modem" & more\n',
      { style: '/docs/site.css', scheme: '/docs/scheme.js', icon: '/docs/icon.svg', pictures: new Map() },
    );
    expect(text).toContain(
      '<p><a href="/docs/carriers#http">a</a> b <a href="/llms.txt">c</a> d <code>&lt;e&gt;</code></p>',
    );
    expect(text).toContain('<h2 id="a-modem--more">A &quot;modem&quot; &amp; more</h2>');
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
    const files = { style: '', scheme: '', icon: '', pictures: new Map([['a.webp', '/docs/a.1.webp']]) };
    const drawn = renderGuide('console', '# A\n\n![one](a.webp) ![<two>](../pictures/b-light.webp)\n', files);
    expect(drawn).toContain(
      '<p><img class="in-light" src="/docs/a.1.webp" alt="one" loading="lazy"> &lt;two&gt;</p>',
    );
  });
});

test('readers that come at once, before anything was read, get the same page', async () => {
  const fresh = await startPair();
  try {
    const answers = await Promise.all(
      ['/docs', ...parts, '/docs', ...parts].map((path) => fetch(fresh.gateway.url + path)),
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
    for (const path of ['/docs', ...parts]) {
      const etag = (await read(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[0-9a-f]+"$/);
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
  '/docs/swagger-ui.css',
  '/docs/swagger-ui.css.map',
  '/docs/index.html',
  '/docs/devices.md',
  '/docs/..%2fpackage.json',
  '/docs/%2e%2e%2fpage.ts',
  '/docs/%00',
])('%s is not there, and is reported as every error is', async (path) => {
  const answer = await read(path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(body).sort()).toEqual(['code', 'error']);
  expect(body.code).toBe('not_found');
});

test('the page is no part of the interface: neither the index nor the document names it', async () => {
  const index = (await (await read('/api/v1')).json()) as { endpoints: { path: string }[] };
  const document = (await (await read('/api/v1/openapi.json')).json()) as { paths: Record<string, unknown> };
  const paths = [...index.endpoints.map(({ path }) => path), ...Object.keys(document.paths)];
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => path.startsWith('/docs'))).toEqual([]);
});
