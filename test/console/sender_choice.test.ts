// What a text is to leave by, chosen in a conversation: in a real browser, narrow and wide.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { signUp } from '../support/users.ts';
import { barriersIn, Chromium, type Look, shown } from './chromium.ts';

const number = '+12015550123';
const address = '+15005550006';
let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack({ carriers: [idleCarrier('main')] });
  account = await stack.createAccount();
  await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number });
  await stack.send(account);
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const looks: Look[] = [
  { width: 360, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

/** What the account's newest texts left by, by their bodies. */
async function sentBy(): Promise<Map<string, string | null>> {
  const { json } = await stack.get(`/api/v1/threads/${address}/messages`, account.key);
  const texts = json.messages as { body: string; from: string | null }[];
  return new Map(texts.map(({ body, from }) => [body, from]));
}

for (const look of looks)
  shown(
    `a text leaves as usual, or by what was chosen, at ${look.width} in ${look.scheme} colours`,
    async () => {
      const user = await signUp(stack, { account, role: 'member' });
      const { page, complaints, context } = await chromium.open({ secret: user.secret ?? '' }, look);
      await page.goto(`/accounts/${account.id}/threads/${encodeURIComponent(address)}`);
      const choice = page.getByLabel('Send from');
      await choice.waitFor();
      expect(await choice.locator('option').allTextContents()).toEqual([
        'Send as usual',
        expect.stringContaining('(not connected)'),
        number,
      ]);
      expect(await choice.inputValue()).toBe('');
      const write = async (body: string) => {
        await page.getByRole('textbox', { name: 'Text' }).fill(body);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('log').getByText(body, { exact: true }).waitFor();
        await expect.poll(async () => (await sentBy()).has(body)).toBe(true);
      };
      await write(`usual ${look.width}`);
      await choice.selectOption(number);
      await write(`by number ${look.width}`);
      await choice.selectOption({ index: 1 });
      await write(`by phone ${look.width}`);
      const from = await sentBy();
      expect(['usual', 'by number', 'by phone'].map((body) => from.get(`${body} ${look.width}`))).toEqual([
        null,
        number,
        'device:1',
      ]);
      expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
      expect(await barriersIn(page)).toEqual([]);

      await page.goto(`/accounts/${account.id}/write`);
      await page.getByRole('combobox', { name: 'To' }).fill(address);
      await page.getByLabel('Send from').selectOption(number);
      await page.getByRole('textbox', { name: 'Text' }).fill(`new by number ${look.width}`);
      expect(await barriersIn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.waitForURL('**/threads/*');
      expect((await sentBy()).get(`new by number ${look.width}`)).toBe(number);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

shown('where an account has one route nothing is to be chosen', async () => {
  const plain = await stack.createAccount();
  await stack.send(plain);
  const user = await signUp(stack, { account: plain, role: 'member' });
  const { page, context } = await chromium.open(
    { secret: user.secret ?? '' },
    { width: 1280, scheme: 'light' },
  );
  const asked = page.waitForResponse('**/api/v1/numbers*');
  await page.goto(`/accounts/${plain.id}/threads/${encodeURIComponent(address)}`);
  await asked;
  await page.getByRole('textbox', { name: 'Text' }).waitFor();
  expect(await page.getByLabel('Send from').count()).toBe(0);
  await context.close();
});
