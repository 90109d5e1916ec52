// Broadcasts that are under way, in a real browser: how far each is, and what a person can do about it.
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;

beforeAll(async () => {
  stack = await startStack();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

shown(
  'a broadcast goes on without its browser, is paused and cancelled, and says what became of each row',
  async () => {
    const own = await stack.createAccount();
    const user = await createUser(stack.databaseUrl, { roles: [[own.id, 'member']] });
    const { page, complaints, context } = await chromium.open(user);
    const body = { name: 'Hours', template: 'We are open, {name}' };
    const post = (path: string, asked: unknown, method = 'POST') =>
      stack.ask({ method, path: `/api/v1/broadcasts${path}`, key: own.key, body: asked });
    await stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/+15005551003', key: own.key });
    await post('', body);
    const rows = Array.from({ length: 520 }, (_, index) => ({
      number: index + 1,
      address: `+1500555${1001 + index}`,
      fields: { name: `number ${index + 1}` },
    }));
    await post('/1/recipients', { recipients: rows }, 'PUT');
    await page.goto(`/accounts/${own.id}/broadcasts`);
    await page.getByRole('link', { name: 'Hours' }).click();
    await page.getByRole('button', { name: 'Send to 520 recipients' }).click();
    // Its phone is off: 500 wait, one was refused, and the rest follows as they leave.
    await page.getByText('501 of 520 recipients').waitFor();
    await page.getByText('This person wrote STOP').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Nothing more is sent until you resume it.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    await page.getByRole('dialog', { name: 'Cancel the rest of this broadcast?' }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the rest' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await page.getByRole('combobox', { name: 'Recipients' }).selectOption('Still to send');
    await page.getByText('Not sent', { exact: true }).nth(1).waitFor();
    // Nobody is sent to again whose text was cancelled, but whose text failed is.
    const again = page.getByRole('button', { name: 'Send to those that failed' });
    expect(await again.count()).toBe(0);
    const sql = openInspector(stack.databaseUrl);
    // Its texts are cancelled in steps, and the first one may have its turn late.
    await until('the first text is cancelled, and fails instead', async () => {
      // As every change it has a place in the feed: what was counted before is counted again.
      const changed = await sql`with change as (
          update account set last_seq = last_seq + 1 where id = ${String(own.id)}
            and exists (select from message m where m.account_id = account.id and m.id = 1 and m.status = 'failed')
          returning last_seq
        )
        update message set error = 'device_failed: x', seq = last_seq from change
        where account_id = ${String(own.id)} and message.id = 1 returning 1`;
      return changed.length > 0;
    });
    await sql.end();
    await page.reload();
    await again.click();
    await page.getByRole('heading', { name: 'Hours (those that failed)' }).waitFor();
    await page.getByRole('button', { name: 'Send to 1 recipient' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown('whoever looks at a broadcast sees within two seconds what became of it', async () => {
  const own = await stack.createAccount();
  const user = await createUser(stack.databaseUrl, { roles: [[own.id, 'viewer']] });
  const { page, complaints, context } = await chromium.open(user);
  const ask = (method: string, path: string, body?: unknown) =>
    stack.ask({ method, path: `/api/v1${path}`, key: own.key, body });
  await ask('POST', '/broadcasts', { name: 'Hours', template: 'We are open' });
  const rows = [1, 2, 3].map((number) => ({ number, address: `+1500555000${number}` }));
  await ask('PUT', '/broadcasts/1/recipients', { recipients: rows });
  let asking = 0;
  const isPoll = (url: string) => url.includes('wait=');
  page.on('request', (request) => (asking += isPoll(request.url()) ? 0 : 1));
  page.on('requestfinished', (request) => (asking -= isPoll(request.url()) ? 0 : 1));
  await page.clock.install();
  await page.goto(`/accounts/${own.id}/broadcasts/1`);
  await page.getByText('0 of 3 recipients').waitFor();
  await ask('POST', '/broadcasts/1/start', {});
  await page.getByText('3 of 3 recipients').waitFor();
  // From here on the page has two seconds, however busy the machine is.
  // A clock that runs has gone on by now, and is never paused at an instant that is over.
  await page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + 60_000);
  await expect.poll(() => asking).toBe(0);
  await ask('DELETE', '/messages/1');
  await until(async () => (await ask('GET', '/broadcasts/1')).json.broadcast.cancelled === 1);
  const answered = page.waitForResponse((response) => response.url().endsWith('/broadcasts/1'));
  await page.clock.runFor(1_500);
  await answered;
  // A page that stands still shows nothing: its clock goes on by a few hundred milliseconds at most.
  const cancelled = page.getByLabel('Cancelled: 33 %');
  const look = async () => {
    await page.clock.runFor(1);
    return cancelled.count();
  };
  await expect.poll(look, { timeout: 40_000, interval: 100 }).toBe(1);
  // Somebody cancelled it: nothing failed, and there is nobody to send to again.
  await page.getByLabel('Failed: 0 %').waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
  await context.close();
});
