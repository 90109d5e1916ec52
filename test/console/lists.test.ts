// Lists of the console that have more than one page, and what narrows them.
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import type { TestAccount } from '../support/core.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, type TestUser } from '../support/users.ts';
import { Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let phone: Phone;
let user: TestUser;

beforeAll(async () => {
  stack = await startStack({ carriers: [idleCarrier('main')] });
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  user = await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'owner']] });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await phone?.throwAway();
  await stack?.stop();
});

shown('a device’s card shows whose texts stay with it, page by page', async () => {
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/devices`);
  await page.getByText('Numbers that always use this device').click();
  await page
    .getByText('None yet. The first text to or from a number decides which device it stays with.')
    .waitFor();
  for (let index = 100; index < 151; index++)
    await stack.send(account, { address: `+12025550${index}`, route: 'device' });
  await page.reload();
  await page.getByText('Numbers that always use this device').click();
  const numbers = page.getByRole('link', { name: /^\+12025550/ });
  await numbers.first().waitFor();
  expect(await numbers.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  expect(new Set(await numbers.allInnerTexts()).size).toBe(51);
  await numbers.first().click();
  await page.getByRole('heading', { name: /^\+12025550/ }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('the operator sees the numbers of one account, by its id or from the list of accounts', async () => {
  const other = await stack.createAccount();
  for (const [id, number] of [
    [account.id, '+12015550123'],
    [other.id, '+12015550124'],
  ] as const)
    await stack.core.admin.assignNumber({ accountId: id, carrier: 'main', number });
  const { page, complaints, context } = await chromium.open(user);
  await page.goto('/operator/numbers');
  await page.getByText('+12015550123').waitFor();
  await page.getByText('+12015550124').waitFor();
  await page.getByLabel('Only the account with this ID').fill(`x${other.id}`);
  await page.keyboard.press('Enter');
  await page.getByText('+12015550123').waitFor({ state: 'detached' });
  await page.getByText('+12015550124').waitFor();
  expect(new URL(page.url()).search).toBe(`?account=${other.id}`);
  await page.goto('/operator/accounts');
  await page.getByLabel('Search by name or ID').fill(String(account.id));
  const row = page.getByRole('row').filter({ hasText: String(account.id) });
  await row.getByRole('link', { name: /^Numbers of / }).click();
  await page.getByText('+12015550123').waitFor();
  expect(await page.getByText('+12015550124').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

shown('platform keys are listed page by page', async () => {
  for (let index = 0; index < 51; index++) {
    const path = '/operator/platform-keys';
    const made = await stack.ask(
      consoleAsk(path, user.secret, { method: 'POST', body: { name: `Platform ${index}` } }),
    );
    expect(made.status).toBe(200);
  }
  const { page, context } = await chromium.open(user);
  await page.goto('/operator/platform-keys');
  const keys = page.getByText(/^Platform \d+$/);
  await keys.first().waitFor();
  expect(await keys.count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
  expect(await keys.count()).toBe(51);
  await context.close();
});
