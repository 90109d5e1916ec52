// Who has forgotten their password, in a real browser: the mail's link, the new password, the sign-in; and the page where no
// mail is sent.
import { afterAll, beforeAll, expect } from 'vitest';
import { operatorOf } from '../support/core.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { signUp } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let server: MailServer;
let stack: Stack;
let chromium: Chromium;
const email = 'forgetful@example.com';

beforeAll(async () => {
  server = await startMailServer();
  stack = await startStack({ mail: { url: server.url, from: 'texts@example.com' } });
  await signUp(stack, { account: await stack.createAccount(), email });
  await operatorOf(stack.core).updatePerson({ email, change: { case: 'emailProved', value: true } });
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
