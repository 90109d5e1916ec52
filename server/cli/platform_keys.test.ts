// `platform-keys` at the operator's command line.
import { describe, expect, test } from 'vitest';
import { platformSecret } from './testing/fake_core.ts';
import { provideCore } from './testing/provide_core.ts';
import { accountId } from './testing/samples.ts';

const { asked, type: typeAny, typeJson: typeAnyJson } = provideCore();

const id = String(accountId);
const type = (line: string) => typeAny(`platform-keys ${line}`);
const typeJson = (line: string) => typeAnyJson(`platform-keys ${line}`);

const key = {
  id: 7,
  name: 'Bolt\u001b[31m',
  hint: 'svc_platform_...6789',
  created_at: '2026-11-20T10:00:00.000Z',
  revoked_at: null,
};

describe('every command answers one JSON document with --json, and asks the core what was typed', () => {
  test('create, list and revoke', async () => {
    expect(await typeJson('create --name Bolt')).toEqual({ key, secret: platformSecret });
    expect(await typeJson('list')).toEqual({ keys: [key], next_after: 7 });
    expect(await typeJson('list --limit 2 --after 7')).toEqual({ keys: [], next_after: null });
    const revoked = { key: { ...key, revoked_at: '2026-11-20T11:00:00.000Z' } };
    expect(await typeJson('revoke 7')).toEqual(revoked);
    expect(asked()).toEqual([
      ['createPlatformKey', { name: 'Bolt' }],
      ['listPlatformKeys', { limit: 500 }],
      ['listPlatformKeys', { limit: 2, cursor: 7n }],
      ['revokePlatformKey', { id: 7n }],
    ]);
  });

  test('link, accounts and unlink', async () => {
    const linked = { platform_key_id: 7, account_id: Number(accountId) };
    const linkedAt = '2026-11-20T12:00:00.000Z';
    expect(await typeJson(`link 7 ${id}`)).toEqual({ ...linked, linked_at: linkedAt });
    expect(await typeJson('accounts 7')).toEqual({
      accounts: [
        {
          id: Number(accountId),
          name: 'Acme\u001b[31m',
          plan: 'starter',
          subscription_status: 'active',
          linked_at: linkedAt,
        },
      ],
    });
    expect(await typeJson(`unlink 7 ${id}`)).toEqual({ ...linked, linked_at: null });
    expect(asked()).toMatchObject([
      ['linkPlatform', { id: 7n, accountId }],
      ['listAccountsOfKey', { caller: { case: 'platformKeyId', value: 7n } }],
      ['unlinkPlatform', { id: 7n, accountId }],
    ]);
  });
});

describe('people get aligned text', () => {
  test("a key's secret is shown at creation, with a word that it never is again and how to go on", async () => {
    const { out } = await type('create --name Bolt');
    expect(out.split('\n')[0]).toBe(platformSecret);
    expect(out).toContain('never shown again');
    expect(out).toContain('platform-keys link 7 <account>');
    expect((await type('list')).out).not.toContain(platformSecret);
  });

  test('a list is a table, says how to go on, and sends no control characters to the terminal', async () => {
    expect((await type('list')).out.split('\n')).toEqual([
      'ID  NAME       KEY                   CREATED                   REVOKED',
      '7   Bolt?[31m  svc_platform_...6789  2026-11-20T10:00:00.000Z  -',
      'more: platform-keys list --after 7',
      '',
    ]);
    expect((await type('list --after 7')).out).toBe('no platform keys\n');
  });

  test('linked accounts are a table with the time they were linked', async () => {
    expect((await type('accounts 7')).out.split('\n')).toEqual([
      'ID               NAME       PLAN     STATUS  LINKED',
      `${id}  Acme?[31m  starter  active  2026-11-20T12:00:00.000Z`,
      '',
    ]);
  });

  test('a link and its end are reported in a sentence', async () => {
    expect((await type(`link 7 ${id}`)).out).toBe(
      `Platform key 7 may act for account ${id} since 2026-11-20T12:00:00.000Z.\n`,
    );
    expect((await type(`unlink 7 ${id}`)).out).toBe(`Platform key 7 may not act for account ${id}.\n`);
  });
});

test.each([
  ['revoke 8', 'platform key not found'],
  [`link 8 ${id}`, 'platform key not found'],
  ['link 7 5', 'account not found'],
  ['unlink 7 5', 'account not found'],
])('%s is refused in the words of the core', async (line, reported) => {
  expect(await type(line)).toEqual({ code: 1, out: '', error: `${reported}\n` });
});

test.each([
  ['create', /'--name <name>' not specified/],
  ['link 7', /missing required argument 'account'/],
  ['link svc_platform_x 5', /An id is a whole number above 0/],
  [`link ${id} 7 x`, /too many arguments/],
  ['unlnk 7 5', /Did you mean (un)?link\?/],
  ['list --limit 501', /1 to 500/],
])('%s is typed wrongly: it ends with 2 and one line, and never reaches the core', async (line, reported) => {
  const { code, out, error } = await type(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(reported);
  expect(error.trimEnd().split('\n')).toHaveLength(1);
  expect(asked()).toEqual([]);
});
