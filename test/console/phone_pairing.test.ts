// A phone is paired in a real browser, from the code to a test text that arrives: the app on it follows its own source, and its
// radio's ledger says what was sent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { readHubConfig } from '../../device-agent/phones/config.ts';
import { type RunningHub, runHub } from '../../device-agent/phones/run_hub.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { StockPhone } from '../support/stock_phone/stock_phone.ts';
import { createUser, type TestUser } from '../support/users.ts';
import { barriersIn, Chromium, type Shown, shown } from './chromium.ts';
import { hastyClock } from './hasty_clock.ts';

const dir = mkdtempSync(join(tmpdir(), 'hub-'));
const publicUrl = 'https://texts.example';
let stack: Stack;
let hub: RunningHub;
let chromium: Chromium;
let account: TestAccount;
let admin: TestUser;
const phones: StockPhone[] = [];
const open: Shown[] = [];

beforeAll(async () => {
  const hubPort = await freePort();
  stack = await startStack({
    publicUrl,
    phoneHubs: new Map([['hub', { host: '127.0.0.1', port: hubPort }]]),
  });
  hub = await runHub(
    readHubConfig(dir, {
      TEXTRELAY_HUB_DIR: join(dir, 'phones'),
      TEXTRELAY_HUB_LISTEN: `127.0.0.1:${hubPort}`,
      TEXTRELAY_HUB_CORE: `http://127.0.0.1:${stack.core.device.port}`,
    }),
    { clock: hastyClock(5), log: createLog('hub', 'silent'), agentVersion: 'test' },
  );
  account = await stack.createAccount({ paired: false });
  admin = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterEach(async () => {
  for (const phone of phones.splice(0)) phone.throwAway();
  for (const { context } of open.splice(0)) await context.close();
});
afterAll(async () => {
  await chromium?.stop();
  await hub?.stop();
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
});

function newPhone(maker: string): StockPhone {
  const phone = new StockPhone({
    clock: hastyClock(5),
    callClock: systemClock,
    url: `${stack.gateways[0]?.url}/m`,
    channel: 'SSE_ONLY',
    traits: { maker },
  });
  phones.push(phone);
  return phone;
}

/** The devices' page, with the dialog that shows a code for a device of that name. */
async function showCode(name: string): Promise<Shown> {
  const window = await chromium.open(admin);
  open.push(window);
  const { page } = window;
  await page.goto(`/accounts/${account.id}/devices`);
  await page.getByRole('button', { name: 'Pair a device' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Show the code' }).click();
  await page.getByText('Waiting for the device.').waitFor();
  return window;
}

const codeOn = async (page: Shown['page']): Promise<string> =>
  ((await page.getByText(/^\d{5} \d{5}$/).textContent()) ?? '').replace(' ', '');

const looks = [
  { width: 375, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const;

/** Whether what is on the screen fits and can be used, on a phone and on a desk. */
async function judge(page: Shown['page']): Promise<void> {
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    expect([width, wide, await barriersIn(page)]).toEqual([width, false, []]);
  }
}

shown('a phone is paired by what the page shows, is seen to connect, and delivers a test text', async () => {
  // A name of its own, also when this is tried again.
  const name = `Front desk ${Date.now()}`;
  const { page, complaints } = await showCode(name);
  const dialog = page.getByRole('dialog');
  const steps = await dialog.getByRole('listitem').allInnerTexts();
  expect(steps).toHaveLength(3);
  expect(steps[0]).toContain(`${publicUrl}/m`);
  expect(await dialog.getByText('First, an address that phones can reach').count()).toBe(0);
  await judge(page);

  const phone = newPhone('Samsung');
  // Long enough for a person to see that it is sent.
  phone.radio.fateOf = () => ({ kind: 'sent', receipts: [0], receiptAfterMs: 20_000 });
  await phone.pair(await codeOn(page));
  await dialog.getByRole('status').filter({ hasText: 'Your phone is connected' }).waitFor();
  await dialog.getByText(/^Samsung .+, app 1\.68\.0: it can send texts now\.$/).waitFor();
  await judge(page);

  await dialog.getByLabel('Your own number').fill('+1 202 555 0143');
  await dialog.getByRole('button', { name: 'Send a test text' }).dblclick();
  await dialog.getByRole('status').filter({ hasText: 'The network accepted it.' }).waitFor();
  await dialog.getByRole('status').filter({ hasText: 'It arrived.' }).waitFor();
  expect(phone.ledger.sent.map(({ recipient, words }) => [recipient, words])).toEqual([
    ['+12025550143', 'A test text: your phone sends for Textrelay.'],
  ]);
  await judge(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('article', { name }).getByText('Listening since').waitFor();
  expect(complaints).toEqual([]);
});

shown(
  'an address that a phone may not reach is said before the steps, with lines that make one',
  async () => {
    const phoneHubs = new Map([['hub', { host: '127.0.0.1', port: 1 }]]);
    const local = await startStack({ publicUrl: 'http://127.0.0.1:8080', phoneHubs });
    const { base } = chromium;
    const there = await Chromium.start(local.gateways[0]?.url ?? '');
    try {
      expect(there.base).not.toBe(base);
      const ofLocal = await local.createAccount({ paired: false });
      const user = await createUser(local.databaseUrl, { roles: [[ofLocal.id, 'owner']] });
      const { page, complaints, context } = await there.open(user);
      await page.goto(`/accounts/${ofLocal.id}/devices`);
      await page.getByRole('button', { name: 'Pair a device' }).first().click();
      await page.getByLabel('Name').fill('Front desk');
      await page.getByRole('button', { name: 'Show the code' }).click();
      const notice = page.getByRole('region', { name: 'First, an address that phones can reach' });
      await notice.getByText(/it is reached from this machine only, and it is not HTTPS/).waitFor();
      for (const line of [
        'tailscale funnel 8080',
        'cloudflared tunnel run --url http://127.0.0.1:8080 texts',
        'caddy reverse-proxy --from texts.example --to 127.0.0.1:8080',
        'TEXTRELAY_PUBLIC_URL=https://texts.example TEXTRELAY_GATEWAY_TRUSTED_PROXIES=127.0.0.1 npm start',
      ])
        await notice.getByText(line, { exact: true }).waitFor();
      const guide = await notice.getByRole('link', { name: 'More about each of these' }).getAttribute('href');
      expect(guide).toBe('/docs/phones#an-address-that-phones-reach');
      const words = (await page.getByRole('dialog').textContent()) ?? '';
      expect(words.indexOf('First, an address')).toBeLessThan(words.indexOf('In the app, open Settings'));
      await judge(page);
      expect(complaints).toEqual([]);
      await page.goto(guide ?? '');
      expect(await page.locator('#an-address-that-phones-reach').count()).toBe(1);
      await context.close();
    } finally {
      await there.stop();
      await local.stop();
    }
  },
);

shown('a code is copied as digits, and the page says when it has expired', async () => {
  const window = await chromium.open(admin);
  open.push(window);
  const { page, complaints, context } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: chromium.base });
  await page.clock.install();
  await page.goto(`/accounts/${account.id}/devices`);
  await page.getByRole('button', { name: 'Pair a device' }).first().click();
  await page.getByLabel('Name').fill('Never paired');
  await page.getByRole('button', { name: 'Show the code' }).click();
  const ends = page.getByText(/The code works once, until \d\d:\d\d/);
  await ends.waitFor();
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await codeOn(page));
  await page.clock.fastForward('14:00');
  expect(await ends.count()).toBe(1);
  await page.clock.fastForward('01:10');
  await page.getByText('The code has expired.').waitFor();
  expect(complaints).toEqual([]);
});

shown('a phone that was lost without notice comes with what its maker asks for', async () => {
  // A name of its own, also when this is tried again.
  const name = `Kitchen ${Date.now()}`;
  const { page: pairing } = await showCode(name);
  const phone = newPhone('Xiaomi');
  await phone.pair(await codeOn(pairing));
  await pairing.getByText('Your phone is connected').waitFor();
  phone.forceStop();
  await until('its hub has reported that it is not there', async () => {
    const { devices } = await stack.core.admin.listDevices({ accountId: account.id });
    return devices.some((device) => device.name === name && !device.ok);
  });
  // What the hub reports next: that the phone asks, and then no more, as it is an hour later.
  const sql = openInspector(stack.databaseUrl);
  await sql`update device set connection = 'polling', connection_since = now() where name = ${name}`;
  await pairing.getByRole('button', { name: 'Done' }).click();
  const polling = pairing.getByRole('article', { name });
  await polling.getByText('Checks now and then').waitFor();
  await polling.getByText('Checks every 15 minutes, since').waitFor();
  await polling.getByText('Keep the app running').waitFor();
  await sql`update device set connection = 'lost', connection_since = now() - interval '1 hour' where name = ${name}`;
  await sql.end();
  const window = await chromium.open(admin);
  open.push(window);
  const { page, complaints } = window;
  await page.goto(`/accounts/${account.id}/devices`);
  const card = page.getByRole('article', { name });
  const notice = card.getByRole('region', { name: 'This phone lost its connection' });
  await notice.getByText('Open the recent apps, hold SMSGate, and tap the lock.').waitFor();
  await notice.getByLabel('Phone maker').selectOption('Samsung');
  await notice.getByText('Never sleeping apps: add SMSGate.').waitFor();
  expect(await notice.getByText('tap the lock').count()).toBe(0);
  await judge(page);
  await notice.getByRole('link', { name: 'All makers' }).click();
  await page.locator('#keep-the-app-alive').waitFor();
  expect(complaints).toEqual([]);
});
