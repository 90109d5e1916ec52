// What follows from opt-outs and keywords takes turns by account: nobody waits for another's import, lock or trouble.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdRow } from '../../../test/support/held_row.ts';
import { OptOutWorld, recipient } from './testing/opt_out_world.ts';

const answers = { stopWords: [], stopAnswer: 'Bye.', startAnswer: null, helpAnswer: 'We are a.' };

let world: OptOutWorld;
/** An account in trouble, and one that must not notice. */
let busy: bigint;
let quiet: bigint;
beforeAll(async () => {
  world = await OptOutWorld.create({ lockTimeoutMs: 100 });
});
beforeEach(async () => {
  busy = await world.addAccount();
  quiet = await world.addAccount();
  for (const account of [busy, quiet]) await world.optOuts.setSettings(account, answers);
});
afterAll(() => world.close());

/** An import of the account, of which nothing was looked at yet. */
const importMany = (account: bigint, count: number) =>
  world.inspect`insert into opt_out select ${account}, '+1500555' || (1000 + n), now(), 'import', null, true
    from generate_series(1, ${count}::int) n`;
const statusOf = async (account: bigint, direction = 'out') =>
  (await world.feed(account)).filter((text) => text.direction === direction).map(({ status }) => status);
const pendingOf = async (account: bigint) =>
  (await world.inspect`select from keyword_answer where account_id = ${account} and is_pending`).length;

test('an import of another account does not come first: each run ends the same number of each account', async () => {
  await world.send(quiet);
  await importMany(busy, 100);
  await importMany(quiet, 1);
  const accounts = await world.store.listAccountsToEnd([], 10);
  expect(accounts).toEqual(expect.arrayContaining([busy, quiet]));
  const ended = await world.store.endWaiting([busy, quiet]);
  const hasMore = new Map(ended.map((each) => [each.accountId, each.hasMore]));
  expect([hasMore.get(busy), hasMore.get(quiet)]).toEqual([true, false]);
  const left =
    await world.inspect`select account_id, count(*)::int as n from opt_out where ends_waiting group by 1`;
  expect(left).toEqual([{ account_id: busy, n: 80 }]);
  await world.followed(
    async () => (await world.inspect`select from opt_out where ends_waiting`).length === 0,
  );
});

test('more texts of one recipient than a run ends are ended in the next', async () => {
  const texts = 450;
  await world.inspect`update account set exempt = true where id = ${busy}`;
  await Promise.all(Array.from({ length: texts }, () => world.send(busy)));
  await world.optOuts.add(busy, recipient, 'api');
  await world.idle();
  expect(await world.inspect`select from opt_out where ends_waiting`).toEqual([]);
  const [row] = await world.inspect`select count(*)::int as n, max(texts_used) as used from message m
    join account a on a.id = m.account_id where m.account_id = ${busy} and m.status = 'failed'`;
  expect(row).toEqual({ n: texts, used: 0 });
});

test('a locked account keeps neither the texts nor the answers of another waiting, and has its own turn once it is free', async () => {
  for (const account of [busy, quiet]) await world.send(account);
  // A core took the texts in, and died.
  for (const account of [busy, quiet]) {
    await world.inspect`insert into opt_out values (${account}, ${recipient}, now(), 'keyword', 7, true)`;
    await world.inspect`update account set opt_out_changes = 1 where id = ${account}`;
    await world.inspect`insert into keyword_answer values (${account}, ${recipient}, 'stop', 7,
      ${new Date(world.clock.nowMs())}, true)`;
  }
  const held = await holdRow(world.url, 'account', { id: busy });
  await world.followed(
    async () => (await pendingOf(quiet)) === 0 && (await statusOf(quiet)).includes('failed'),
  );
  expect((await statusOf(quiet)).sort()).toEqual(['failed', 'queued']);
  expect([await statusOf(busy), await pendingOf(busy)]).toEqual([['queued'], 1]);
  await held.release();
  await world.followed(
    async () => (await pendingOf(busy)) === 0 && (await statusOf(busy)).includes('failed'),
  );
  expect((await statusOf(busy)).sort()).toEqual(['failed', 'queued']);
});

test('an account whose texts no statement ends keeps no other waiting', async () => {
  await world.inspect.unsafe(`create function fail() returns trigger language plpgsql as
    $$ begin if new.account_id = ${busy} then raise exception 'it is broken'; end if; return new; end $$`);
  await world.inspect`create trigger fail before update on opt_out for each row execute function fail()`;
  await importMany(busy, 1);
  await importMany(quiet, 1);
  const isLeft = async (account: bigint) =>
    (await world.inspect`select from opt_out where account_id = ${account} and ends_waiting`).length > 0;
  await world.followed(async () => !(await isLeft(quiet)));
  expect(await isLeft(busy)).toBe(true);
  await world.inspect`drop function fail cascade`;
  await world.inspect`update opt_out set ends_waiting = false`;
});

test('a page of answers has a few of each account, and the next one goes on with the next account', async () => {
  const at = new Date(world.clock.nowMs());
  await world.inspect`insert into keyword_answer select ${busy}, '+1500555' || (1000 + n), 'help', n, ${at}, true
    from generate_series(1, 100) n`;
  await world.inspect`insert into keyword_answer values (${quiet}, ${recipient}, 'help', 7, ${at}, true)`;
  const page = await world.store.listPendingAnswers([], 50, 5);
  expect(page.filter(({ accountId }) => accountId === busy)).toHaveLength(5);
  expect(page.filter(({ accountId }) => accountId === quiet)).toHaveLength(1);
  expect((await world.store.listPendingAnswers([busy], 50, 5)).map(({ accountId }) => accountId)).toEqual([
    quiet,
  ]);
  await world.followed(async () => (await pendingOf(busy)) + (await pendingOf(quiet)) === 0);
  expect(await statusOf(busy)).toHaveLength(100);
});

test('a suspended account answers nobody, and what it receives is stored and obeyed', async () => {
  await world.store.suspendAccount(busy, '');
  await world.receive(busy, 'stop');
  await world.idle();
  expect(await pendingOf(busy)).toBe(0);
  expect([await statusOf(busy), await statusOf(busy, 'in')]).toEqual([[], ['received']]);
  expect(await world.send(busy)).toBe('account_suspended');
  await world.store.resumeAccount(busy);
  expect(await world.send(busy)).toBe('opted_out');
});

test('a stop and a start from one form of a number are a stop and a start of both', async () => {
  const [old, current] = ['+541123456789', '+5491123456789'];
  await world.receive(busy, 'stop', { from: old });
  expect(await world.send(busy, { to: current })).toBe('opted_out');
  expect((await world.optOuts.list(busy, { limit: 1, address: current })).optOuts).toHaveLength(1);
  await world.receive(busy, 'start', { from: current });
  expect(await world.send(busy, { to: old })).not.toBe('opted_out');
  await world.receive(busy, 'stop', { from: '+5215512345678' });
  expect(await world.send(busy, { to: '+525512345678' })).toBe('opted_out');
  await world.optOuts.add(busy, old, 'api');
  await world.optOuts.add(busy, current, 'api');
  expect((await world.optOuts.list(busy, { limit: 10 })).optOuts).toHaveLength(2);
  await world.optOuts.remove(busy, current);
  expect(await world.send(busy, { to: old })).not.toBe('opted_out');
});
