// What keeps rows from leaving: their own form, their recipients, and the account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  maxBroadcastRecipients,
  maxOpenBroadcasts,
  maxRecipientsPut,
} from '../../domain/broadcasts/broadcast.ts';
import { Refusal } from '../../errors.ts';
import { mostInQueue } from '../../store/broadcasts/drive_broadcasts.ts';
import { createCountOutcome } from './outcomes.ts';
import { BroadcastWorld } from './testing/broadcast_world.ts';

let world: BroadcastWorld;
let replica: ReturnType<BroadcastWorld['addReplica']>;
let account: bigint;
beforeAll(async () => {
  world = await BroadcastWorld.create();
  replica = world.addReplica();
});
beforeEach(async () => {
  account = await world.addAccount();
});
afterAll(() => world.close());

const find = (id: bigint) => replica.broadcasts.find(account, id);
const becomes = (id: bigint, state: string) => world.rounds(async () => (await find(id)).state === state);
const rowsOf = async (id: bigint, filter: Parameters<typeof replica.store.listRecipients>[3] = null) =>
  (await replica.store.listRecipients(account, id, 0, filter, 200)).rows;

test('a recipient who wrote STOP is refused, and all others get their texts', async () => {
  await replica.optOuts.add(account, '+15005560002', 'api');
  const id = await world.started(replica, account, 3);
  await becomes(id, 'done');
  expect(await find(id)).toMatchObject({ acceptedCount: 2, refusedCount: 1 });
  expect(await rowsOf(id, 'refused')).toMatchObject([{ number: 2, code: 'opted_out', messageId: null }]);
});

test('in quiet hours texts wait for their end', async () => {
  await world.inspect`update account set quiet_zone = 'UTC',
    quiet_from = (extract(hour from now() at time zone 'UTC') * 60)::int,
    quiet_until = ((extract(hour from now() at time zone 'UTC') + 2)::int % 24 * 60)::int where id = ${account}`;
  const id = await world.started(replica, account, 2);
  await becomes(id, 'done');
  const texts = await world.inspect`select status::text from message where account_id = ${account}`;
  expect(texts.map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(['queued', 'queued']);
});

test('when the quota is used up the broadcast pauses itself and says so, and resumed it goes on', async () => {
  account = await world.addAccount('starter');
  await world.inspect`update account set texts_used = 497, period = date_trunc('month', ${new Date(world.clock.nowMs())} at time zone 'UTC')
    where id = ${account}`;
  const id = await world.started(replica, account, 5);
  await becomes(id, 'paused');
  expect(await find(id)).toMatchObject({ pauseReason: 'cap_reached', acceptedCount: 3, refusedCount: 0 });
  await world.inspect`update account set exempt = true where id = ${account}`;
  expect(await replica.broadcasts.resume(account, id)).toMatchObject({ state: 'running', pauseReason: null });
  await becomes(id, 'done');
  expect(await world.bodies(account)).toHaveLength(5);
});

test('of a suspended account nothing leaves, and its broadcast goes on when it is resumed', async () => {
  await replica.store.suspendAccount(account, '');
  const id = await world.started(replica, account, 2);
  await becomes(id, 'paused');
  expect(await find(id)).toMatchObject({ pauseReason: 'account_suspended', acceptedCount: 0 });
  await replica.store.resumeAccount(account);
  await replica.broadcasts.resume(account, id);
  await becomes(id, 'done');
});

test('the broadcast of an account that is no more rests, and keeps no other waiting', async () => {
  const gone = await world.addAccount();
  const id = await world.draft(replica, gone, 2);
  await world.inspect`delete from device where account_id = ${gone}`;
  await world.inspect`delete from account where id = ${gone}`;
  await replica.broadcasts.start(gone, id, { sendAtMs: null, rows: null });
  const other = await world.started(replica, account, 1);
  await becomes(other, 'done');
  await world.rounds(async () => (await replica.broadcasts.find(gone, id)).pauseReason === 'not_found');
});

test('a client_ref that another text has refuses the row rather than passing that text off as its own', async () => {
  const id = await world.draft(replica, account, 1);
  const text = { address: '+15005560001', body: 'other words', clientRef: `broadcast-${id}-1` };
  await replica.send(account, text);
  await replica.broadcasts.start(account, id, { sendAtMs: null, rows: null });
  await becomes(id, 'done');
  expect(await rowsOf(id)).toMatchObject([{ status: 'refused', code: 'invalid_request' }]);
});

test('a row that can never be sent is named when it is put, with the reason, and keeps no other from leaving', async () => {
  const { broadcast } = await replica.broadcasts.create(account, {
    name: 'n',
    clientRef: null,
    template: 'Hello {name}',
    route: null,
    sender: null,
    isUrgent: false,
  });
  const row = (number: number, fields: Record<string, string>, address = '+15005550006') => ({
    number,
    address,
    fields,
    sendAtMs: null,
  });
  const rows = [
    row(1, { Name: 'Ada' }),
    row(2, {}),
    row(3, { name: 'x'.repeat(1594) }),
    row(4, { name: 'x'.repeat(1595) }),
    row(5, { name: 'y' }, '12'),
  ];
  const put = await replica.broadcasts.putRecipients(account, broadcast.id, rows);
  expect(put).toEqual({
    added: 5,
    faulty: [
      { number: 2, code: 'invalid_request', error: 'the row has no field name' },
      {
        number: 4,
        code: 'invalid_request',
        error: 'the text must have at most 1600 characters, not 1601',
      },
      { number: 5, code: 'invalid_address', error: 'address is not a phone number that can be texted' },
    ],
  });
  // A chunk that is put again changes nothing, whatever it holds.
  expect(
    (await replica.broadcasts.putRecipients(account, broadcast.id, [row(1, { name: 'Bob' })])).added,
  ).toBe(0);
  await replica.broadcasts.start(account, broadcast.id, { sendAtMs: null, rows: 5 });
  await becomes(broadcast.id, 'done');
  expect((await world.bodies(account)).map((body) => body.length)).toEqual([9, 1600]);
  expect(await find(broadcast.id)).toMatchObject({ recipientCount: 5, acceptedCount: 2, refusedCount: 3 });
  await expect(
    replica.broadcasts.putRecipients(account, broadcast.id, [row(6, { name: 'z' })]),
  ).rejects.toThrow('it is done');
});

test('a broadcast has 100,000 rows, a call 1,000 and an account 20 open broadcasts, and one more is refused', async () => {
  const id = await world.draft(replica, account, 0);
  const row = (number: number) => ({ number, address: '+15005550006', fields: { name: '' }, sendAtMs: null });
  expect((await replica.broadcasts.putRecipients(account, id, [row(maxBroadcastRecipients)])).added).toBe(1);
  await expect(
    replica.broadcasts.putRecipients(account, id, [row(maxBroadcastRecipients + 1)]),
  ).rejects.toThrow('must be from 1 to 100000');
  await expect(replica.broadcasts.putRecipients(account, id, [row(0)])).rejects.toThrow(
    'must be from 1 to 100000',
  );
  const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));
  expect((await replica.broadcasts.putRecipients(account, id, many(maxRecipientsPut))).added).toBe(
    maxRecipientsPut,
  );
  await expect(replica.broadcasts.putRecipients(account, id, many(maxRecipientsPut + 1))).rejects.toThrow(
    '1 to 1000',
  );
  const made = await Promise.allSettled(
    Array.from({ length: maxOpenBroadcasts + 5 }, () => world.draft(replica, account, 0)),
  );
  const more = made.filter(({ status }) => status === 'fulfilled').length;
  const [open] = await world.inspect`select count(*)::int as n, count(distinct id)::int as ids from broadcast
    where account_id = ${account}`;
  expect(open?.n).toBe(more + 1);
  for (let tries = more + 1; tries < maxOpenBroadcasts; tries++) await world.draft(replica, account, 0);
  await expect(world.draft(replica, account, 0)).rejects.toThrow('at most 20');
  await replica.broadcasts.cancel(account, id);
  await world.draft(replica, account, 0);
});

test('those that failed are sent again as a broadcast of their own, without those of which nobody knows or who want none', async () => {
  const id = await world.started(replica, account, 5);
  await becomes(id, 'done');
  const errors = ['rejected_by_network: x', 'outcome_unknown: x', 'opted_out: x', 'cancelled: x'];
  for (const [index, error] of errors.entries())
    await world.inspect`update message set status = 'failed', error = ${error} where account_id = ${account} and id = ${index + 1}`;
  const asked = { name: 'Again', clientRef: 'again' };
  const { broadcast } = await replica.broadcasts.createOfFailed(account, id, asked);
  expect(broadcast).toMatchObject({
    state: 'draft',
    recipientCount: 1,
    source: 'failed',
    failedOf: id,
    name: 'Again',
  });
  expect((await replica.broadcasts.createOfFailed(account, id, asked)).broadcast.id).toBe(broadcast.id);
  await replica.broadcasts.start(account, broadcast.id, { sendAtMs: null, rows: 1 });
  await becomes(broadcast.id, 'done');
  expect((await world.bodies(account)).slice(5)).toEqual(['Hello number 1']);
  await expect(
    replica.broadcasts.createOfFailed(account, broadcast.id, { name: 'x', clientRef: null }),
  ).rejects.toThrow('none of its texts failed');
});

test('a broadcast of 100,000 rows keeps neither its account’s other texts nor other accounts waiting, and is read in a moment', async () => {
  const id = await world.draft(replica, account, 1);
  await world.inspect`insert into broadcast_recipient (account_id, broadcast_id, number, address, address_norm, body, state)
    select ${account}, ${id}, n, '+1500555' || n, '+1500555' || n, 'Hello', 'waiting' from generate_series(2, 100000) n`;
  await world.inspect`update broadcast set recipient_count = 100000 where account_id = ${account} and id = ${id}`;
  await replica.broadcasts.start(account, id, { sendAtMs: null, rows: 100_000 });
  const other = await world.addAccount();
  const small = await world.started(replica, other, 1);
  await world.rounds(async () => (await replica.broadcasts.find(other, small)).state === 'done');
  const { outcome } = await replica.send(account, { address: '+15005550006', body: 'now' });
  // The texts before it are those that may wait, and not all rows.
  if (outcome instanceof Refusal) throw outcome;
  expect(Number(outcome.message.id)).toBeLessThanOrEqual(mostInQueue + 1);
  await replica.broadcasts.pause(account, id);
  // As it is when all have left.
  await world.inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
      encoding, charged, attempt, created_at)
    select ${account}, 1000 + n, 1000 + n, case when n > 100000 then 'in' else 'out' end::message_direction, '+1500555' || n % 100000,
      '+1500555' || n % 100000, 'Hello', case when n > 100000 then 'received' when n % 10 = 0 then 'failed' else 'delivered' end::message_status,
      'device', 1, 'gsm7', true, 1, now() from generate_series(1, 105000) n`;
  await world.inspect`update broadcast_recipient set state = 'sent', message_id = 1000 + number where account_id = ${account}`;
  await world.inspect`update account set last_message_id = 106000, last_seq = 106000 where id = ${account}`;
  await world.inspect`update broadcast set accepted_count = 100000 where account_id = ${account}`;
  await world.inspect`analyze message, broadcast_recipient`;
  const counted = await createCountOutcome({ ...replica, clock: world.clock })(account, id);
  expect(counted).toEqual({
    deliveredCount: 90_000,
    failedCount: 10_000,
    cancelledCount: 0,
    repliedCount: 4_999,
  });
  // Who reads it waits for no count, and a page looks at so many rows however rare they are.
  const read = await replica.broadcasts.read(account, id);
  expect(read).toMatchObject(counted);
  const page = await replica.store.listRecipients(account, id, 0, 'refused', 100);
  expect(page).toEqual({ rows: [], next: 10_000 });
  const { broadcast } = await replica.broadcasts.createOfFailed(account, id, { name: 'x', clientRef: null });
  expect(broadcast.recipientCount).toBe(10_000);
});
