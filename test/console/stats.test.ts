// The chart of texts says its values to whoever points at it, moves through it by keys or reads it out, and as a file.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
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
  'stats say their values by pointer and by keys, and are a file; what was cancelled did not fail',
  async () => {
    const account = await stack.createAccount({ exempt: true });
    for (let text = 0; text < 3; text++) await stack.send(account);
    await stack.core.messages.cancelMessage({ accountId: account.id, target: { case: 'id', value: 1n } });
    const member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(member);
    await page.goto(`/accounts/${account.id}/analytics`);
    const columns = page.getByRole('group', { name: 'Texts of the last 30 days by day' }).getByRole('button');
    await columns.last().waitFor();
    expect(await columns.count()).toBe(30);
    const today = /: 2 sent, 0 delivered, 2 on the way, 0 failed, 1 cancelled, 0 received, 0 replies$/;
    expect(await columns.last().getAttribute('aria-label')).toMatch(today);
    const tip = page.locator('.chart-tip');
    await columns.last().hover();
    expect(await tip.textContent()).toContain('Sent2Delivered0On the way2');
    // One column is in the order of tabs; arrows lead to the others.
    await page.getByLabel('By', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft');
    expect(await tip.textContent()).toContain('Sent0Delivered0');
    await page.keyboard.press('Home');
    expect(await columns.first().evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      await columns.first().getAttribute('aria-label'),
    );
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    expect(await barriersIn(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const [head, row] = readFileSync((await file.path()) as string, 'utf8').split('\r\n');
    expect(head).toBe(
      'day,device_id,device_name,carrier,reason,sent,delivered,failed,cancelled,received,replied',
    );
    expect(row).toMatch(/^"\d{4}-\d\d-\d\d",,,,,2,0,0,1,0,0$/);
    await page.getByLabel('Range', { exact: true }).selectOption('365');
    await page.getByRole('group', { name: 'Texts of the last 12 months by month' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown('stats of a range name the broadcasts that began in it; each part is a file of its own', async () => {
  const account = await stack.createAccount({ exempt: true });
  const ask = (method: string, path: string, body?: unknown) =>
    stack.ask({ method, path: `/api/v1/broadcasts${path}`, key: account.key, body });
  for (const name of ['Hours', 'Never begun']) await ask('POST', '', { name, template: 'Open until 8 pm' });
  await ask('PUT', '/1/recipients', { recipients: [{ number: 1, address: '+15005550006' }] });
  await ask('POST', '/1/start', {});
  await until(async () => (await ask('GET', '/1')).json.broadcast.accepted === 1);
  await stack.core.messages.cancelMessage({ accountId: account.id, target: { case: 'id', value: 1n } });
  await until(async () => {
    const { state, cancelled } = (await ask('GET', '/1')).json.broadcast;
    return state === 'done' && cancelled === 1;
  });
  const { page, complaints, context } = await chromium.open(
    await createUser(stack.databaseUrl, { roles: [[account.id, 'viewer']] }),
  );
  await page.goto(`/accounts/${account.id}/analytics`);
  const table = page.getByRole('table', { name: 'Broadcasts that began in these days' });
  await table.waitFor();
  const rows = table.getByRole('row');
  await rows.nth(1).waitFor();
  expect(await rows.count()).toBe(2);
  expect(await rows.nth(1).getByRole('link').getAttribute('href')).toBe(
    `/accounts/${account.id}/broadcasts/1`,
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV: By broadcast' }).click(),
  ]);
  const lines = readFileSync((await file.path()) as string, 'utf8').split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 9).join())).toEqual([
    'id,name,state,recipients,accepted,refused,delivered,failed,cancelled',
    '2,"Never begun","draft",0,0,0,0,0,0',
    '1,"Hours","done",1,1,0,0,0,1',
    '',
  ]);
  expect(await barriersIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
