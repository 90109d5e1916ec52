// What somebody sees whose right ends while a page is open: the truth, and no question that leads nowhere.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let sql: ReturnType<typeof openInspector>;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  sql = openInspector(stack.databaseUrl);
  [account, other] = [await stack.createAccount(), await stack.createAccount()];
  await stack.send(account, { address: '+15005550006', body: 'Your table is booked.' });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await sql?.end();
  await stack?.stop();
});

const openThread = async () => {
  const user = await createUser(stack.databaseUrl, {
    roles: [
      [account.id, 'member'],
      [other.id, 'member'],
    ],
  });
  const { page, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/threads/%2B15005550006`);
  await page.getByText('Your table is booked.').first().waitFor();
  return { user, page, context };
};

shown(
  'a person who is removed from the open account reads so, sees nothing of it, and stays signed in',
  async () => {
    const { user, page, context } = await openThread();
    await sql`delete from membership where user_id = ${String(user.id)} and account_id = ${String(account.id)}`;
    await page.getByRole('heading', { name: 'You cannot open this account' }).waitFor();
    expect(await page.getByText('Your table is booked.').count()).toBe(0);
    expect(await page.getByText('You were signed out').count()).toBe(0);
    await page.goto(`/accounts/${other.id}`);
    await page.getByRole('heading', { name: 'Overview', exact: true }).first().waitFor();
    await context.close();
  },
);

shown('a person whose session ends while a page is open is asked to sign in again', async () => {
  const { user, page, context } = await openThread();
  await sql`update user_session set expires_at = now() - interval '1 day' where user_id = ${String(user.id)}`;
  await page.getByRole('dialog', { name: 'You were signed out' }).waitFor();
  await context.close();
});
