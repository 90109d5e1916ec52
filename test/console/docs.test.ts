// The docs in a real browser: narrow and wide, in the colours of the system or those that were chosen in the console.
import { afterAll, beforeAll, expect } from 'vitest';
import { type Pair, startPair } from '../../gateway/testing/start_pair.ts';
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

/** The renderer itself puts buttons into what can be clicked; all else of it is judged like ours. */
const isOurs = (barrier: string) => !barrier.startsWith('nested-interactive ');

for (const [width, scheme] of [
  [360, 'dark'],
  [1280, 'light'],
] as const)
  shown(`the docs can be read at a width of ${width} in ${scheme} colours`, async () => {
    const { page, complaints, context } = await chromium.open(undefined, { width, scheme });
    for (const [path, heading] of [
      ['/docs', /^Textrelay/],
      ['/docs/console', 'Console'],
      ['/docs/configuration', 'Configuration'],
      ['/docs/decisions', 'Decisions'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      const barriers = (await barriersIn(page)).filter(isOurs);
      expect([path, tooWide, barriers, complaints]).toEqual([path, 0, [], []]);
      expect([path, await groundOf(page)]).toEqual([path, scheme === 'dark' ? dark : light]);
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
  await other.getByRole('heading', { name: /^Textrelay/ }).waitFor();
  expect(await groundOf(other)).toBe(light);
  expect(complaints).toEqual([]);
  await context.close();
});
