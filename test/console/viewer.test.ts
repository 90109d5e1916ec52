// What somebody sees who only looks: everything that others wrote, nothing to send or change with, and the reason why.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown, visit } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  await stack.send(account, { address: '+15005550006', body: 'Your table is booked.' });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const changing =
  /^(Send|New text|Write|Make|Pair|Add|Import|Invite|Save|Unpair|Limits|Remove|Switch|Choose a file|Cancel)/;

shown(
  'a viewer reads every page of the account, is offered nothing to send or change, and reads why',
  async () => {
    const viewer = await createUser(stack.databaseUrl, { roles: [[account.id, 'viewer']] });
    const { page, complaints, context } = await chromium.open(viewer, { width: 375 });
    const home = `/accounts/${account.id}`;
    await page.goto(home);
    const why = page.getByRole('note').getByText('your role is Viewer');
    for (const [path, heading, isSaid] of [
      ['', 'Overview', true],
      ['/threads', 'Conversations', false],
      ['/threads/%2B15005550006', '+15005550006', true],
      ['/write', 'New text', true],
      ['/texts', 'Messages', false],
      ['/texts/1', 'Text 1', false],
      ['/contacts', 'Contacts', false],
      ['/broadcasts', 'Broadcasts', false],
      ['/bulk', 'Send to a list', true],
      ['/analytics', 'Analytics', false],
      ['/devices', 'Devices', false],
      ['/opt-outs', 'Opt-outs', false],
      ['/webhooks', 'Webhooks', false],
      ['/consumers', 'Consumers', false],
      ['/billing', 'Billing', false],
      ['/team', 'Team', false],
      ['/settings', 'Settings', false],
    ] as const) {
      await visit(page, home + path);
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
      if (isSaid) await why.waitFor();
      const offered: string[] = [];
      for (const role of ['button', 'link'] as const)
        for (const each of await page.getByRole('main').getByRole(role).all())
          if (await each.isEnabled()) offered.push(((await each.textContent()) ?? '').trim());
      expect([path, offered.filter((words) => changing.test(words))]).toEqual([path, []]);
      expect([path, await barriersIn(page, 'all but colours')]).toEqual([path, []]);
    }
    await page.goto(`${home}/threads/%2B15005550006`);
    await page.getByRole('log').getByText('Your table is booked.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
