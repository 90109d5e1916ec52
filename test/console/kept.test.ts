// What somebody typed is never lost: not while the service is away, not when their session has ended, not when a text is
// refused.
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, password, sessionHeaders, signUp } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const textsOf = async (body: string): Promise<{ address_norm: string }[]> =>
  (await stack.get('/api/v1/messages?since=0', account.key)).json.messages.filter(
    (text: { body: string }) => text.body === body,
  );

const signOut = (secret: string) =>
  stack.ask({ path: '/api/v1/console/sign-out', method: 'POST', headers: sessionHeaders(secret) });

shown('a new text that is written while the service is away leaves by itself, once', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/write`);
  await page.getByRole('combobox', { name: 'To' }).fill('(201) 555-0123');
  await page.getByLabel('Text', { exact: true }).fill('Written in a tunnel');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('It is sent as soon as the service is back.').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  // It is still there when somebody has left the page.
  await page.getByRole('link', { name: 'Conversations', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Choose a conversation' }).waitFor();
  const notSent = page.getByRole('list', { name: 'Not sent yet' });
  await notSent.getByText('Waits for the service').waitFor();
  await context.setOffline(false);
  await notSent.waitFor({ state: 'detached' });
  await until(async () => (await textsOf('Written in a tunnel')).length > 0);
  await page.getByRole('link', { name: /\+12015550123/ }).waitFor();
  expect((await textsOf('Written in a tunnel')).length).toBe(1);
  await context.close();
});

shown('a new text whose page stays open leads to its thread once the service is back', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/write`);
  await page.getByRole('combobox', { name: 'To' }).fill('+12015550124');
  await page.getByLabel('Text', { exact: true }).fill('Waits here');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('It is sent as soon as the service is back.').waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: '+12015550124' }).waitFor();
  expect((await textsOf('Waits here')).length).toBe(1);
  await context.close();
});

shown('a number that is none is said at its field, and the text stays', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/write`);
  await page.getByRole('combobox', { name: 'To' }).fill('12');
  await page.getByLabel('Text', { exact: true }).fill('To nobody');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('This is not a phone number that can be texted.').waitFor();
  expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('12');
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('To nobody');
  expect(await barriersIn(page)).toEqual([]);
  // What was typed outlives a reload, the number, too.
  await page.reload();
  await page.getByRole('combobox', { name: 'To' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'To' }).inputValue()).toBe('12');
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
  await context.close();
});

shown(
  'whose session has ended signs in again in place, and the text that was typed leaves once',
  async () => {
    const user = await signUp(stack, { account });
    const { page, context } = await chromium.open({ secret: user.secret ?? '' });
    await page.goto(`/accounts/${account.id}/threads/%2B12015550125`);
    await page.getByLabel('Text', { exact: true }).fill('Typed before');
    await signOut(user.secret ?? '');
    // Whether the page has noticed yet or not.
    await page.evaluate("document.querySelector('form.composer').requestSubmit()");
    const dialog = page.getByRole('dialog', { name: 'You were signed out' });
    await dialog.waitFor();
    expect(await page.getByText('API key').count()).toBe(0);
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until(async () => (await textsOf('Typed before')).length > 0);
    await page.getByRole('log').getByText('Typed before').waitFor();
    expect((await textsOf('Typed before')).length).toBe(1);
    expect(new URL(page.url()).pathname).toBe(`/accounts/${account.id}/threads/%2B12015550125`);
    // The page follows what happens again.
    await stack.send(account, { address: '+12015550125', body: 'And after' });
    await page.getByRole('log').getByText('And after').waitFor();
    await context.close();
  },
);
