// What needs mail, in a real browser: who has forgotten their password, from the mail's link to the sign-in; and who wants a
// mail about new replies.
import { afterAll, beforeAll, expect } from 'vitest';
import { operatorOf } from '../support/core.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser, signUp } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let server: MailServer;
let stack: Stack;
let chromium: Chromium;
const email = 'forgetful@example.com';

beforeAll(async () => {
  server = await startMailServer();
  stack = await startStack({ mail: { url: server.url, from: 'texts@example.com' } });
  await signUp(stack, { account: await stack.createAccount(), email });
  await operatorOf(stack.core).updateUser({ email, change: { case: 'emailVerified', value: true } });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
  server?.stop();
});

shown(
  'somebody who forgot their password sets a new one by the mail’s link, and signs in with it',
  async () => {
    const { page, complaints, context } = await chromium.open(undefined, { width: 375 });
    const referers: string[] = [];
    page.on('request', (request) => {
      if (request.headers().referer?.includes('token')) referers.push(request.url());
    });
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The sign-in has a field of the same name, and stands until the next page is loaded.
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    const { hash } = new URL(await server.linkTo(email));
    await page.goto('about:blank');
    await page.goto(`/new-password${hash}`);
    const field = page.getByRole('textbox', { name: 'New password' });
    await field.fill('a wholly new battery staple');
    expect(page.url()).toBe(`${chromium.base}/new-password`);
    expect(await barriersIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('button', { name: 'Go to the sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('something else');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    // What is wrong is said at the field, and is gone once somebody types.
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await password.getAttribute('aria-invalid')).toBe('true');
    await password.fill('a wholly new battery staple');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(referers).toEqual([]);
    expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`/new-password${hash}`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await context.close();
  },
);

shown(
  'who has confirmed their address chooses how often a mail brings new replies, and the choice stays',
  async () => {
    const account = await stack.createAccount();
    const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
    const { page, complaints, context } = await chromium.open(user, { width: 375 });
    await page.goto('/me');
    const section = page.getByRole('region', { name: 'New replies by mail' });
    await section.getByText('Confirm your e-mail address below first').waitFor();
    const proved = { case: 'emailVerified', value: true } as const;
    await operatorOf(stack.core).updateUser({ email: user.email, change: proved });
    await page.reload();
    await section.getByLabel('How often').selectOption('Every morning at 8');
    await section.getByLabel('Time zone').fill('Nowhere/At-all');
    await section.getByRole('button', { name: 'Save' }).click();
    // What is refused is said at its field.
    await section.getByRole('alert').waitFor();
    await section.getByLabel('Time zone').fill('Europe/Berlin');
    await section.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    await page.reload();
    await section.waitFor();
    expect([
      await section.getByLabel('How often').inputValue(),
      await section.getByLabel('Time zone').inputValue(),
      await barriersIn(page),
    ]).toEqual(['daily', 'Europe/Berlin', []]);
    expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
    await context.close();
  },
);
