// The page of plans, in a real browser: how much is used, and one button that leads to the payment; and a webhook from its
// making to what its endpoint answered.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let endpoint: Server;
/** The bodies that it was sent. */
const received: string[] = [];

beforeAll(async () => {
  stack = await startStack({ billing: { provider: 'sandbox' } });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
  endpoint = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(500).end('the till is shut');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await chromium?.stop();
  endpoint?.close();
  await stack?.stop();
});

shown(
  'the texts of the month are amber from 80 % and red at the cap, and a plan that they use up warns',
  async () => {
    const account = await stack.createAccount({ plan: 'starter' });
    const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
    const sql = openInspector(stack.databaseUrl);
    const { page, context } = await chromium.open(owner, { width: 375 });
    const colors = new Set<string>();
    for (const [used, percent] of [
      [399, 80],
      [400, 80],
      [500, 100],
    ] as const) {
      await sql`update account set texts_used = ${used} where id = ${String(account.id)}`;
      await page.goto(`/accounts/${account.id}/billing`);
      const meter = page.getByLabel(`${percent} % of this month’s texts used`);
      await meter.waitFor();
      colors.add(
        String(
          await page.evaluate(
            'getComputedStyle(document.querySelector(\'[aria-label*="month’s texts"]\')).backgroundColor',
          ),
        ),
      );
      expect(await barriersIn(page)).toEqual([]);
    }
    expect(colors.size).toBe(3);
    // A smaller plan whose texts are used up already says so before it is chosen.
    const larger = await stack.createAccount({ plan: 'growth' });
    await sql`update account set texts_used = 500 where id = ${String(larger.id)}`;
    await sql`insert into membership (account_id, user_id, role, joined_at)
    values (${String(larger.id)}, ${String(owner.id)}, 'owner', now())`;
    await page.goto(`/accounts/${larger.id}/billing`);
    await page.getByRole('button', { name: 'Switch to Pro' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('.whole-body').waitFor();
    expect(await dialog.getByText('nothing is sent until').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Switch to Starter' }).click();
    await dialog
      .getByText(
        'You have used 500 texts this month. With 500 a month nothing is sent until the next month begins.',
      )
      .waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await sql.end();
    await context.close();
  },
);

shown('one button leads from the choice of a plan to its payment, which leads back to the plan', async () => {
  const account = await stack.createAccount({ plan: '' });
  const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
  // What the change does is said in the reader's language.
  const german = await chromium.open(owner, { locale: 'de-DE' });
  await german.page.goto(`/accounts/${account.id}/billing`);
  await german.page.getByRole('button', { name: 'Starter wählen' }).click();
  await german.page.getByText('Weiter geht es bei der Zahlung. Vorher ändert sich nichts.').waitFor();
  await german.context.close();
  const { page, context } = await chromium.open(owner);
  await page.route('http://texts.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The payment</h1>' }),
  );
  await page.goto(`/accounts/${account.id}/billing`);
  await page.getByRole('button', { name: 'Choose Starter' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'The payment' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/sandbox\/checkout\//);
  // The address of the test's service is another one than where the payment's page is said to be.
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.getByText('You are on Starter.').waitFor();
  expect([new URL(page.url()).pathname, await barriersIn(page)]).toEqual([
    `/accounts/${account.id}/billing`,
    [],
  ]);
  // The sandbox takes no money: what a provider that does would say of the next payment, and where its invoices are.
  await page.route('**/api/v1/plan/renewal', (route) =>
    route.fulfill({ json: { at: '2026-12-24T12:00:00.000Z', ends: false, portal: true } }),
  );
  await page.route('**/api/v1/plan/portal', (route) =>
    route.fulfill({ json: { url: 'http://texts.example/portal' } }),
  );
  await page.reload();
  await page.getByText('It renews on 24 Dec 2026.').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Invoices and payment method' }).click();
  await page.getByRole('heading', { name: 'The payment' }).waitFor();
  expect(page.url()).toBe('http://texts.example/portal');
  await page.goto(`/accounts/${account.id}/billing`);
  // It is said once, and somebody who paid without the console is thanked.
  await page.reload();
  await page.getByText('Your plan').waitFor();
  expect(await page.getByText('You are on Starter.').count()).toBe(0);
  await page.goto('/billing/return?outcome=paid');
  await page.getByText('Your payment was received.').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  await context.close();
});

shown(
  'a webhook gets what is ticked, is tried with each type, and its deliveries are seen and sent again',
  async () => {
    const account = await stack.createAccount();
    const owner = await createUser(stack.databaseUrl, { roles: [[account.id, 'owner']] });
    const { page, context, complaints } = await chromium.open(owner, { width: 375 });
    await page.goto(`/accounts/${account.id}/webhooks`);
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    // What is wrong with the name and with the address is said at once, each at its field.
    await page.getByLabel('Name').fill('my shop');
    await page.getByLabel('Address').fill('ftp://shop.example/texts');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /^Name must have 1 to 64 letters/ })
      .waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: /^Address must begin with https:/ })
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(2);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
    await page.getByLabel('Name').fill('shop');
    await page
      .getByLabel('Address')
      .fill(`http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/texts`);
    for (const type of [
      'A phone or modem goes offline',
      'A phone or modem is back online',
      'Somebody opts out',
    ])
      await page.getByLabel(type).uncheck();
    await page.getByLabel('Leave out the words of texts').check();
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const path = '/api/v1/webhooks/shop';
    const { json } = await stack.ask({ path, key: account.key });
    expect(json.webhook).toMatchObject({
      types: ['text.received', 'text.updated', 'usage.near_cap'],
      body: false,
    });
    await page.getByRole('button', { name: /of shop/ }).click();
    const dialog = page.getByRole('dialog', { name: 'shop' });
    await dialog.getByLabel('Test with').selectOption('device.offline');
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await dialog.getByText('Not accepted').waitFor();
    expect(received.at(-1)).toContain('"type":"device.offline"');
    await stack.send(account);
    await until(
      async () => (await stack.ask({ path: `${path}/attempts`, key: account.key })).json.attempts.length > 0,
    );
    await page.reload();
    await page.getByRole('button', { name: /of shop/ }).click();
    await dialog.locator('summary').first().click();
    await dialog.getByText('"text.updated"').first().waitFor();
    await dialog.getByText('the till is shut').first().waitFor();
    expect(await barriersIn(page)).toEqual([]);
    const before = received.length;
    await dialog.getByRole('button', { name: 'Send again' }).first().click();
    await page
      .getByRole('dialog', { name: 'Send this again?' })
      .getByRole('button', { name: 'Send again' })
      .click();
    await until(() => received.length > before);
    expect(received.every((body) => !body.includes('"body"'))).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  },
);
