// What the first page says is true: of simulators, of quiet hours, of plans, and of what the reader may do.
import { afterAll, beforeAll, expect } from 'vitest';
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

shown('texts that end at simulators are a trial, and quiet hours are said while they are on', async () => {
  const account = await stack.createAccount();
  await stack.core.admin.setQuietHours({
    accountId: account.id,
    quietHours: { timeZone: 'UTC', from: '00:00', until: '23:59' },
  });
  const admin = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  const { page, complaints, context } = await chromium.open(admin);
  await page.goto(`/accounts/${account.id}`);
  await page.getByText('Ready to send').waitFor();
  await page.getByText('texts that are not urgent are sent at 23:59 (UTC)').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

shown(
  'somebody who may not pair or make keys is not sent there, and pairing comes before sending',
  async () => {
    const account = await stack.createAccount({ paired: false });
    const member = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(member);
    await page.goto(`/accounts/${account.id}`);
    const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
    await steps.first().waitFor();
    expect(await steps.locator('strong').allInnerTexts()).toEqual([
      'Pair a phone',
      'Send your first text',
      'Connect your program',
    ]);
    expect(await steps.getByRole('link').allInnerTexts()).toEqual(['Write a text']);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown('where no mail is sent, whoever forgot their password reads whom to ask', async () => {
  const { page, complaints, context } = await chromium.open();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByText('This service sends no mail, so it cannot send you a link.').waitFor();
  await page.getByText('users reset').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
  await context.close();
});

shown('where nobody takes payments, no plan is offered', async () => {
  const account = await stack.createAccount();
  const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  const { page, complaints, context } = await chromium.open(owner);
  await page.goto(`/accounts/${account.id}/billing`);
  await page.getByText('Plans cannot be bought here').waitFor();
  expect(await page.getByRole('button', { name: /^(Switch|Choose)/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
