// What keys read that may read only the texts of those whom they may write to: all of these and nothing else, whatever the page and
// however few they are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import type { KeyPolicy } from '../../domain/keys/key_policy.ts';
import { prepareTextLog } from './text_log.ts';

const account = 7n;
const newest = 2n ** 62n;
const looks = 7;
const octets = 1e9;
let rows: LoggedRows;
let log: ReturnType<typeof prepareTextLog>;

const numbered = (n: string) => `'+1500555' || lpad((${n})::text, 4, '0')`;

/** Policies, each with the numbers that it lets its key read: SQL of a text `m`. */
const policies: Record<string, [policy: Partial<KeyPolicy> | null, readable: string]> = {
  one: [{ recipients: ['+15005550003'] }, `m.address_norm = '+15005550003'`],
  'several and a prefix': [
    { recipients: ['+15005550003', '+1500555001*'] },
    `m.address_norm = '+15005550003' or m.address_norm like '+1500555001%'`,
  ],
  'prefixes of every length': [
    {
      recipients: ['+44*', '+1500555000*', '+15005550010*', '+1500555001200*', '+15005550014000*'],
    },
    `m.address_norm like '+1500555000%' or m.address_norm = '+15005550010'`,
  ],
  'a number that others begin with': [{ recipients: ['+1500555', '+1500555001'] }, 'false'],
  writers: [
    { recipients: ['writers'] },
    `exists (select from message i where i.account_id = m.account_id and i.address_norm = m.address_norm and i.direction = 'in')`,
  ],
  nobody: [{ recipients: ['+449999999'] }, 'false'],
  'reads all': [{ recipients: ['+15005550003'], reads: 'all' }, 'true'],
  'no policy': [null, 'true'],
};
const hashOf = (name: string) => Buffer.from(name.padEnd(32, '.')).toString('hex').slice(0, 64);

beforeAll(async () => {
  rows = await LoggedRows.create();
  log = prepareTextLog(rows.database, looks);
  await rows.addAccount(account);
  await rows.addAccount(8n);
  await rows.addTexts(account, 120, {
    address: numbered('n % 23'),
    direction: "case when n % 23 in (5, 6) then 'in' else 'out' end",
    status: "case when n % 23 in (5, 6) then 'received' when n % 9 = 0 then 'failed' else 'delivered' end",
  });
  const add = (name: string, of: bigint, policy: object | null, revoked: string) => rows.inspect`
    insert into api_key (hash, id, account_id, label, hint, created_at, policy, revoked_at) overriding system value
    select decode(${hashOf(name)}, 'hex'), coalesce(max(id), 0) + 1, ${of}, '', '', now(), ${policy as never}::jsonb,
      ${revoked}::timestamptz from api_key where account_id = ${of}`;
  const policed = (policy: Partial<KeyPolicy>) => ({ scopes: ['read', 'send'], reads: 'known', ...policy });
  for (const [name, [policy]] of Object.entries(policies))
    await add(name, account, policy && policed(policy), null as never);
  await add('revoked', account, null, new Date(0).toISOString());
  await add('another account', 8n, null, null as never);
});
afterAll(() => rows.close());

/** What a reader of all would keep of the account's texts. */
const expected = async (readable: string, more = 'true') => {
  const found = await rows.inspect.unsafe(
    `select m.id from message m where m.account_id = ${account} and (${readable}) and ${more} order by m.id`,
  );
  return found.map(({ id }) => BigInt(id as bigint));
};

const readers = Object.entries(policies).map(([name, [, readable]]) => [name, readable] as const);
const limits = [1, 3, looks, 500];

describe.each(readers)('%s', (name, readable) => {
  const keyHash = hashOf(name);

  test('the feed, each text once and in order', async () => {
    for (const limit of limits) {
      const ids: bigint[] = [];
      for (let since = 0n; ; ) {
        const wanted = { limit, octets, keyHash, looks };
        const page = await rows.store.listReadableChanges(account, since, wanted);
        ids.push(...(page?.messages ?? []).map(({ id }) => id));
        expect(page?.messages.length).toBeLessThanOrEqual(limit);
        expect(page?.newestSeq).toBe(120n);
        if (!page?.hasMore) {
          expect(page?.nextSince).toBe(120n);
          break;
        }
        expect(page.nextSince).toBeGreaterThan(since);
        since = page.nextSince;
      }
      expect(ids).toEqual(await expected(readable));
    }
  });

  test('conversations, newest first', async () => {
    const newestOf = `m.id = (select max(o.id) from message o where o.account_id = m.account_id and o.address_norm = m.address_norm)`;
    for (const limit of limits) {
      const ids: bigint[] = [];
      for (let before: bigint | undefined = newest; before !== undefined; ) {
        const wanted = { limit, octets, keyHash, looks };
        const page: Awaited<ReturnType<typeof rows.store.listReadableThreads>> =
          await rows.store.listReadableThreads(account, before, wanted);
        ids.push(...page.threads.map(({ lastMessage }) => lastMessage.id));
        before = page.next;
      }
      expect(ids).toEqual((await expected(readable, newestOf)).reverse());
    }
  });

  test.each([
    ['all', {}, 'true'],
    ['failed', { status: 'failed' as const }, `m.status = 'failed'`],
    ['of a conversation', { addressNorm: '+15005550003' }, `m.address_norm = '+15005550003'`],
  ])('the log: %s', async (_, filter, asked) => {
    const all = { direction: null, status: null, route: null, addressNorm: null, keyId: null };
    const ids: bigint[] = [];
    for (let before: bigint | null = newest; before !== null; ) {
      const range = { before, least: 0n };
      const page = await log.listLog(account, { ...all, ...filter }, range, 3, octets, keyHash);
      ids.push(...page.texts.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(ids).toEqual((await expected(readable, asked)).reverse());
  });

  test('single texts, their histories, a conversation, and the outcome', async () => {
    const found = new Set(await expected(readable));
    for (const id of [3n, 4n, 6n, 11n]) {
      const [text] = await rows.inspect`select * from message where account_id = ${account} and id = ${id}`;
      const may = found.has(id);
      expect([id, (await log.findText(account, id, keyHash)) !== undefined]).toEqual([id, may]);
      expect((await log.findHistory(account, id, keyHash)) !== undefined).toBe(may);
      const thread = await rows.store.listThreadMessages(
        ...[account, text?.address_norm as string, newest, 500, octets, keyHash],
      );
      expect(thread.messages.length > 0).toBe(may);
      const [outcome] = await rows.store.listOutcomes([{ accountId: account, id, since: 0n, keyHash }]);
      expect(outcome?.text !== null).toBe(may && text?.direction === 'out');
    }
  });
});

test.each(['revoked', 'another account', 'nobody has it'])(
  '%s: a key that works no more reads nothing',
  async (name) => {
    const keyHash = hashOf(name);
    const wanted = { limit: 500, octets, keyHash, looks: 500 };
    expect((await rows.store.listReadableChanges(account, 0n, wanted))?.messages).toEqual([]);
    expect(await log.findText(account, 1n, keyHash)).toBeUndefined();
  },
);
