// The docs in a real browser: narrow and wide, in the colours of the system or those that were chosen in the console.
import { afterAll, beforeAll, expect } from 'vitest';
import { liveKey } from '../../gateway/testing/fake_core.ts';
import { type Pair, startPair } from '../../gateway/testing/start_pair.ts';
import { isNightly } from '../support/extent.ts';
import { barriersIn, Chromium, type Shown, shown } from './chromium.ts';

let pair: Pair;
let chromium: Chromium;

beforeAll(async () => {
  pair = await startPair();
  chromium = await Chromium.start(pair.gateway.url);
});
afterAll(async () => {
  await chromium?.stop();
  await pair?.stop();
});

const dark = 'rgb(16, 22, 22)';
const light = 'rgb(255, 255, 255)';
const groundOf = (page: Shown['page']) => page.evaluate('getComputedStyle(document.body).backgroundColor');

/** Colours are judged once in each scheme, and in the suite all else only where it is narrow. */
const looks = [
  { width: 375, colorScheme: 'light', ground: light, rules: 'all' },
  { width: 1280, colorScheme: 'light', ground: light, rules: isNightly ? 'all but colours' : 'none' },
  { width: 360, colorScheme: 'dark', ground: dark, rules: 'colours' },
] as const;

shown('the docs can be read on a phone and on a desk, in light and in dark colours', async () => {
  const { page, complaints, context } = await chromium.open();
  for (const [path, heading] of [
    ['/docs', 'Send your first text'],
    ['/docs/reference', 'API reference'],
    ['/docs/nothing', 'There is no page here'],
    ['/docs/console', 'Console'],
    ['/docs/configuration', 'Configuration'],
    ['/docs/decisions', 'Decisions'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    for (const { width, colorScheme, ground, rules } of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      const barriers = rules === 'none' ? [] : await barriersIn(page, rules);
      // What is not there is written down by the browser.
      const faults = complaints.splice(0).filter((text) => !/status of 404/.test(text));
      const look = [path, width];
      expect([...look, tooWide, barriers, faults, await groundOf(page)]).toEqual([
        ...look,
        0,
        [],
        [],
        ground,
      ]);
    }
  }
  await context.close();
});

shown('the colours that were chosen in the console count in the docs, also while they are open', async () => {
  const { page, context, complaints } = await chromium.open(undefined, { scheme: 'dark' });
  await page.goto('/docs/console');
  const picture = page.getByRole('img', { name: /^The overview of an account/ });
  const fileOf = () => picture.evaluate((image) => (image as unknown as { src: string }).src);
  expect([await groundOf(page), await fileOf()]).toEqual([dark, expect.stringContaining('overview-dark.')]);
  const other = await context.newPage();
  await other.goto('/docs');
  await other.evaluate("localStorage.setItem('mantine-color-scheme-value', 'light')");
  await page.locator(':root.light-mode').waitFor();
  expect([await groundOf(page), await fileOf()]).toEqual([light, expect.stringContaining('overview-light.')]);
  await other.reload();
  await other.getByRole('heading', { name: 'Send your first text' }).waitFor();
  expect(await groundOf(other)).toBe(light);
  expect(complaints).toEqual([]);
  await context.close();
});

shown(
  'the search is reached by its key, finds parts of pages and can be used by the keyboard alone',
  async () => {
    for (const width of [375, 1280]) {
      const { page, context, complaints } = await chromium.open(undefined, { width });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto('/docs/devices');
      await page.waitForLoadState('networkidle');
      expect(asked.filter((url) => url.endsWith('.json'))).toEqual([]);
      await page.keyboard.press('/');
      await page.keyboard.type('quiet hours');
      await page.locator('#found li').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      expect(await barriersIn(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/(scheduling|reference)#/);
      await page.keyboard.press('/');
      await page.keyboard.type('<b>no such (word');
      await page.getByText('Nothing found.').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('#found').waitFor({ state: 'hidden' });
      expect(complaints).toEqual([]);
      await context.close();
    }
  },
);

shown('code is copied by its button, and the lines of the front page name this service', async () => {
  const { page, context, complaints } = await chromium.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Copy' }).nth(1).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(`export BASE=${chromium.base}\nexport KEY=svc_live_...\n`);
  const python = page.getByText('Keep this as first_text.py');
  expect(await python.isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Python' }).check();
  expect(await python.isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

shown(
  'an endpoint is tried with a key that is typed: it goes to this service alone, and without cookies',
  async () => {
    const { page, context, complaints } = await chromium.open({ secret: 'of-somebody-signed-in' });
    const asked: Record<string, string>[] = [];
    await page.goto('/docs/reference#listMessages');
    page.on('request', async (request) => {
      if (request.url().includes('/api/'))
        asked.push({ url: request.url(), ...(await request.allHeaders()) });
    });
    const form = page.getByRole('form', { name: 'Try listMessages' });
    const part = page.locator('section[aria-labelledby=listMessages]');
    await part.getByText('Try it').click();
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('Type a key first').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('accountKey');
    expect(asked).toEqual([]);
    await page.getByLabel('Account key', { exact: true }).fill(liveKey);
    await form.getByLabel('limit').fill('5');
    await form.getByRole('button', { name: 'Send' }).click();
    await form.getByText('200 OK').waitFor();
    await form.getByText('"next_since"').waitFor();
    expect(asked).toMatchObject([
      { url: `${chromium.base}/api/v1/messages?limit=5`, authorization: `Bearer ${liveKey}` },
    ]);
    expect(asked[0]?.cookie).toBeUndefined();
    expect(await barriersIn(page, 'all but colours')).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await context.close();
  },
);

shown('without scripts the pages can be read, and offer nothing that needs them', async () => {
  const { page, context } = await chromium.open(undefined, { width: 375, hasScripts: false });
  await page.goto('/docs/devices');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('navigation', { name: 'Documentation' })
    .getByRole('link', { name: 'API reference' })
    .click();
  await page.getByRole('heading', { name: 'API reference' }).waitFor();
  for (const name of ['search', 'keys'])
    expect([name, await page.locator(`#${name}`).isVisible()]).toEqual([name, false]);
  expect(await page.getByText('Try it').first().isVisible()).toBe(false);
  await context.close();
});
