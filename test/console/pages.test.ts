// Every page of the console: narrow and wide, light and dark. Nothing may be wider than the window, break the policy,
// complain, or keep people from using it.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { isNightly } from '../support/extent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown, visit } from './chromium.ts';
import { accountPages, otherPages } from './every_page.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  await stack.send(account, { body: 'Hello, your table is booked.' });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

/** In an order that changes one thing at a time. Colours are judged once in each scheme, and in the suite all else only where it is narrow. */
const looks = [
  { width: 1280, colorScheme: 'light', rules: isNightly ? 'all but colours' : 'none' },
  { width: 1280, colorScheme: 'dark', rules: 'colours' },
  { width: 360, colorScheme: 'dark', rules: 'none' },
  { width: 360, colorScheme: 'light', rules: 'all' },
] as const;

/** Opens the console for somebody who may see every page, and says how a page is judged once its heading is there. */
async function openForJudging() {
  const user = await createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'owner']] });
  const { page, complaints, context } = await chromium.open(user);
  const judge = async (path: string, heading: string) => {
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    for (const { width, colorScheme, rules } of looks) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      // A request that the service refuses is written down by the browser, whatever the page makes of it.
      const faults = complaints.splice(0).filter((text) => !/status of (401|404|410)/.test(text));
      const barriers = rules === 'none' ? [] : await barriersIn(page, rules);
      const look = [path, width, colorScheme];
      expect([...look, tooWide, faults, barriers]).toEqual([...look, 0, [], []]);
    }
  };
  return { page, context, judge };
}

shown(
  'every page of an account can be used on a desk and on a phone, in light and in dark colours',
  async () => {
    const { page, context, judge } = await openForJudging();
    await page.goto(`/accounts/${account.id}`);
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    // The navigation is seen as a whole on a small laptop.
    await page.setViewportSize({ width: 1280, height: 720 });
    const side = 'document.querySelector(".shell-wide .shell-side")';
    expect(await page.evaluate(`${side}.scrollHeight - ${side}.clientHeight`)).toBe(0);
    // A page that begins with a field gives it the cursor.
    await visit(page, `/accounts/${account.id}/write`);
    await page.locator('input:focus[required]').waitFor();
    for (const [path, heading] of accountPages) {
      await visit(page, `/accounts/${account.id}${path}`);
      await judge(path, heading);
    }
    await context.close();
  },
);

shown('so can every other page, which depends on the address that it was opened at', async () => {
  const { page, context, judge } = await openForJudging();
  for (const [path, heading] of otherPages) {
    await page.goto('about:blank');
    await page.goto(path);
    await judge(path, heading);
  }
  await context.close();
});
