// The page of a text in a real browser: what it waits for, its cancel, and why one that left cannot be cancelled.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { signUp } from '../support/users.ts';
import { barriersIn, Chromium, type Look, shown } from './chromium.ts';

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

const looks: Look[] = [
  { width: 360, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

for (const look of looks)
  shown(
    `a text that waits is cancelled on its page, at ${look.width} in ${look.scheme} colours`,
    async () => {
      const user = await signUp(stack, { account, role: 'member' });
      const { page, complaints, context } = await chromium.open({ secret: user.secret ?? '' }, look);
      const openText = async () => {
        const { id } = (await stack.send(account)).json.message;
        // Any place of its row in the log leads to it; on a phone the log's filters are folded.
        await page.goto(`/accounts/${account.id}/texts`);
        const row = page.locator('tbody tr').first();
        await row.waitFor();
        expect(await page.getByLabel('Direction').isVisible()).toBe(look.width === 1280);
        if (look.width === 360) {
          await page.getByRole('button', { name: 'Filters' }).click();
          await page.getByLabel('Direction').waitFor();
        }
        await row.click({ position: { x: 6, y: 6 } });
        await page.waitForURL(`**/texts/${id}`);
        await page.getByText('Its device is not connected.').waitFor();
        await page.getByRole('button', { name: 'Cancel this text' }).click();
        await page.getByRole('dialog', { name: 'Cancel this text?' }).waitFor();
        return id as number;
      };
      await openText();
      expect(await barriersIn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel the text' }).click();
      await page.getByText('No longer counted').waitFor();
      await page.getByRole('button', { name: 'Cancel this text' }).waitFor({ state: 'detached' });
      // It says so in its own words and colour, and nothing of an error.
      await page.locator('.status-quiet', { hasText: 'Cancelled' }).waitFor();
      expect(await page.getByText('cancelled:').count()).toBe(0);
      expect(await page.locator('.status-bad, .step-bad').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);

      const id = await openText();
      const sql = openInspector(stack.databaseUrl);
      await sql`update message set status = 'sending', device_id = 1
      where account_id = ${String(account.id)} and id = ${id}`;
      await sql.end();
      await page.getByRole('button', { name: 'Cancel the text' }).click();
      await page.getByText('it was handed over to a phone').waitFor();
      await context.close();
    },
  );
