// `accounts list --search` and `accounts rename`: what is asked of the core, and an account's name where its id is needed.
import { expect, test } from 'vitest';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type } = provideCore();

test('accounts list --search asks for what was typed, and so does the page after it', async () => {
  const { out } = await type('accounts list --search ac');
  expect(out).toContain(`more: accounts list --search 'ac' --after ${accountId}`);
  expect(asked()).toEqual([['listAccounts', { limit: 500, search: 'ac' }]]);
});

test('accounts rename changes the name and nothing else', async () => {
  expect((await type(`accounts rename ${accountId} Acme`)).code).toBe(0);
  expect(asked()).toEqual([['updateAccount', { accountId, name: 'Acme' }]]);
});

test.each([
  ['accounts show Acme'],
  ['plan set Acme --status canceled'],
  ['numbers list --account Acme'],
  ['audit-events Acme'],
  ['held release Acme'],
])('%s says how to find the id of an account by its name', async (line) => {
  const { code, error } = await type(line);
  expect(code).toBe(2);
  expect(error).toContain('find it with accounts list --search and a part of its name');
  expect(asked()).toEqual([]);
});
