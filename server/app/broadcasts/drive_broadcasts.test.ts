// A broadcast's rows each become one text, whatever stops the cores that send them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostInQueue } from '../../store/broadcasts/drive_broadcasts.ts';
import { BroadcastWorld } from './testing/broadcast_world.ts';

let world: BroadcastWorld;
beforeAll(async () => {
  world = await BroadcastWorld.create();
});
afterAll(() => world.close());

const hellos = (rows: number) => Array.from({ length: rows }, (_, index) => `Hello number ${index + 1}`);
const never = () => new Promise<never>(() => {});

test('a core that is killed between accepting rows and writing that down sends no row twice and loses none', async () => {
  const account = await world.addAccount();
  const dead = world.addReplica({ wrapStore: (store) => ({ ...store, concludeRecipients: never }) });
  const id = await world.started(dead, account, 250);
  await world.idle();
  expect(await world.bodies(account)).toHaveLength(200);
  dead.die();
  const alive = world.addReplica();
  // Its claim is that of the dead core still.
  expect((await alive.broadcasts.find(account, id)).acceptedCount).toBe(0);
  await world.expireClaims();
  await world.rounds(async () => (await alive.broadcasts.find(account, id)).state === 'done');
  expect(await world.bodies(account)).toEqual(hellos(250));
  expect(await alive.broadcasts.find(account, id)).toMatchObject({
    recipientCount: 250,
    acceptedCount: 250,
    refusedCount: 0,
  });
  alive.die();
});

test('a core that is killed between claiming rows and sending them loses none', async () => {
  const account = await world.addAccount();
  const dead = world.addReplica({ wrapSend: () => never });
  const id = await world.started(dead, account, 3);
  await world.idle();
  expect((await dead.broadcasts.find(account, id)).isClaimed).toBe(true);
  dead.die();
  await world.expireClaims();
  const alive = world.addReplica();
  await world.rounds(async () => (await alive.broadcasts.find(account, id)).state === 'done');
  expect(await world.bodies(account)).toEqual(hellos(3));
  alive.die();
});

test('two replicas that drive one broadcast send each row once, even while both hold it', async () => {
  const account = await world.addAccount();
  const replicas = [0, 1].map(() =>
    // Claims end at once, so that both send the same rows.
    world.addReplica({
      wrapSend:
        (send) =>
        async (...asked) => {
          await world.expireClaims();
          return send(...asked);
        },
    }),
  );
  const [one, other] = replicas as [(typeof replicas)[0], (typeof replicas)[0]];
  const id = await world.started(one, account, 400);
  other.driver.wake();
  await world.rounds(async () => (await one.broadcasts.find(account, id)).state === 'done');
  expect((await world.bodies(account)).toSorted()).toEqual(hellos(400).toSorted());
  expect(await one.broadcasts.find(account, id)).toMatchObject({ acceptedCount: 400, refusedCount: 0 });
  for (const replica of replicas) replica.die();
});

test('once a pause is answered no further row becomes a text, on any core, until the broadcast is resumed', async () => {
  const account = await world.addAccount();
  let hold: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const slow = world.addReplica({
    wrapSend:
      (send) =>
      async (...asked) => {
        await held;
        return send(...asked);
      },
  });
  const other = world.addReplica();
  slow.driver.wake();
  const id = await world.draft(slow, account, 450);
  other.die();
  await slow.broadcasts.start(account, id, { sendAtMs: null, rows: null });
  await world.idle();
  expect((await slow.broadcasts.find(account, id)).isClaimed).toBe(true);
  let isAnswered = false;
  const paused = other.broadcasts.pause(account, id).then((broadcast) => {
    isAnswered = true;
    return broadcast;
  });
  await world.idle();
  expect((await slow.broadcasts.find(account, id)).state).toBe('paused');
  // The rows that were under way are waited for.
  expect(isAnswered).toBe(false);
  hold();
  expect(await world.during(paused)).toMatchObject({ state: 'paused', pauseReason: null });
  const sent = await world.bodies(account);
  expect(sent).toHaveLength(200);
  const third = world.addReplica();
  await world.run('5 s');
  expect(await world.bodies(account)).toEqual(sent);
  await third.broadcasts.resume(account, id);
  await world.rounds(async () => (await third.broadcasts.find(account, id)).state === 'done');
  expect(await world.bodies(account)).toEqual(hellos(450));
  for (const replica of [slow, third]) replica.die();
});

test('a cancel ends the rest and the texts that still wait, those too that nobody wrote down; what has left stays', async () => {
  const account = await world.addAccount('pro');
  const replica = world.addReplica();
  const id = await world.started(replica, account, 700);
  await world.rounds(async () => (await replica.broadcasts.find(account, id)).acceptedCount === mostInQueue);
  await replica.die();
  await world.inspect`update message set status = 'sent' where account_id = ${account} and id <= 10`;
  // A core sent this one, and died.
  await world.inspect`update broadcast_recipient set state = 'waiting', message_id = null where account_id = ${account} and number = 20`;
  await world.inspect`update broadcast set accepted_count = accepted_count - 1 where account_id = ${account}`;
  // Ten have left, so that a core which drives before the cancel would send the next ten.
  expect(await world.during(replica.broadcasts.cancel(account, id))).toMatchObject({ state: 'cancelled' });
  const other = world.addReplica();
  await world.rounds(
    async () =>
      (await world.inspect`select from broadcast where cancelled_recipient is not null`).length === 0,
  );
  const left =
    await world.inspect`select status, split_part(error, ':', 1) as error, count(*)::int from message
    where account_id = ${account} group by 1, 2 order by 3`;
  expect(left).toEqual([
    { status: 'sent', error: null, count: 10 },
    { status: 'failed', error: 'cancelled', count: mostInQueue - 10 },
  ]);
  const [used] = await world.inspect`select texts_used, last_seq from account where id = ${account}`;
  expect(used?.texts_used).toBe(10);
  // What somebody cancelled has not failed, in numbers and in rows.
  expect(await other.broadcasts.read(account, id)).toMatchObject({
    acceptedCount: mostInQueue,
    failedCount: 0,
    cancelledCount: mostInQueue - 10,
    state: 'cancelled',
  });
  const numbersOf = async (filter: 'failed' | 'cancelled') =>
    (await other.store.listRecipients(account, id, 0, filter, 3)).rows.map((row) => row.number);
  expect([await numbersOf('failed'), await numbersOf('cancelled')]).toEqual([[], [11, 12, 13]]);
  await world.run('3 s');
  expect(await other.store.claimBroadcasts([], 10, 10)).toEqual([]);
  expect(await world.bodies(account)).toHaveLength(mostInQueue);
  other.die();
});

test('of a broadcast no more than so many texts wait at a time, and the next follow as they leave', async () => {
  const account = await world.addAccount();
  const replica = world.addReplica();
  // The rows of those that failed have numbers with gaps.
  const id = await world.draft(replica, account, mostInQueue + 100, {}, 100);
  await replica.broadcasts.start(account, id, { sendAtMs: null, rows: null });
  await world.rounds(async () => (await world.bodies(account)).length === mostInQueue);
  await world.run('5 s');
  expect(await world.bodies(account)).toHaveLength(mostInQueue);
  await world.letLeave(account);
  await world.rounds(async () => (await replica.broadcasts.find(account, id)).state === 'done');
  expect(await world.bodies(account)).toEqual(hellos(mostInQueue + 100));
  replica.die();
});

test('nothing of a broadcast leaves before its instant', async () => {
  const account = await world.addAccount();
  const replica = world.addReplica();
  const id = await world.draft(replica, account, 2);
  await replica.broadcasts.start(account, id, { sendAtMs: world.clock.nowMs() + 3_600_000, rows: 2 });
  const busy = await world.addAccount();
  const first = await world.started(replica, busy, 1);
  await world.rounds(async () => (await replica.broadcasts.find(busy, first)).state === 'done');
  expect(await world.bodies(account)).toEqual([]);
  await world.inspect`update broadcast set send_at = now() where account_id = ${account}`;
  await world.rounds(async () => (await replica.broadcasts.find(account, id)).state === 'done');
  expect(await world.bodies(account)).toEqual(hellos(2));
  replica.die();
});
