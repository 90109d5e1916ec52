// Every page of the console: narrow and wide, light and dark. Nothing may be wider than the window, break the policy,
// complain, or keep people from using it.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { createPerson } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';
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

for (const width of [360, 1280])
  shown(
    `every page can be used at a width of ${width}, in light and in dark colours`,
    async () => {
      const person = await createPerson(stack.databaseUrl, {
        isOperator: true,
        roles: [[account.id, 'owner']],
      });
      const { page, complaints, context } = await chromium.open(person, { width });
      const all = [
        ...accountPages.map(([path, heading]) => [`/accounts/${account.id}${path}`, heading] as const),
        ...otherPages,
      ];
      for (const [path, heading] of all) {
        await page.goto('about:blank');
        await page.goto(path);
        await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
        await page.waitForLoadState('load');
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
          // A request that the service refuses is written down by the browser, whatever the page makes of it.
          const faults = complaints.splice(0).filter((text) => !/status of (401|404|410)/.test(text));
          // Of all rules one looks at colours.
          const barriers = await barriersIn(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
          expect([path, colorScheme, tooWide, faults, barriers]).toEqual([path, colorScheme, 0, [], []]);
        }
      }
      await context.close();
    },
    120_000,
  );
