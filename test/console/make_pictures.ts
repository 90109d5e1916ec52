// `node test/console/make_pictures.ts http://127.0.0.1:8080 ada@example.com PASSWORD`: takes pictures of the console of a
// running service for the guides, in both schemes, into gateway/docs/pictures. What they show is what that service holds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [, , base = 'http://127.0.0.1:8080', email = '', password = ''] = process.argv;
const folder = join(import.meta.dirname, '..', '..', 'gateway', 'docs', 'pictures');
/** More would make the checkout heavy. */
const mostBytes = 60 * 1024;

/** Pages of an account, by what their picture is called. */
const accountPages = [
  ['overview', ''],
  ['threads', '/threads/%2B15005550011'],
  ['texts', '/texts'],
  ['text', '/texts/1'],
  ['write', '/write'],
  ['bulk', '/bulk'],
  ['analytics', '/analytics'],
  ['devices', '/devices'],
  ['opt-outs', '/opt-outs'],
  ['keys', '/keys'],
  ['webhooks', '/webhooks'],
  ['consumers', '/consumers'],
  ['billing', '/billing'],
  ['integrations', '/integrations'],
  ['team', '/team'],
  ['settings', '/settings'],
] as const;
const otherPages = [
  ['me', '/me'],
  ['accounts', '/operator/accounts'],
  ['carriers', '/operator/carriers'],
  ['numbers', '/operator/numbers'],
  ['platform-keys', '/operator/platform-keys'],
  ['health', '/operator/health'],
] as const;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const colorScheme of ['light', 'dark'] as const) {
  const viewport = { width: 1100, height: 720 };
  const context = await browser.newContext({ baseURL: base, viewport, colorScheme, locale: 'en-GB' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/accounts/*');
  const home = page.url();
  const pictures = [...accountPages.map(([name, path]) => [name, home + path] as const), ...otherPages];
  for (const [name, path] of pictures) {
    await page.goto(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    const file = join(folder, `${name}-${colorScheme}.webp`);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
    const picture = Buffer.from(data, 'base64');
    writeFileSync(file, picture);
    process.stdout.write(
      `${file}: ${picture.length} bytes${picture.length > mostBytes ? ', too many' : ''}\n`,
    );
    if (picture.length > mostBytes) process.exitCode = 1;
  }
  await context.close();
}
await browser.close();
