// Conversations that need somebody: found by what was received or failed, whatever was sent meanwhile.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { rowsLookedAt } from '../../../test/support/rows_looked_at.ts';
import { createConversations, type Filter } from '../../app/conversations/conversations.ts';
import { mostLookedThrough, type Need, prepareInbox } from './inbox.ts';

let rows: LoggedRows;
let account = 0n;
beforeAll(async () => {
  rows = await LoggedRows.create();
});
beforeEach(() => rows.addAccount(++account));
afterAll(() => rows.close());

const [anna, ben] = [41n, 42n];
const newest = 2n ** 62n;
const numbered = (prefix: string) => `'${prefix}' || lpad(n::text, 4, '0')`;
const received = (address: string) => ({ address, direction: "'in'", status: "'received'" });
const failed = (address: string) => ({ address, status: "'failed'" });
const reply = (address: string) => rows.addTexts(account, 1, received(`'${address}'`));
const answer = (address: string) => rows.addTexts(account, 1, { address: `'${address}'` });
const reader = (userId = anna) => ({ accountId: account, userId });
const counts = (userId = anna) => rows.store.countNeeding(reader(userId));
const numbers = async (need: Need, userId = anna) => {
  const { threads } = await rows.store.listNeeding(reader(userId), need, newest, 100);
  return threads.map(({ addressNorm }) => addressNorm);
};
const readAll = async (filter: Filter, limit: number) => {
  const { list } = createConversations(rows.store);
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list(reader(), { limit, cursor, search: undefined, filter });
    found.push(...page.threads.map(({ addressNorm }) => addressNorm));
    if (page.nextCursor === undefined) return found;
    cursor = page.nextCursor;
  }
};

test('17 replies are counted and listed whatever bulk is sent after them', async () => {
  await rows.addTexts(account, 17, received(numbered('+1500555')));
  await rows.addTexts(account, 1_000, { address: numbered('+1500556') });
  expect(await counts()).toEqual({ unread: 17, mine: 17, failed: 0 });
  const replies = Array.from({ length: 17 }, (_, n) => `+1500555${String(16 - n).padStart(4, '0')}`);
  for (const need of ['unread', 'waiting', 'mine'] as const) expect(await numbers(need)).toEqual(replies);
  const all = await readAll('all', 50);
  expect(all.slice(0, 17)).toEqual(replies);
  expect(new Set(all).size).toBe(1_017);
  expect(all).toHaveLength(1_017);
});

test('bulk to those who replied answers them, and leaves what they wrote unread', async () => {
  await rows.addTexts(account, 17, received(numbered('+1500555')));
  await rows.addTexts(account, 1_000, { address: numbered('+1500555') });
  expect(await counts()).toEqual({ unread: 17, mine: 0, failed: 0 });
  expect(await numbers('unread')).toHaveLength(17);
});

test('what one person has read is unread for the others, and a new text makes it unread again', async () => {
  await reply('+15005550006');
  await reply('+15005550007');
  await rows.store.markRead(reader(), '+15005550006', 1n);
  expect(await numbers('unread')).toEqual(['+15005550007']);
  expect(await numbers('unread', ben)).toEqual(['+15005550007', '+15005550006']);
  expect([(await counts()).unread, (await counts(ben)).unread]).toEqual([1, 2]);
  await reply('+15005550006');
  await answer('+15005550006');
  expect(await numbers('unread')).toEqual(['+15005550006', '+15005550007']);
});

test('a conversation waits from a reply until it is answered', async () => {
  await answer('+15005550006');
  expect(await numbers('waiting')).toEqual([]);
  await reply('+15005550006');
  await reply('+15005550006');
  expect(await numbers('waiting')).toEqual(['+15005550006']);
  await answer('+15005550006');
  expect(await numbers('waiting')).toEqual([]);
});

test('a conversation has failed while its newest text has', async () => {
  await rows.addTexts(account, 2, failed("'+15005550006'"));
  await rows.addTexts(account, 1, failed("'+15005550007'"));
  expect([await numbers('failed'), (await counts()).failed]).toEqual([['+15005550007', '+15005550006'], 2]);
  await answer('+15005550006');
  expect([await numbers('failed'), (await counts()).failed]).toEqual([['+15005550007'], 1]);
});

test('a conversation whose newest text was cancelled has not failed', async () => {
  const error = "'cancelled: the account cancelled the text before it left'";
  await rows.addTexts(account, 2, failed("'+15005550006'"));
  await rows.addTexts(account, 1, { ...failed("'+15005550006'"), error });
  await rows.addTexts(account, 1, { ...failed("'+15005550007'"), error });
  expect([await numbers('failed'), (await counts()).failed]).toEqual([[], 0]);
  await rows.addTexts(account, 1, { ...failed("'+15005550007'"), error: "'unreachable: no'" });
  expect([await numbers('failed'), (await counts()).failed]).toEqual([['+15005550007'], 1]);
});

test('nothing is found in the conversations of another account', async () => {
  await reply('+15005550006');
  await rows.addTexts(account, 1, failed("'+15005550007'"));
  await rows.addAccount(++account);
  expect(await counts()).toEqual({ unread: 0, mine: 0, failed: 0 });
  for (const need of ['unread', 'waiting', 'mine', 'failed'] as const)
    expect(await numbers(need)).toEqual([]);
});

test.each(['unread', 'waiting', 'mine', 'failed'] as const)(
  'pages of those that are %s hold each once, also where a page ends by what it looked through',
  async (need) => {
    const inbox = prepareInbox(rows.database, 7);
    const shape = need === 'failed' ? failed : received;
    await rows.addTexts(account, 30, shape(numbered('+1500555')));
    // Conversations that are found by a newer text, and, of the seven that are looked through, none.
    await rows.addTexts(account, 20, shape("'+15005559999'"));
    const found: string[] = [];
    for (let before: bigint | null = newest; before !== null; ) {
      const page = await inbox.listNeeding(reader(), need, before, 5);
      found.push(...page.threads.map(({ addressNorm }) => addressNorm));
      before = page.nextBefore;
    }
    const rest = Array.from({ length: 30 }, (_, n) => `+1500555${String(29 - n).padStart(4, '0')}`);
    expect(found).toEqual(['+15005559999', ...rest]);
  },
);

test('counts go so far as texts are looked through, and no further', async () => {
  await rows.addTexts(account, mostLookedThrough, received(numbered('+1500555')));
  expect((await counts()).unread).toBe(mostLookedThrough);
  await reply('+15005569999');
  expect(await counts()).toMatchObject({ unread: mostLookedThrough, mine: mostLookedThrough });
});

test('all conversations are listed once each, by pages of any size, however many of them wait', async () => {
  await rows.addTexts(account, 90, { address: numbered('+1500555') });
  await rows.addTexts(account, 40, received(numbered('+1500555')));
  await rows.addTexts(account, 200, received(numbered('+1500557')));
  await rows.addTexts(account, 60, { address: numbered('+1500558') });
  const of = (prefix: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `${prefix}${String(to - 1 - n).padStart(4, '0')}`);
  const expected = [
    ...of('+1500557', 0, 200),
    ...of('+1500555', 0, 40),
    ...of('+1500558', 0, 60),
    ...of('+1500555', 40, 90),
  ];
  for (const limit of [1, 7, 50, 100]) expect(await readAll('all', limit)).toEqual(expected);
});

test('beyond the texts that are looked through, those that wait stand where their newest text puts them', async () => {
  await rows.addTexts(account, 3, received(numbered('+1500555')));
  await rows.addTexts(account, mostLookedThrough, received("'+15005559999'"));
  await rows.addTexts(account, 2, { address: numbered('+1500558') });
  expect(await readAll('all', 4)).toEqual([
    ...['+15005559999', '+15005580001', '+15005580000'],
    ...['+15005550002', '+15005550001', '+15005550000'],
  ]);
});

test('a count reads no more of a long history than of a short one', async () => {
  const looked: number[] = [];
  for (const [id, times] of [
    [1_001n, 2],
    [1_002n, 20],
  ] as const) {
    account = id;
    await rows.addAccount(id);
    for (let time = 0; time < times; time++) {
      await rows.addTexts(id, 1_000, received(numbered('+1500555')));
      await rows.addTexts(id, 1_000, { address: `'+1500556' || lpad((n % 100)::text, 4, '0')` });
    }
    await rows.inspect`insert into thread_read (account_id, user_id, address_norm, last_message_id)
      select ${id}, ${anna}, '+1600' || n, 1 from generate_series(1, 5000) n`;
  }
  for (const table of ['message', 'thread', 'thread_read', 'thread_state'])
    await rows.inspect.unsafe(`vacuum analyze ${table}`);
  for (const id of [1_001n, 1_002n])
    looked.push(await rowsLookedAt(rows, (store) => store.countNeeding({ accountId: id, userId: anna })));
  const [short, long] = looked as [number, number];
  expect(long).toBeLessThan(1.2 * short);
});

test('a page looks up no more conversations than it has, however many need somebody', async () => {
  await rows.addTexts(account, 1_000, failed(numbered('+1500555')));
  // Of a few thousand, reading and sorting all is as good a plan as following the index.
  await rows.addTexts(account, 20_000, received("'+1500556' || lpad(n::text, 5, '0')"));
  for (const table of ['message', 'thread']) await rows.inspect.unsafe(`vacuum analyze ${table}`);
  for (const need of ['unread', 'waiting', 'mine', 'failed'] as const) {
    const looked = await rowsLookedAt(rows, (store) => store.listNeeding(reader(), need, newest, 50));
    // The newest texts once, and each of the page's conversations by its state, its texts and who has read them.
    expect(looked, need).toBeLessThan(1.5 * mostLookedThrough);
  }
});
