// The first minutes of the first person, in a real browser: the link that a start prints, the first text, its delivery
// on the phone and the answer that comes back; then a conversation that two people look at, and a passkey.
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { systemClock } from '../../runtime/clock.ts';
import { operatorOf, type TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, password, signUp, tokenOf } from '../support/users.ts';
import { Chromium, type Shown, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let phone: Phone;
const open: Shown[] = [];

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterEach(async () => {
  for (const { context } of open.splice(0)) await context.close();
});
afterAll(async () => {
  await chromium?.stop();
  await phone?.throwAway();
  await stack?.stop();
});

/** A window; what it complained of fails the test at its end. */
async function openWindow(...words: Parameters<Chromium['open']>): Promise<Shown> {
  const window = await chromium.open(...words);
  open.push(window);
  return window;
}

shown('the first person signs up by the link, sends a text and sees it delivered and answered', async () => {
  const admin = operatorOf(stack.core);
  const { link } = await admin.createFirstLink({ accountId: account.id });
  const { page, complaints } = await openWindow();
  await page.goto(`/sign-up#token=${tokenOf(link ?? '')}`);
  await page.getByLabel('Your name').fill('Ada');
  expect(page.url()).toBe(`${chromium.base}/sign-up`);
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByRole('link', { name: 'Write a text' }).click();
  await page.getByLabel('To', { exact: true }).fill('+1 500 555 0011');
  await page.getByLabel('Text', { exact: true }).fill('Is Tuesday fine?');
  await page.getByText('16 characters, 1 segment').waitFor();
  await page.keyboard.press('Control+Enter');
  const log = page.getByRole('log');
  await log.getByText('Is Tuesday fine?', { exact: true }).waitFor();
  await log.getByText('Delivered').waitFor();
  await log.getByText('You said: Is Tuesday fine?').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/accounts/${account.id}/threads/%2B15005550011`);
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('something else');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

shown('what one person sends and what comes in appears at once in the window of another', async () => {
  const users = await Promise.all(
    [0, 1].map(() => createUser(stack.databaseUrl, { roles: [[account.id, 'member']] })),
  );
  const windows = await Promise.all(users.map((user) => openWindow(user)));
  const [one, two] = windows.map(({ page }) => page) as [Shown['page'], Shown['page']];
  const path = `/accounts/${account.id}/threads/%2B15005550006`;
  for (const page of [one, two]) {
    await page.goto(path);
    await page.getByText('No texts yet. Write the first one.').waitFor();
  }
  await one.getByLabel('Text', { exact: true }).fill('Seen by both');
  // A double click sends once.
  await one.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await two.getByRole('log').getByText('Seen by both').waitFor();
  await two.getByRole('log').getByText('Delivered').waitFor();
  putInbound(phone.dir, {
    inboundId: 'answer',
    address: '+15005550006',
    body: 'And this is the answer',
    receivedAtMs: Date.now(),
  });
  for (const page of [one, two]) {
    await page.getByRole('log').getByText('And this is the answer').waitFor();
    expect(await page.getByRole('log').getByText('Seen by both').count()).toBe(1);
  }
  expect(windows.flatMap(({ complaints }) => complaints)).toEqual([]);
});

shown('what is written while the service is away is kept, and sent once when it is back', async () => {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const { page, context } = await openWindow(user);
  await page.goto(`/accounts/${account.id}/threads/%2B12025550143`);
  await page.getByText('No texts yet. Write the first one.').waitFor();
  await context.setOffline(true);
  await page.getByLabel('Text', { exact: true }).fill('Written offline');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Waits for the service').waitFor();
  await page.getByText('The service cannot be reached.').waitFor();
  await context.setOffline(false);
  await page.getByRole('log').getByText('Delivered').waitFor();
  await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' });
  expect(await page.getByRole('log').getByText('Written offline').count()).toBe(1);
});

shown('a passkey is added and signs its owner in', async () => {
  const user = await signUp(stack, { account });
  const { page, context, complaints } = await openWindow({ secret: user.secret ?? '' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto('/me');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Not used yet').waitFor();
  await page.getByText('Passkey added').waitFor();
  // A page that was opened anew knows of no proof: the passkey is one as well.
  await page.reload();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await page.getByText('Passkey removed').waitFor();
  // Only the list and the notice of the second passkey are waited for below, so the first one's row must be gone.
  await page.getByText('Not used yet').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added').waitFor();
  await page.getByText('Not used yet').waitFor();
  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(complaints).toEqual([]);
});
