// Contacts in a browser: people are added, imported and found, and their numbers are shown by name everywhere.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  await stack.send(account, { address: '+15005550006', body: 'Is Tuesday fine?' });
  await stack.send(account, { address: '+15005550007', body: 'Your table is booked.' });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const open = async (role: 'owner' | 'member' = 'owner') =>
  chromium.open(await createUser(stack.databaseUrl, { roles: [[account.id, role]] }));

shown(
  'a number that is named in its thread is shown by name in threads, texts and a text, and found by it',
  async () => {
    const { page, context } = await open('member');
    const home = `/accounts/${account.id}`;
    await page.goto(`${home}/threads/%2B15005550006`);
    await page.getByRole('button', { name: 'Add a name' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a contact' });
    await dialog.getByLabel('Name', { exact: false }).first().fill('Ada Lovelace');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace', exact: true }).waitFor();
    await page.locator('.thread-rows').getByText('Ada Lovelace').waitFor();
    await page.goto(`${home}/texts`);
    await page.getByRole('cell', { name: 'To Ada Lovelace' }).waitFor();
    await page.getByRole('cell', { name: 'To +15005550007' }).waitFor();
    await page.goto(`${home}/texts/1`);
    await page.getByRole('link', { name: 'Ada Lovelace +15005550006' }).waitFor();
    await page.goto(`${home}/threads`);
    await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('lovel');
    await page.getByRole('list', { name: 'Contacts' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Ada Lovelace', exact: true }).waitFor();
    // No number begins like this: the list finds those that have it further on, and says so where none has.
    await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('550007');
    await page
      .getByRole('list', { name: 'Conversations' })
      .getByRole('link', { name: '+15005550007' })
      .click();
    await page.getByRole('heading', { name: '+15005550007', exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('999999');
    await page.getByText('None of your conversations has these digits in its number.').waitFor();
    await context.close();
  },
);

shown(
  'the field for a number offers people by name, and an error there goes once it is changed',
  async () => {
    const { page, context } = await open();
    await stack.post('/api/v1/contacts', account.key, { address: '+15005550007', name: 'Bo Diddley' });
    await page.goto(`/accounts/${account.id}/write`);
    await page.getByLabel('To', { exact: false }).first().fill('bo di');
    await page.locator('datalist option[value="+15005550007"]').waitFor({ state: 'attached' });
    await page.getByLabel('To', { exact: false }).first().fill('12');
    await page.getByRole('textbox', { name: 'Text' }).fill('Is it you?');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const fault = page.getByText('This is not a phone number that can be texted.');
    await fault.waitFor();
    await page.getByLabel('To', { exact: false }).first().fill('+15005550007');
    await fault.waitFor({ state: 'detached' });
    await context.close();
  },
);

shown('a search shows people, threads and texts', async () => {
  const { page, context } = await open();
  // The log of messages needs a whole number: a part of one leads here.
  await page.goto(`/accounts/${account.id}/texts`);
  await page.getByRole('combobox', { name: 'Number' }).fill('0007');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Search for “0007”' }).click();
  await page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search for' }).fill('TUESDAY fine');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('link', { name: 'Is Tuesday fine?' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search for' }).fill('555-0007');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor();
  await context.close();
});

shown(
  'a file is imported with each row that was not taken named, and people are looked for and removed',
  async () => {
    const { page, context } = await open();
    await page.goto(`/accounts/${account.id}/contacts`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import contacts' });
    const name = 'people.csv';
    // As an old spreadsheet writes it: "ö" is one byte.
    const buffer = Buffer.from(
      'Name;Handy;Gruppen\r\nJ\u00f6rg;+15005550011;Friends\r\nCy;nobody;\r\n',
      'latin1',
    );
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('1 added, 0 changed, 0 unchanged, 1 not accepted.').waitFor();
    await dialog.getByText('Line 3: This is not a phone number that can be texted.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('jorg');
    await page.getByRole('button', { name: 'Remove Jörg' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Nobody found').waitFor();
    const { json } = await stack.get('/api/v1/contacts?q=jorg', account.key);
    expect(json.contacts).toEqual([]);
    await context.close();
  },
);

shown('a file that does not say its character set is read by the one that somebody chooses', async () => {
  const { page, context } = await open();
  await page.goto(`/accounts/${account.id}/contacts`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  // "Name;Phone", and Оля in windows-1251.
  const buffer = Buffer.from('4e616d653b50686f6e650d0aceebff3b2b31353030353535303131320d0a', 'hex');
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await dialog.getByLabel('The file does not say').selectOption('windows-1251');
  await dialog.getByText('Оля;+15005550112').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('1 added').waitFor();
  await page.goto(`/accounts/${account.id}/contacts`);
  await page.getByText('Оля').waitFor();
  await context.close();
});
