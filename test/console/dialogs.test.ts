// Every dialog of the console, on a phone and on a desk: what axe judges of it, whether it fits, and that the keyboard
// leaves it.
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { createRandomId } from '../../server/domain/keys/api_key.ts';
import { operatorOf, type TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { password, signUp } from '../support/users.ts';
import { barriersIn, Chromium, type Rules, type Shown, shown, visit } from './chromium.ts';

/** A dialog: the page that it is on, the button that opens it, its title, and what leads to its next step. */
interface Dialog {
  path: string;
  button: string;
  title: string;
  next?: (page: Shown['page']) => Promise<void>;
}

const dialogsOf = (home: string): Dialog[] => [
  {
    path: `${home}/devices`,
    button: 'Pair a device',
    title: 'Pair a device',
    next: async (page) => {
      await page.getByLabel('Name').fill('Front desk');
      await page.getByRole('button', { name: 'Show the code' }).click();
      await page.getByText('Waiting for the device.').waitFor();
      await page.getByRole('region', { name: 'Phones cannot be paired here yet' }).waitFor();
    },
  },
  { path: `${home}/devices`, button: 'Limits', title: 'Limits of SIM 1 in “phone”' },
  { path: `${home}/devices`, button: 'Unpair phone', title: 'Unpair “phone”?' },
  { path: `${home}/contacts`, button: 'Add a contact', title: 'Add a contact' },
  { path: `${home}/contacts`, button: 'Import', title: 'Import contacts' },
  { path: `${home}/contacts`, button: 'Groups', title: 'Contact groups' },
  { path: `${home}/saved-replies`, button: 'Save a reply', title: 'Save a reply' },
  { path: `${home}/opt-outs`, button: 'Add a number', title: 'Opt a number out' },
  { path: `${home}/opt-outs`, button: 'Import', title: 'Import a file' },
  { path: `${home}/settings`, button: 'Turn quiet hours off', title: 'Send at any hour?' },
  {
    path: `${home}/keys`,
    button: 'Create API key',
    title: 'Create API key',
    next: async (page) => {
      await page.getByLabel('Name').fill('Booking system');
      await page.getByRole('button', { name: 'Make the key' }).click();
      await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    },
  },
  {
    path: `${home}/team`,
    button: 'Invite somebody',
    title: 'Invite somebody',
    next: async (page) => {
      await page.getByLabel('E-mail').fill('somebody@example.com');
      await page.getByRole('button', { name: 'Make the invitation' }).click();
      await page.getByRole('dialog', { name: 'The invitation link' }).waitFor();
    },
  },
  {
    path: '/me',
    button: 'Turn it on',
    title: 'Confirm that it is you',
    next: async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('The code that the app shows').waitFor();
    },
  },
  { path: '/operator/accounts', button: 'Add an account', title: 'Add an account' },
  { path: '/operator/numbers', button: 'Give a number', title: 'Give a number to an account' },
  { path: '/operator/platform-keys', button: 'Issue a key', title: 'Issue a platform key' },
];

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let phone: Phone;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount({ paired: false });
  const quiet = { time_zone: 'UTC', from: '23:00', until: '06:00' };
  await stack.ask({ method: 'PUT', path: '/api/v1/quiet-hours', key: account.key, body: quiet });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await phone?.throwAway();
  await stack?.stop();
});

/** What is wrong with what is on the screen, by axe's judgement and by its width. */
async function faultsOf(page: Shown['page'], rules: Rules): Promise<string[]> {
  const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
  return [...(wide ? ['wider than the window'] : []), ...(await barriersIn(page, rules))];
}

const looks = [
  { width: 360, colorScheme: 'dark', rules: 'all' },
  { width: 1280, colorScheme: 'light', rules: 'colours' },
] as const;

shown(
  'every dialog can be used on a phone and on a desk, in dark and in light colours, and the keyboard leaves it',
  async () => {
    const email = `ada${createRandomId()}@example.com`;
    const user = await signUp(stack, { account, role: 'owner', email });
    const users = operatorOf(stack.core);
    await users.updateUser({ email, change: { case: 'emailVerified', value: true } });
    await users.updateUser({ email, change: { case: 'isOperator', value: true } });
    const { page, complaints, context } = await chromium.open({ secret: user.secret ?? '' });
    const judge = async (title: string) => {
      for (const { width, colorScheme, rules } of looks) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
        expect([title, width, await faultsOf(page, rules)]).toEqual([title, width, []]);
      }
    };
    const home = `/accounts/${account.id}`;
    await page.goto(home);
    for (const { path, button, title, next } of dialogsOf(home)) {
      await visit(page, path);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog', { name: title }).waitFor();
      await judge(title);
      await next?.(page);
      if (next) await judge(`${title}, next`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
);
