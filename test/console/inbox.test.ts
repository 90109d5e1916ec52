// The inbox in a real browser: replies stay in sight whatever is sent, and are counted by the service.
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, type Shown, shown } from './chromium.ts';

const replies = 17;
const bulk = 1_000;
const replier = (index: number) => `+1500555${String(8_000 + index)}`;

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;
let agent: RawAgent;

beforeAll(async () => {
  stack = await startStack({ cores: 2 });
  account = await stack.createAccount();
  agent = await RawAgent.linked(stack.core, account.deviceToken, 'journal', 1);
  for (let index = 0; index < replies; index++) await receive(replier(index), `Reply ${index}`);
  const texts = Array.from({ length: bulk }, (_, index) => ({
    accountId: account.id,
    address: `+1500556${String(1_000 + index)}`,
    body: 'We are open on Sunday',
  }));
  for (let start = 0; start < bulk; start += 500)
    await stack.core.messages.sendMessages({ texts: texts.slice(start, start + 500) });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  agent?.socket.terminate();
  await chromium?.stop();
  await stack?.stop();
});

let received = 0;
async function receive(address: string, body: string): Promise<void> {
  agent.send({ case: 'inbound', value: { inboundId: `inbound ${++received}`, address, body } });
  await agent.expect('inboundAck');
}

async function openInbox(path = '/threads'): Promise<Shown> {
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const window = await chromium.open(user);
  await window.page.goto(`/accounts/${account.id}${path}`);
  await window.page.getByRole('heading', { name: 'Conversations', exact: true }).waitFor();
  return window;
}

/** How long a page may take on a busy machine. */
const patiently = { timeout: 30_000 };

/** The numbers of the conversations that are listed, from the top. */
const listed = ({ page }: Shown) => page.locator('.thread-rows .thread-who').allTextContents();
const newestFirst = Array.from({ length: replies }, (_, index) => replier(replies - 1 - index));

shown('17 replies are counted and stay at the top although 1,000 texts were sent after them', async () => {
  const window = await openInbox();
  const { page, complaints, context } = window;
  const count = page.locator('.nav-count', { hasText: String(replies) });
  await count.waitFor();
  // On hover it says what is counted.
  expect(await count.getAttribute('title')).toBe(`${replies} unread`);
  await page.locator('.thread-rows .thread-who').nth(replies).waitFor();
  expect((await listed(window)).slice(0, replies)).toEqual(newestFirst);
  expect(complaints).toEqual([]);
  await context.close();
});

shown('threads are filtered by what they need, and each filter says how many there are', async () => {
  const window = await openInbox();
  const { page, complaints, context } = window;
  const filter = (name: RegExp) => page.getByRole('button', { name });
  await filter(/^Unread 17$/).click();
  await expect.poll(() => listed(window), patiently).toEqual(newestFirst);
  // Reading one takes it from the unread ones, and it still waits for an answer.
  await page.locator('.thread-rows .thread').first().click();
  await filter(/^Unread 16$/).waitFor();
  await expect.poll(() => listed(window), patiently).toEqual(newestFirst.slice(1));
  await filter(/^Waiting for me 17$/).click();
  await expect.poll(() => listed(window), patiently).toEqual(newestFirst);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We answer');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await filter(/^Waiting for me 16$/).waitFor();
  await expect.poll(() => listed(window), patiently).toEqual(newestFirst.slice(1));
  await filter(/^Failed$/).click();
  await page.getByText('Nothing failed').waitFor();
  expect(await barriersIn(page)).toEqual([]);
  // On a phone the button of the navigation says what is behind it.
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Open the navigation: 16 unread' }).waitFor();
  const heading = 'document.querySelector(".chat-head h1")';
  expect(await page.evaluate(`${heading}.scrollWidth - ${heading}.clientWidth`)).toBe(0);
  expect(await barriersIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

const chatPath = (address: string) => `/threads/${encodeURIComponent(address)}`;

shown(
  'what two people decide about a thread, each in a browser, is seen by both, and a reply opens it again',
  async () => {
    const address = '+15005557001';
    await receive(address, 'Do you have a table?');
    const [one, two] = [await openInbox(chatPath(address)), await openInbox(chatPath(address))];
    const windows = [one, two];
    // Each sees that the other writes, until they have sent it, or have left.
    const writing = ({ page }: Shown) => page.getByText('Test is writing');
    await one.page.getByRole('textbox', { name: 'Text', exact: true }).fill('We have');
    await writing(two).waitFor();
    expect(await writing(one).count()).toBe(0);
    // Both answer: each sees what the other wrote, and it is sent once each.
    for (const [index, { page }] of windows.entries()) {
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`Answer ${index}`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    }
    for (const { page } of windows)
      for (const index of [0, 1])
        await page.getByRole('log').getByText(`Answer ${index}`, { exact: true }).waitFor();
    await writing(two).waitFor({ state: 'detached' });
    await one.page.getByRole('button', { name: 'Write a note' }).click();
    await one.page.getByRole('textbox', { name: 'Note' }).fill('They come each week');
    await one.page.getByRole('button', { name: 'Add the note' }).click();
    await one.page.getByText('They come each week').waitFor();
    await one.page.getByLabel('Assigned to').selectOption({ index: 1 });
    await one.page.getByRole('button', { name: 'Done', exact: true }).click();
    await one.page.getByRole('button', { name: 'Open again' }).waitFor();
    await two.page.reload();
    await two.page.getByRole('button', { name: 'Open again' }).waitFor();
    await two.page.getByText('They come each week').waitFor();
    expect(await two.page.getByLabel('Assigned to').inputValue()).not.toBe('');
    expect(await two.page.getByRole('button', { name: 'Remove the note' }).count()).toBe(0);
    await receive(address, 'And one for Sunday?');
    for (const { page } of windows) await page.getByRole('button', { name: 'Done', exact: true }).waitFor();
    for (const { page, complaints, context } of windows) {
      expect(await barriersIn(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    }
  },
);

shown('a saved reply is put into a text, and Enter does what the person chose', async () => {
  const window = await openInbox();
  const { page, complaints, context } = window;
  await page.goto(`/accounts/${account.id}/saved-replies`);
  await page.getByRole('button', { name: 'Save a reply' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Opening hours');
  await page.getByRole('textbox', { name: 'Text' }).fill('We are open from 9 to 5.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'Opening hours', exact: true }).waitFor();
  expect(await barriersIn(page)).toEqual([]);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await page.goto(`/accounts/${account.id}${chatPath('+15005557002')}`);
  await text.fill('Hello!');
  await page.getByRole('button', { name: 'Saved replies' }).click();
  await page.getByRole('button', { name: 'Opening hours' }).click();
  await expect.poll(() => text.inputValue()).toBe('Hello! We are open from 9 to 5.');
  await text.press('Enter');
  expect(await text.inputValue()).toContain('\n');
  await page.goto('/me');
  await page.getByLabel('Enter sends').click();
  await expect.poll(() => page.getByLabel('Enter sends').isChecked()).toBe(true);
  await page.goto(`/accounts/${account.id}${chatPath('+15005557002')}`);
  await page.locator('[title$="(Enter)"]').waitFor();
  await text.fill('First line');
  await text.press('Shift+Enter');
  await text.pressSequentially('second line');
  await text.press('Enter');
  await page.getByRole('log').getByText('First line second line').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
