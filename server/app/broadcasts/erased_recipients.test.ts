// Who asked to be forgotten gets nothing of a broadcast that is under way, whichever core has their row at that moment; who was
// put on a list after that does.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { startEraser } from '../retention/eraser.ts';
import { createErasures } from '../retention/erasures.ts';
import { BroadcastWorld } from './testing/broadcast_world.ts';

let world: BroadcastWorld;
beforeAll(async () => {
  world = await BroadcastWorld.create();
});
afterAll(() => world.close());

type Replica = ReturnType<BroadcastWorld['addReplica']>;
const third = '+15005560003';

const ask = ({ store }: Replica, account: bigint, address = third) =>
  createErasures({ store, clock: world.clock, onAsked: () => undefined }).askForRecipient(
    account,
    null,
    address,
    '',
  );

/** Erases all that can be. */
async function erase({ store }: Replica) {
  const { clock } = world;
  const log = createLog('core', 'silent');
  const eraser = startEraser({ store, clock, log, publish: () => undefined, failpoint: () => undefined });
  await eraser.wake();
  await eraser.stop();
}
const textsTo = (account: bigint, address = third) =>
  world.inspect`select id from message where account_id = ${account} and address_norm = ${address}`;
const rowsOf = (account: bigint, state: string) =>
  world.inspect`select number from broadcast_recipient where account_id = ${account} and state = ${state} order by number`;
const isErased = async (account: bigint) =>
  (await world.inspect`select from erasure where account_id = ${account} and done_at is null`).length === 0;

/** A core that has claimed its rows and sends none of them before `go`. */
function holding() {
  let go: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const core = world.addReplica({
    wrapSend:
      (send) =>
      async (...asked) => {
        await held;
        return send(...asked);
      },
  });
  return { core, go };
}

test.each([
  ['was asked for', async () => undefined],
  ['is done', erase],
])('a core that had claimed the row of somebody before their erasure %s does not send it', async (_, act) => {
  const account = await world.addAccount();
  const { core, go } = holding();
  const other = world.addReplica();
  const id = await world.draft(core, account, 5);
  other.die();
  await core.broadcasts.start(account, id, { sendAtMs: null, rows: null });
  await world.idle();
  expect((await core.broadcasts.find(account, id)).isClaimed).toBe(true);
  await ask(core, account);
  await act(other);
  go();
  await world.rounds(async () => (await rowsOf(account, 'sent')).length === 4);
  expect(await textsTo(account)).toEqual([]);
  await erase(other);
  await world.rounds(async () => (await core.broadcasts.find(account, id)).state === 'done');
  expect(await core.broadcasts.find(account, id)).toMatchObject({
    recipientCount: 5,
    acceptedCount: 4,
    refusedCount: 1,
  });
  expect(await textsTo(account)).toEqual([]);
  const [row] = await world.inspect`select address, address_norm, body, code from broadcast_recipient
    where account_id = ${account} and number = 3`;
  expect(row).toEqual({ address: '', address_norm: null, body: '', code: 'opted_out' });
  expect(await isErased(account)).toBe(true);
  await core.die();
});

test('of a broadcast that two cores drive while people ask to be forgotten, nothing is sent to them afterwards', async () => {
  const account = await world.addAccount();
  const cores = [world.addReplica(), world.addReplica()] as [Replica, Replica];
  await world.started(cores[0], account, 400);
  const forgotten = Array.from(
    { length: 20 },
    (_, index) => `+1500556${String(20 * index + 1).padStart(4, '0')}`,
  );
  const texts = async (address: string) =>
    (await textsTo(account, address)).filter(({ id }) => id > 0n).length;
  for (const [index, address] of forgotten.entries()) {
    await world.run('1 s');
    const { id } = await ask(cores[index % 2] as Replica, account, address);
    const [asked] =
      await world.inspect`select last_message_id from erasure where account_id = ${account} and id = ${id}`;
    if (index % 4 === 3) await Promise.all(cores.map(erase));
    const later = await world.inspect`select id from message where account_id = ${account}
      and address_norm = ${address} and id > ${asked?.last_message_id}`;
    expect(later).toEqual([]);
  }
  await Promise.all(cores.map(erase));
  await world.rounds(async () => {
    await world.letLeave(account);
    return (await rowsOf(account, 'waiting')).length === 0;
  });
  await world.inspect`update message set status = 'delivered' where account_id = ${account} and status = 'sent'`;
  await erase(cores[0]);
  for (const address of forgotten) expect([address, await texts(address)]).toEqual([address, 0]);
  const left =
    await world.inspect`select from broadcast_recipient where account_id = ${account} and address_norm = any (${forgotten})`;
  expect(left).toEqual([]);
  expect(await isErased(account)).toBe(true);
  for (const core of cores) await core.die();
});

test('a row that is put after the request is no part of it, also where the draft is older', async () => {
  const account = await world.addAccount();
  const core = world.addReplica();
  const draft = await world.draft(core, account, 5);
  await ask(core, account);
  await core.broadcasts.putRecipients(account, draft, [
    { number: 9, address: third, fields: { name: 'again' }, sendAtMs: null },
  ]);
  await erase(core);
  expect(await isErased(account)).toBe(true);
  await core.broadcasts.start(account, draft, { sendAtMs: null, rows: null });
  await world.rounds(async () => (await core.broadcasts.find(account, draft)).state === 'done');
  expect(await world.bodies(account)).toContain('Hello again');
  expect(await textsTo(account)).toHaveLength(1);
  await core.die();
});

test('a repeat of failed rows has no row of somebody whose erasure is under way, or done', async () => {
  const account = await world.addAccount();
  const core = world.addReplica();
  const id = await world.started(core, account, 5);
  await world.rounds(async () => (await core.broadcasts.find(account, id)).state === 'done');
  await world.inspect`update message set status = 'failed', deadline_at = null, error = 'device_failed: no' where account_id = ${account}`;
  const fields = { name: 'again', clientRef: null };
  await ask(core, account);
  const under = await core.store.createOfFailed(account, id, fields, world.clock.nowMs());
  await core.broadcasts.start(account, under.id as bigint, { sendAtMs: null, rows: null });
  await world.rounds(async () => (await world.bodies(account)).length === 9);
  await erase(core);
  await world.rounds(async () => (await core.broadcasts.find(account, under.id as bigint)).state === 'done');
  expect(await textsTo(account)).toEqual([]);
  const done = await core.store.createOfFailed(account, id, fields, world.clock.nowMs());
  expect([under.failed, done.failed, await isErased(account)]).toEqual([5, 4, true]);
  await core.die();
});

test('a row whose text a core accepted before it died counts as sent, and its text is ended', async () => {
  const account = await world.addAccount();
  const dead = world.addReplica({
    wrapStore: (store) => ({ ...store, concludeRecipients: () => new Promise<never>(() => {}) }),
  });
  const id = await world.started(dead, account, 5);
  await world.idle();
  expect(await world.bodies(account)).toHaveLength(5);
  dead.die();
  const core = world.addReplica();
  await ask(core, account);
  await erase(core);
  expect(await textsTo(account)).toEqual([]);
  expect(await rowsOf(account, 'sent')).toEqual([{ number: 3 }]);
  await world.expireClaims();
  await world.rounds(async () => (await core.broadcasts.find(account, id)).state === 'done');
  expect(await core.broadcasts.find(account, id)).toMatchObject({ acceptedCount: 5, refusedCount: 0 });
  expect(await isErased(account)).toBe(true);
  await core.die();
});
