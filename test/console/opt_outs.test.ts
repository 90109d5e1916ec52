// Opt-outs in a browser: who wrote STOP is shown as such, and what people add, import and set is kept.
import { afterAll, beforeAll, expect } from 'vitest';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, type TestUser } from '../support/users.ts';
import { Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let phone: Phone;
let user: TestUser;
beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  user = await createUser(stack.databaseUrl, { roles: [[account.id, 'admin']] });
  await phone.switchOn();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await phone?.throwAway();
  await stack?.stop();
});

shown('who writes STOP is shown in the conversation and in the list, and is removed again', async () => {
  const address = '+15005550123';
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/threads/${encodeURIComponent(address)}`);
  await page.getByText('No texts yet.').waitFor();
  putInbound(phone.dir, { inboundId: 'a', address, body: 'Stop!', receivedAtMs: Date.now() });
  await page.getByText('Opted out with this text').waitFor();
  await page.getByText('They have wanted no texts since').waitFor();
  await page.getByRole('link', { name: 'Opt-outs' }).last().click();
  await page.getByText('wrote it in a text').waitFor();
  await page.getByRole('button', { name: `Remove ${address}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nobody has opted out').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('numbers are added, imported and looked for, and settings are kept', async () => {
  const { page, complaints, context } = await chromium.open(user);
  await page.goto(`/accounts/${account.id}/opt-outs`);
  await page.getByRole('button', { name: 'Add a number' }).click();
  await page.getByLabel('Phone number').fill('(500) 555-0006');
  await page.getByRole('button', { name: 'Opt out', exact: true }).click();
  await page.getByText('added by hand').waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  // As an old spreadsheet writes it: "ö" is one byte.
  const buffer = Buffer.from('address\n+15005550007;J\u00f6rg\n+15005550007\nnobody\n', 'latin1');
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('1 added, 1 already there, 1 not understood.').waitFor();
  await page.getByText('Line 4: This is not a phone number that can be texted.').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Look for a number').fill('500 555 0007');
  await page.getByText('+15005550006').waitFor({ state: 'detached' });
  await page.getByText('+15005550007').waitFor();
  await page.getByLabel('More words for STOP').fill('Abmelden!, Ende');
  await page.getByLabel('Answer to STOP').fill('You get no more texts.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The settings are saved.').waitFor();
  const { json } = await stack.get('/api/v1/opt-outs/settings', account.key);
  expect(json).toMatchObject({ stop_words: ['abmelden', 'ende'], stop_answer: 'You get no more texts.' });
  expect(complaints).toEqual([]);
  await context.close();
});
