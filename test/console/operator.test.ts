// The operator at the console, in a real browser: a person is found, and an account of theirs suspended and resumed.
import { afterAll, beforeAll, expect } from 'vitest';
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

shown('the operator finds a person, opens an account of theirs, suspends it and resumes it', async () => {
  const account = await stack.createAccount();
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  const operator = await createUser(stack.databaseUrl, { isOperator: true });
  const sql = openInspector(stack.databaseUrl);
  await sql`update account set plan = 'growth', subscription_status = 'past_due' where id = ${String(account.id)}`;
  await sql.end();
  const { page, complaints, context } = await chromium.open(operator, { width: 375 });
  const words = 'Your table is booked';
  const send = async () =>
    (await stack.post('/api/v1/messages', account.key, { address: '+15005550006', body: words })).status;
  await page.goto('/operator/users');
  await page.getByLabel('Search by name, e-mail or ID').fill(user.email);
  await page.getByRole('row').filter({ hasText: user.email }).getByRole('link').click();
  await page.getByText(`users reset ${user.email}`).waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('region', { name: 'Accounts' }).getByRole('link').click();
  await page.getByText('Growth, payment overdue').waitFor();
  await page.getByRole('button', { name: 'Suspend the account' }).click();
  await page.getByLabel('Why').fill('spam');
  await page.getByRole('button', { name: 'Suspend it' }).click();
  await page.getByText('Your reason: spam').waitFor();
  expect([await send(), await barriersIn(page)]).toEqual([403, []]);
  await page.getByRole('button', { name: 'Resume the account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume the account' }).click();
  await page.getByRole('button', { name: 'Suspend the account' }).waitFor();
  expect([await send(), await barriersIn(page)]).toEqual([200, []]);
  // The text that was just sent: its way, and none of its words.
  await page.getByLabel('ID of the text').fill('1');
  await page.getByRole('button', { name: 'Show the text' }).click();
  await page.getByRole('heading', { name: 'Text 1' }).waitFor();
  await page.getByText('Accepted', { exact: true }).waitFor();
  expect([await barriersIn(page), await page.getByText(words).count()]).toEqual([[], 0]);
  expect(complaints).toEqual([]);
  await page.goto(`/operator/accounts/${account.id}/texts/99`);
  await page.getByText('There is no such text').waitFor();
  await context.close();
});

shown(
  'the last day is shown by the hour, and an account that stands out leads to its page, where it is suspended',
  async () => {
    const account = await stack.createAccount();
    const operator = await createUser(stack.databaseUrl, { isOperator: true });
    const sql = openInspector(stack.databaseUrl);
    await sql`with moved as (update account set last_message_id = 25, last_seq = 25 where id = ${String(account.id)})
    insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding, charged,
      attempt, created_at)
    select ${String(account.id)}, n, n, 'out', '+15005550006', '+15005550006', 'x', 'failed', 'device', 1, 'gsm7', true, 0, now()
    from generate_series(1, 25) n`;
    await sql.end();
    const { page, complaints, context } = await chromium.open(operator, { width: 375 });
    await page.goto('/operator/health');
    const list = page.getByRole('region', { name: 'The last 24 hours' });
    await list.getByText('Many of its texts failed.').waitFor();
    await list.getByText('Hour by hour').first().click();
    await list.getByRole('table').last().getByText('25', { exact: true }).first().waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await list.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Suspend the account' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
