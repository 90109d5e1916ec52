// What an owner keeps, erases and takes along in a browser, and who changed what.
import { afterAll, beforeAll, expect } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp } from '../support/users.ts';
import { barriersIn, Chromium, shown, visit } from './chromium.ts';

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
  'an owner says how long texts are kept, erases a number, reads who did it, takes all along and ends the account',
  async () => {
    const account = await stack.createAccount();
    const owner = await signUp(stack, { account, role: 'owner' });
    const address = '+15005550006';
    await stack.send(account, { address, body: 'Your table is booked.' });
    const body = { address, name: 'Ada Lovelace' };
    await stack.ask({ method: 'POST', path: '/api/v1/contacts', key: account.key, body });
    await stack.ask({
      method: 'PUT',
      path: `/api/v1/opt-outs/${encodeURIComponent(address)}`,
      key: account.key,
    });
    const { page, complaints, context } = await chromium.open({ secret: owner.secret ?? '' });
    const home = `/accounts/${account.id}`;
    const dialog = page.getByRole('dialog');
    await page.goto(`${home}/settings`);
    await page.getByRole('link', { name: 'See what is kept' }).click();

    await page.getByText('Nobody has changed this yet.').waitFor();
    await page.getByLabel('Texts', { exact: true }).selectOption('A number of days');
    await page.getByLabel('Texts: days').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Texts older than 90 days').waitFor();
    await dialog.getByRole('button', { name: 'Save and delete' }).click();
    await page.getByText('Last change: Ada').waitFor();

    await page.getByText('Nothing yet. Each request stays in this list').waitFor();
    await page.getByLabel('Phone number').fill(address);
    await page.getByLabel('Note').first().fill('ticket 7');
    await page.getByRole('button', { name: 'See what goes' }).click();
    await dialog.getByText('The contact “Ada Lovelace”').waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Nothing yet. Each request stays in this list').waitFor();
    await page.getByRole('button', { name: 'See what goes' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('cell', { name: 'ticket 7' }).waitFor();
    await page.getByText('Done ').waitFor();
    await page.getByText('Still named by: an opt-out').waitFor();
    await page.getByText(/^\d+ records?$/).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^message 1$/ })
      .waitFor();
    expect((await stack.get('/api/v1/messages?since=0', account.key)).json.messages).toEqual([]);

    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download everything' }).click();
    expect((await file).suggestedFilename()).toBe(`account-${account.id}.ndjson`);

    await page.getByRole('link', { name: 'Open the audit log' }).click();
    await page.getByText('Erased a number').waitFor();
    await page.getByLabel('What').selectOption('How long things are kept');
    await page.getByText('Erased a number').waitFor({ state: 'detached' });
    await page.getByText('Changed how long things are kept').waitFor();

    await visit(page, `${home}/data-retention`);
    await page.getByRole('button', { name: 'End this account' }).click();
    const end = dialog.getByRole('button', { name: 'End the account' });
    expect(await end.isDisabled()).toBe(true);
    await dialog.getByLabel('Name of the account').fill('Test');
    expect(complaints).toEqual([]);
    await end.click();
    await page.getByRole('heading', { name: 'My settings' }).waitFor();
    await context.close();
  },
);
