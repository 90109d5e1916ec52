// Texts for later in a browser: a time is chosen and shown, quiet hours are set and ended, and what waits is cancelled.
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, type TestUser } from '../support/users.ts';
import { barriersIn, Chromium, type Look, type Shown, shown } from './chromium.ts';

const [minuteMs, dayMs] = [60_000, 24 * 3_600_000];
const recipient = '+15005550010';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let user: TestUser;
beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  user = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const texts = async ({ key } = account) => (await stack.get('/api/v1/messages?since=0', key)).json.messages;
/** A time of the browser's clock, and the instant that it is. */
const localIn = (page: Shown['page'], ms: number) =>
  page.evaluate(
    `(() => { const at = new Date(${Date.now() + ms}); at.setSeconds(0, 0);
      const two = (n) => String(n).padStart(2, '0');
      const day = at.getFullYear() + '-' + two(at.getMonth() + 1) + '-' + two(at.getDate());
      return { local: day + 'T' + two(at.getHours()) + ':' + two(at.getMinutes()), iso: at.toISOString() }; })()`,
  ) as Promise<{ local: string; iso: string }>;

const looks: Look[] = [
  { width: 360, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

for (const look of looks)
  shown(
    `a text is sent for a time, shown so, and cancelled, at ${look.width} in ${look.scheme} colours`,
    async () => {
      const { page, complaints, context } = await chromium.open(user, look);
      const body = `For tomorrow, ${look.width}`;
      await page.goto(`/accounts/${account.id}/threads/${encodeURIComponent(recipient)}`);
      const { local, iso } = await localIn(page, dayMs);
      await page.getByLabel('Text', { exact: true }).fill(body);
      await page.getByRole('button', { name: 'Send later' }).click();
      await page.getByLabel('Send at').fill('');
      expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
      // A time that is taken back leaves nothing of it behind.
      await page.getByRole('button', { name: 'Remove time' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send later' }).click();
      await page.getByLabel('Send at').fill(local);
      expect(await barriersIn(page)).toEqual([]);
      await page.getByRole('button', { name: /^Schedule for / }).click();
      const bubble = page.getByRole('listitem').filter({ hasText: body });
      await bubble.getByRole('link', { name: 'Will be sent' }).waitFor();
      const sent = (await texts()).find((text: { body: string }) => text.body === body);
      expect(sent.send_at).toBe(iso);
      // The next text leaves at once again.
      await page.getByRole('button', { name: 'Send later' }).waitFor();

      await bubble.getByRole('link', { name: 'Will be sent' }).click();
      await page.getByText('A time was chosen for it.').waitFor();
      await page.getByText('It leaves at the time that was chosen.').waitFor();
      expect(await page.locator('dt', { hasText: 'Will be sent' }).count()).toBe(1);
      expect(await barriersIn(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
      await page.getByRole('button', { name: 'Cancel this text' }).click();
      await page.getByRole('button', { name: 'Keep it' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Cancel this text' }).click();
      await page.getByRole('button', { name: 'Cancel the text' }).click();
      await page.getByText('No longer counted').waitFor();
      await page.getByText('Cancelled', { exact: true }).first().waitFor();
      expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

shown('quiet hours are set, keep texts that are not urgent, and are ended', async () => {
  const own = await stack.createAccount();
  const admin = await createUser(stack.databaseUrl, { roles: [[own.id, 'admin']] });
  const { page, complaints, context } = await chromium.open(admin);
  await page.goto(`/accounts/${own.id}/settings`);
  await page.getByText('You have no quiet hours.').waitFor();
  await page.getByLabel('From').fill('00:00');
  await page.getByLabel('Until').fill('23:59');
  await page.getByLabel('Time zone').fill('UTC');
  await page.getByRole('button', { name: 'Set quiet hours' }).click();
  await page.getByText('The quiet hours are saved.').waitFor();
  const { json } = await stack.get('/api/v1/quiet-hours', own.key);
  expect(json.quiet_hours).toEqual({ time_zone: 'UTC', from: '00:00', until: '23:59' });
  expect(await barriersIn(page)).toEqual([]);

  await page.goto(`/accounts/${own.id}/write`);
  await page.getByRole('combobox', { name: 'To' }).fill('+15005550011');
  await page.getByLabel('Text', { exact: true }).fill('Not at night');
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'Will be sent' }).click();
  await page.getByText('It leaves when the quiet hours of the account end.').waitFor();
  await page.goBack();
  await page.getByLabel('Text', { exact: true }).fill('At any hour');
  await page.getByLabel('Urgent: send during quiet hours too (00:00 to 23:59)').check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'At any hour' })
    .getByRole('link', { name: 'Waiting', exact: true })
    .waitFor();
  const urgent = (await texts(own)).find(({ body }: { body: string }) => body === 'At any hour');
  expect(urgent.send_at).toBeNull();

  await page.goto(`/accounts/${own.id}/settings`);
  await page.getByRole('button', { name: 'Turn quiet hours off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn quiet hours off' }).click();
  await page.getByText('You have no quiet hours.').waitFor();
  expect((await stack.get('/api/v1/quiet-hours', own.key)).json.quiet_hours).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('a member reads quiet hours and cannot change them', async () => {
  const member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, context } = await chromium.open(member);
  await page.goto(`/accounts/${account.id}/settings`);
  await page.getByRole('button', { name: 'Set quiet hours' }).waitFor();
  expect(await page.getByRole('button', { name: 'Set quiet hours' }).isDisabled()).toBe(true);
  await context.close();
});

shown('a file says when each of its texts leaves, and one time is chosen for the others', async () => {
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/bulk`);
  const [own, others] = [await localIn(page, 2 * dayMs), await localIn(page, 3 * dayMs)];
  const rows = [
    'number,text,send_at',
    `+15005550001,by the clock,${own.local.replace('T', ' ')}`,
    `+15005550002,with an offset,${own.iso}`,
    '+15005550003,for all,',
    `+15005550004,too late,${new Date(Date.now() + 36 * dayMs + minuteMs).toISOString()}`,
    '+15005550005,no time,on Monday',
  ];
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(rows.join('\r\n'));
  await (await asked).setFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer });
  await page.getByText('send_at must be at most 35 days ahead').waitFor();
  await page.getByText('send_at must be an instant with its offset').waitFor();
  expect(await page.locator('.status-good', { hasText: 'to be sent' }).count()).toBe(2);
  await page.getByRole('button', { name: 'Send later' }).click();
  await page.getByLabel('Send at').fill(others.local);
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: /^Schedule 3 texts for / }).click();
  await page.getByText('3 of 3 recipients').waitFor();
  await until(async () => (await texts()).length >= 3);
  const found = (await texts()).filter(({ address }: { address: string }) => /000[1-5]$/.test(address));
  expect(found.map((text: { body: string; send_at: string }) => [text.body, text.send_at])).toEqual([
    ['by the clock', own.iso],
    ['with an offset', own.iso],
    ['for all', others.iso],
  ]);
  expect(complaints).toEqual([]);
  await context.close();
});
