// Opt-outs against what happens at the same moment: statements whose snapshots are older than the lock that they waited
// for must not accept, nor overlook, a text.
import { expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { type HeldRow, holdRow } from '../../../test/support/held_row.ts';
import { type OptOutWorld, recipient } from './testing/opt_out_world.ts';
import { provideOptOutWorld } from './testing/provide_opt_out_world.ts';

let world: OptOutWorld;
let account: bigint;
let held: HeldRow;
provideOptOutWorld(
  (shared, own) => {
    [world, account] = [shared, own];
  },
  { isOnMachineTime: true },
);

const hold = async () => {
  held = await holdRow(world.url, 'account', { id: account });
};
const ended = () =>
  until(async () => (await world.inspect`select 1 from opt_out where ends_waiting`).length === 0);
const waiting = async () => {
  const feed = await world.feed(account);
  return feed.filter(({ status }) => status === 'queued').map(({ id }) => id);
};

test('a send that waited for the account while a stop was committed is not accepted', async () => {
  // It had opt-outs before, and the first one of all is seen as well.
  for (const first of [true, false]) {
    await hold();
    const stop = world.receive(account, 'stop', { replica: 0 });
    await held.waiters(1);
    const send = world.send(account, { replica: 1 });
    await held.waiters(2);
    await held.release();
    expect([first, await send]).toEqual([first, 'opted_out']);
    await stop;
    await ended();
    expect(await waiting()).toEqual([]);
    await world.receive(account, 'start');
  }
});

test('a send that was accepted while a stop waited for the account is ended', async () => {
  await hold();
  const send = world.send(account, { replica: 1 });
  await held.waiters(1);
  const stop = world.receive(account, 'stop', { replica: 0 });
  await held.waiters(2);
  await held.release();
  expect(await send).toBe(1n);
  await stop;
  await ended();
  expect(await waiting()).toEqual([]);
  expect(await world.used(account)).toBe(0);
});

test('of sends and stops at once on two replicas none is left that waits, and each unit is back', async () => {
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => world.send(account, { replica: index % 2 })),
      world.receive(account, 'stop', { replica: round % 2 }),
    ]);
    expect(await world.send(account, { replica: round % 2 })).toBe('opted_out');
    await ended();
    expect([await waiting(), await world.used(account)]).toEqual([[], 0]);
    await world.receive(account, 'start');
  }
});

test('against a claim exactly one wins, and the winner’s word stands', async () => {
  const [id] = [await world.send(account)];
  await hold();
  const claim = world.inspect.begin(async (sql) => {
    await sql`select from account where id = ${account} for update`;
    return sql`update message set status = 'sending' where account_id = ${account} and id = ${id as bigint}
      and status = 'queued' returning id`;
  });
  await held.waiters(1);
  const add = world.optOuts.add(account, recipient, 'api');
  await held.waiters(2);
  await held.release();
  await add;
  await ended();
  const claimed = (await claim).length === 1;
  const [text] = await world.feed(account);
  expect(text?.status).toBe(claimed ? 'sending' : 'failed');
  expect(await world.used(account)).toBe(claimed ? 1 : 0);
});

test.each([
  ['of which nothing left is ended', null, 'failed', 0],
  ['of which a part may have left is ended, and its unit is used up', 'main', 'failed', 1],
])('a text that waits for another try at a carrier, and %s', async (_, carrier, status, used) => {
  const id = await world.send(account);
  await world.inspect`update message set status = 'sending', route = 'gateway', carrier = ${carrier}, attempt = 1,
    retry_at = now() + interval '1 hour' where account_id = ${account} and id = ${id as bigint}`;
  await world.optOuts.add(account, recipient, 'api');
  await ended();
  const [text] = await world.feed(account);
  expect([text?.status, await world.used(account)]).toEqual([status, used]);
});

test('removing one lets the next send pass, also when it waited', async () => {
  await world.optOuts.add(account, recipient, 'api');
  await hold();
  const remove = world.optOuts.remove(account, recipient);
  await held.waiters(1);
  const send = world.send(account, { replica: 1 });
  await held.waiters(2);
  await held.release();
  await remove;
  expect(await send).toBe(1n);
});
