// The inbox without a mouse, and its news: keys, the palette, the window's title and the desktop, in a real browser.
import { afterAll, beforeAll, expect } from 'vitest';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';

let stack: Stack;
let chromium: Chromium;
const agents: RawAgent[] = [];

beforeAll(async () => {
  stack = await startStack();
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  for (const agent of agents) agent.socket.terminate();
  await chromium?.stop();
  await stack?.stop();
});

/** An account of its own with three unread threads, its inbox in a window, and a phone that receives more. */
async function openInbox() {
  const account = await stack.createAccount();
  const agent = await RawAgent.linked(stack.core, account.deviceToken, 'journal', 1);
  agents.push(agent);
  let received = 0;
  const receive = async (address: string, body: string): Promise<void> => {
    agent.send({ case: 'inbound', value: { inboundId: `inbound ${++received}`, address, body } });
    await agent.expect('inboundAck');
  };
  for (const address of ['+15005557001', '+15005557002', '+15005557003']) await receive(address, 'A reply');
  const user = await createUser(stack.databaseUrl, { roles: [[account.id, 'member']] });
  const window = await chromium.open(user);
  const path = `/accounts/${account.id}/threads`;
  await window.page.goto(path);
  await window.page.locator('.thread-rows .thread').nth(2).waitFor();
  return { ...window, account, receive, path };
}

shown('threads are gone through, answered and done by keys alone', async () => {
  const { page, complaints, context } = await openInbox();
  const isOpen = (address: string) =>
    page.getByRole('heading', { name: address, exact: true }).waitFor({ state: 'visible' });
  await page.keyboard.press('j');
  await isOpen('+15005557003');
  await page.keyboard.press('j');
  await isOpen('+15005557002');
  await page.keyboard.press('k');
  await isOpen('+15005557003');
  await page.keyboard.press('r');
  // The keys are letters while somebody types.
  await page.keyboard.type('jk re /?');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  expect(await text.inputValue()).toBe('jk re /?');
  await text.fill('');
  await text.blur();
  await page.getByRole('button', { name: 'Done', exact: true }).waitFor();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Open again' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('12');
  await page.getByRole('link', { name: 'Search in all texts' }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search by name or number' });
  await search.fill('');
  await page.locator('.thread-rows .thread').nth(2).waitFor();
  await search.blur();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('j');
  await isOpen('+15005557003');
  expect(await barriersIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

shown(
  'Ctrl+K goes to a page, a contact or a broadcast by its name, and to a thread by its number',
  async () => {
    const { page, complaints, context, account } = await openInbox();
    const post = (path: string, body: unknown) => stack.post(`/api/v1${path}`, account.key, body);
    await post('/contacts', { address: '+15005557008', name: 'Ada Lovelace' });
    await post('/broadcasts', { name: 'Opening hours', template: 'We are open' });
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Page, name, number or device' });
    // The cursor is there, also the first time, when the list's own code comes after the dialog.
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('bill');
    await page.getByRole('option', { name: 'Billing Page' }).waitFor();
    expect(await barriersIn(page)).toEqual([]);
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Billing', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await field.fill('+15005557002');
    await page.getByRole('option', { name: '+15005557002 Conversation' }).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { name: '+15005557002', exact: true }).waitFor();
    for (const [words, option, heading] of [
      ['lovelace', 'Ada Lovelace Contact', 'Ada Lovelace'],
      ['hours', 'Opening hours Broadcast', 'Opening hours'],
      ['a reply', 'Search for “a reply” in everything Search', 'Search'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await field.fill(words);
      await page.getByRole('option', { name: option }).click();
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    }
    await page.getByText('A reply').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown(
  'the title counts unread threads, and the desktop shows a reply to those who asked for it',
  async () => {
    const { page, complaints, context, receive, path } = await openInbox();
    await expect.poll(() => page.title()).toBe('(3) Conversations · Textrelay');
    await context.grantPermissions(['notifications']);
    await page.addInitScript(`window.shown = [];
    window.Notification = class { static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { body }) { window.shown.push([title, body]); } close() {} };
    Object.defineProperty(document, 'hidden', { get: () => window.isAway === true });`);
    const shownTexts = () => page.evaluate('window.shown');
    const openThreads = async () => {
      const polled = page.waitForRequest(/since=\d+&wait=/);
      await page.goto(path);
      await polled;
      await page.evaluate('window.isAway = true');
    };
    await openThreads();
    await receive('+15005557004', 'Not asked for');
    await page.getByText('Not asked for').waitFor();
    await expect.poll(() => page.title()).toBe('(4) Conversations · Textrelay');
    expect(await shownTexts()).toEqual([]);
    await page.goto('/me');
    await page.getByRole('button', { name: 'Show replies on the desktop' }).click();
    await page.getByText('This browser shows replies').waitFor();
    await openThreads();
    await receive('+15005557005', 'Asked for');
    await expect.poll(shownTexts).toEqual([['+15005557005', 'Asked for']]);
    await page.evaluate('window.isAway = false');
    await receive('+15005557006', 'Seen in the window');
    await page.getByText('Seen in the window').waitFor();
    expect(await shownTexts()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

shown('a text is listed that is received while the first list is still on its way', async () => {
  const { page, complaints, context, receive } = await openInbox();
  const newsRead = page.waitForResponse(/since=\d+&wait=/);
  await page.route(
    /threads\/unread/,
    async (route) => {
      const before = await route.fetch();
      await receive('+15005557004', 'Just received');
      await newsRead;
      await route.fulfill({ response: before });
    },
    { times: 1 },
  );
  await page.reload();
  await page.getByText('Just received').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
