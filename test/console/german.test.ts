// The console in German: for those whose browser asks for it, and for those who choose it. No page says a word in English.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { createUser } from '../support/users.ts';
import { barriersIn, Chromium, shown } from './chromium.ts';
import { accountPages, otherPages } from './every_page.ts';

const words = join(import.meta.dirname, '../../gateway/console/words');

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(stringsIn);

/** The words of the catalogue in a language: those that are said whole. */
async function wordsOf(language: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const file of readdirSync(join(words, language))) {
    if (/^(plural|catalogue)\./.test(file)) continue;
    const subject = (await import(join(words, language, file))) as Record<string, object>;
    for (const text of stringsIn(subject)) found.add(text);
  }
  return found;
}

/** Everything that a page says: its texts, and what it says of fields and buttons. */
const readPage = `(() => {
  const said = [document.title.replace(/ · Textrelay$/, '')];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) said.push(texts.currentNode.nodeValue ?? '');
  for (const element of document.querySelectorAll('*'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-label'])
      said.push(element.getAttribute(name) ?? '');
  return said.map((text) => text.trim());
})()`;
const saidOn = (page: Page): Promise<string[]> => page.evaluate(readPage);

/** What the components say unless they are given other words. */
const ofComponents = ['Toggle password visibility', 'Actions', 'Scroll left', 'Scroll right'];

let stack: Stack;
let chromium: Chromium;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
  await stack.send(account, { body: 'Ihr Tisch ist reserviert.' });
  chromium = await Chromium.start(stack.gateways[0]?.url ?? '');
});
afterAll(async () => {
  await chromium?.stop();
  await stack?.stop();
});

const createOperator = () =>
  createUser(stack.databaseUrl, { isOperator: true, roles: [[account.id, 'owner']] });

shown('every page is in German where the browser asks for it', async () => {
  const german = await wordsOf('de');
  const english = [...(await wordsOf('en')), ...ofComponents].filter((text) => !german.has(text));
  expect(english.length).toBeGreaterThan(700);
  const { page, complaints, context } = await chromium.open(await createOperator(), { locale: 'de-DE' });
  const all = [
    ...accountPages.map(([path]) => `/accounts/${account.id}${path}`),
    ...otherPages.map(([path]) => path),
  ];
  for (const path of all) {
    await page.goto('about:blank');
    await page.goto(path);
    await page.locator('h1, h2').first().waitFor();
    await expect
      .poll(() => page.locator('.mantine-Skeleton-root').count(), { timeout: 15_000, interval: 20 })
      .toBe(0);
    expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, 'de']);
    const said = new Set(await saidOn(page));
    expect([path, english.filter((text) => said.has(text))]).toEqual([path, []]);
  }
  expect(complaints.filter((words) => !/status of (401|404|410)/.test(words))).toEqual([]);
  await context.close();
});

shown('a language that is chosen stays chosen, also of mail, and is changed in the settings', async () => {
  const { page, complaints, context } = await chromium.open(await createOperator());
  await page.goto('/me');
  await page.getByRole('heading', { name: 'My settings' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Meine Einstellungen' }).waitFor();
  expect(await barriersIn(page)).toEqual([]);
  const ofUser = () => page.evaluate("fetch('/api/v1/console/me').then((me) => me.json())");
  await expect.poll(ofUser).toMatchObject({ user: { language: 'de' } });
  // Signing out takes everything else out of the browser.
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

shown('a refusal is said in German, by its code and at its field', async () => {
  const { page, context } = await chromium.open(await createOperator(), { locale: 'de-AT' });
  await page.goto(`/accounts/${account.id}/write`);
  await page.getByLabel('An', { exact: true }).fill('12');
  await page.getByLabel('Text', { exact: true }).fill('Hallo');
  await page.getByRole('button', { name: 'Senden', exact: true }).click();
  await page.getByText('An diese Telefonnummer kann keine SMS gehen.').waitFor();
  await context.close();
});
