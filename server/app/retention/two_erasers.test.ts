// An erasure is done when nothing is left, and not before: however many cores are at it, and whatever else has a row locked. The
// database itself counts what is left in the transaction that says so.
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { accountTables, outlivesAccount } from '../../store/retention/account_tables.ts';
import type { Store } from '../../store/store.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';
import { startEraser } from './eraser.ts';
import { createErasures } from './erasures.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const log = createLog('core', 'silent');
const bystander = '+15005550007';

/** The tables of an account by which nothing is found but with an account, and of those the ones that name a recipient. */
const ofAccount = accountTables.map(({ name }) => name).filter((name) => name !== outlivesAccount);
const namingRecipients = [
  'message',
  'thread',
  'thread_read',
  'thread_state',
  'thread_note',
  'broadcast_recipient',
  'key_refusal',
];

beforeEach(async () => {
  await world.inspect`create table if not exists left_at_end (account_id int8, id int8, name text, rows int8)`;
  const countOf = (name: string, condition: string) =>
    `insert into left_at_end select new.account_id, new.id, '${name}', count(*) from ${name} t
      where t.account_id = new.account_id and ${condition} having count(*) > 0;`;
  await world.inspect.unsafe(`create or replace function count_left() returns trigger language plpgsql as $$ begin
    if old.kind = 'account' then ${ofAccount.map((name) => countOf(name, 'true')).join('\n')}
    else ${namingRecipients.map((name) => countOf(name, 't.address_norm = any (old.addresses)')).join('\n')} end if;
    return new; end $$`);
  await world.inspect`create or replace trigger count_left after update on erasure for each row
    when (old.done_at is null and new.done_at is not null) execute function count_left()`;
  await world.inspect`truncate left_at_end`;
});

const erasuresOf = (store: Store) => createErasures({ store, clock: world.clock, onAsked: () => undefined });

/** One round of each core, all at once. */
async function rounds(stores: readonly Store[] = world.replicas.map(({ store }) => store)) {
  const { clock } = world;
  const erasers = stores.map((store) =>
    startEraser({ store, clock, log, publish: () => undefined, failpoint: () => undefined }),
  );
  await Promise.all(erasers.map((eraser) => eraser.wake()));
  await Promise.all(erasers.map((eraser) => eraser.stop()));
}
const undone = async () => (await world.inspect`select from erasure where done_at is null`).length;
const leftAtEnd = () => world.inspect`select account_id, name, rows from left_at_end`;

/** So many rows of each large table, half of them of the recipient. */
async function fill(of: bigint, rows: number) {
  const { inspect } = world;
  const whose = (n: string) =>
    inspect.unsafe(`case ${n} % 2 when 0 then '${recipient}' else '${bystander}' end`);
  await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
      encoding, charged, attempt, created_at)
    select ${of}, n, n, 'out', a, a, 'hello', 'delivered', 'device', 1, 'gsm7', true, 1, now()
    from generate_series(1, ${rows}) n cross join lateral (select ${whose('n')} as a) o`;
  await inspect`update account set last_message_id = ${rows}, last_seq = ${rows} where id = ${of}`;
  await inspect`insert into submission (account_id, message_id, part, total, carrier, state, submitted_at)
    select ${of}, n, 1, 1, 'main', 'accepted', now() from generate_series(1, ${rows}) n`;
  await inspect`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state)
    select ${of}, 1, n, a, a, 'hello', 'sent' from generate_series(1, ${rows}) n cross join lateral (select ${whose('n')} as a) o`;
  await inspect`insert into thread (account_id, address_norm, address, last_message_id, message_count)
    select ${of}, a, a, ${rows}, 1 from (
      select ${recipient} as a union select '+1500556' || lpad(n::text, 4, '0') from generate_series(1, ${Math.min(rows, 999)}) n
    ) t on conflict do nothing`;
  await inspect`insert into thread_note
    select ${of}, n, a, 1, 'a note', now() from generate_series(1, ${rows}) n cross join lateral (select ${whose('n')} as a) o`;
  await inspect`insert into key_refusal select ${of}, n, 'recipient_barred', a, 'not ' || a, 1, now(), now()
    from generate_series(1, ${rows}) n cross join lateral (select ${whose('n')} as a) o`;
}

describe('two cores that erase at once', () => {
  test('say of no recipient that they are erased while a row is left', async () => {
    const accounts = [account, ...(await Promise.all([1, 2, 3].map(() => world.addAccount())))];
    for (const [index, of] of accounts.entries()) await fill(of, 150 + 450 * index);
    for (const [index, of] of accounts.entries()) {
      const { store } = world.replicas[index % 2] as (typeof world.replicas)[0];
      await erasuresOf(store).askForRecipient(of, null, recipient, '');
    }
    for (let round = 0; (await undone()) > 0 && round < 20; round++) await rounds();
    expect([await undone(), await leftAtEnd()]).toEqual([0, []]);
    for (const of of accounts) {
      const [row] =
        await world.inspect`select (erased->>'broadcast_recipient')::int4 as rows, (erased->>'message')::int4 as texts
        from erasure where account_id = ${of}`;
      const [kept] = await world.inspect`select count(*)::int4 as rows from broadcast_recipient
        where account_id = ${of} and address_norm = ${bystander}`;
      expect([row?.rows, row?.texts]).toEqual([kept?.rows, kept?.rows]);
    }
  }, 120_000);

  test('say of no account that it is erased while a row is left', async () => {
    const accounts = [account, ...(await Promise.all([1, 2, 3, 4, 5].map(() => world.addAccount())))];
    for (const [index, of] of accounts.entries()) await fill(of, 100 + 300 * index);
    for (const [index, of] of accounts.entries()) {
      const { store } = world.replicas[index % 2] as (typeof world.replicas)[0];
      await erasuresOf(store).askForAccount(of, null, 'a', '');
    }
    for (let round = 0; (await undone()) > 0 && round < 20; round++) await rounds();
    expect([await undone(), await leftAtEnd()]).toEqual([0, []]);
    const ids = accounts.map(String);
    for (const name of ofAccount)
      expect([
        name,
        await world.inspect.unsafe(`select from ${name} where account_id = any ($1::int8[])`, [ids]),
      ]).toEqual([name, []]);
  }, 120_000);
});

describe('a core', () => {
  const ask = () => erasuresOf(world.store).askForRecipient(account, null, recipient, '');

  test.each(['recipient', 'account'] as const)(
    'that finds a request of a %s with another core, at whichever step, does not say that all is erased',
    async (kind) => {
      const { store } = world;
      for (let held = 0; held < store.erasureSteps(kind); held++) {
        const of = await world.addAccount();
        await fill(of, 4);
        const asking = erasuresOf(store);
        if (kind === 'recipient') await asking.askForRecipient(of, null, recipient, '');
        else await asking.askForAccount(of, null, 'a', '');
        /** Another core has the request's row for as long as this step takes. */
        const eraseStep: Store['eraseStep'] = (erasure, nth) =>
          nth === held
            ? world.inspect.begin(async (holder) => {
                await holder`select from erasure where account_id = ${of} for update`;
                return store.eraseStep(erasure, nth);
              })
            : store.eraseStep(erasure, nth);
        await rounds([{ ...store, eraseStep }]);
        expect([held, await leftAtEnd()]).toEqual([held, []]);
        await rounds([store]);
        expect([held, await undone(), await leftAtEnd()]).toEqual([held, 0, []]);
      }
    },
    60_000,
  );

  test('whose step finds the request with another core does nothing, learns that, and does not go on to the end', async () => {
    await fill(account, 10);
    const { id } = await ask();
    await world.inspect.begin(async (holder) => {
      await holder`select from erasure where account_id = ${account} for update`;
      const erasure = { accountId: account, id, kind: 'recipient' as const };
      for (let nth = 0; nth < world.store.erasureSteps('recipient'); nth++)
        expect(await world.store.eraseStep(erasure, nth)).toEqual({
          ...{ rows: 0, hasMore: false, isClear: false, isTurn: false },
        });
      // It waits for nothing: a core that went on would wait here for the row.
      await rounds();
    });
    expect(await undone()).toBe(1);
    await rounds();
    expect([await undone(), await leftAtEnd()]).toEqual([0, []]);
  });

  test.each([['message'], ['thread_note'], ['key_refusal']])(
    'that has to leave a row of %s to whoever has it locked does not say that all is erased',
    async (name) => {
      await fill(account, 10);
      await ask();
      await world.inspect.begin(async (holder) => {
        await holder.unsafe(
          `select from ${name} where account_id = ${account} and address_norm = '${recipient}' limit 1 for update`,
        );
        await rounds();
        expect(await undone()).toBe(1);
      });
      await rounds();
      expect([await undone(), await leftAtEnd()]).toEqual([0, []]);
    },
  );

  test('learns from the end itself that something is left, whatever it did before', async () => {
    await fill(account, 10);
    const { id } = await ask();
    const erasure = { accountId: account, id, kind: 'recipient' as const };
    expect(await world.store.finishErasure(erasure, world.clock.nowMs())).toBe(false);
    const untouched = await world.addAccount();
    await fill(untouched, 10);
    const all = await erasuresOf(world.store).askForAccount(untouched, null, 'a', '');
    const whole = { accountId: untouched, id: all.id, kind: 'account' as const };
    await world.inspect`delete from message where account_id = ${untouched}`;
    await world.inspect`delete from device where account_id = ${untouched}`;
    await world.inspect`delete from account where id = ${untouched}`;
    expect(await world.store.finishErasure(whole, world.clock.nowMs())).toBe(false);
    await rounds();
    await rounds();
    expect([await undone(), await leftAtEnd()]).toEqual([0, []]);
  });
});
