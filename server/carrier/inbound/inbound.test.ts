// A text that a carrier delivers is one message of the account that owns its recipient, however often, on whatever
// connection and replica it is repeated, and wherever a replica dies meanwhile.
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import type { PartClock } from '../../../test/simulation/time.ts';
import { bodiesOf, type CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';
import { repeatPauseMs } from '../../app/batches/while_database_is_away.ts';
import { startPruner } from '../../app/pruning/pruner.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';

let rows: CarrierRows;
let clocks: readonly [PartClock, PartClock];
let first: CarrierReplica;
let second: CarrierReplica;
const { run, idle, during } = provideReplicas((provided) => {
  ({ rows, first, second, clocks } = provided);
});

const unconfirmed = async () =>
  (await rows.inspect`select from carrier_inbound where confirmed_at is null`).length;
const prune = async (store: Store) => {
  const pruner = startPruner({ store, clock: clocks[0], log: createLog('test', 'silent') });
  await pruner.prune();
  await pruner.stop();
};
const died = () => new Error('the process died');
const dieAt = (replica: CarrierReplica, place: string) => {
  replica.onStep = (step) => {
    if (step === place) throw died();
  };
};

describe('a received text', () => {
  test('a received text is a message of route gateway of the account that owns its recipient', async () => {
    const taken = await first.take({ text: 'hello', receivedAtMs: clocks[0].nowMs() - 2000 });
    expect(taken.owned).toBe(true);
    const [message] =
      await rows.inspect`select account_id, direction, address, address_norm, body, status, route,
      carrier, device_id, charged, segments, created_at from message`;
    expect(message).toEqual({
      account_id: 1n,
      direction: 'in',
      address: '+15005550006',
      address_norm: '+15005550006',
      body: 'hello',
      status: 'received',
      route: 'gateway',
      carrier: 'main',
      device_id: 0n,
      charged: false,
      segments: 1,
      created_at: new Date(clocks[0].nowMs() - 2000),
    });
    expect(first.reported).toEqual([{ accountId: 1n, seq: 1n, queued: false }]);
  });

  test('binds its thread to no device, and leaves a device that it is bound to', async () => {
    await first.take({ text: 'a' });
    const deviceOf = async () => (await rows.inspect`select device_id, message_count from thread`)[0];
    expect(await deviceOf()).toEqual({ device_id: null, message_count: 1n });
    await rows.inspect`update thread set device_id = 5`;
    await first.take({ text: 'b' });
    expect(await deviceOf()).toEqual({ device_id: 5n, message_count: 2n });
  });

  test('a received text for a recipient that nobody owns is dropped, and for a number of another carrier too', async () => {
    expect(await first.take({ text: 'x', recipient: '+15005550002' })).toMatchObject({ owned: false });
    expect(await first.take({ text: 'x' }, 'other')).toMatchObject({ owned: false });
    expect(await rows.inspect`select from message`).toHaveLength(0);
    expect(await unconfirmed()).toBe(0);
  });

  test.each([
    ['15005550001', 1],
    ['0015005550001', 1],
    [' +1 (500) 555-0001 ', 1],
    ['77777', 1],
    ['Shop', 2],
    ['447700900123', 2],
  ])('a received text finds its owner by the recipient %s', async (recipient, accountId) => {
    expect((await first.take({ text: 'x', recipient })).owned).toBe(true);
    expect(await bodiesOf(rows, accountId)).toEqual(['x']);
  });

  test.each([
    ['447700900999', '+447700900999'],
    ['00447700900999', '+447700900999'],
    ['5005550006', '+15005550006'],
    ['My Bank', 'My Bank'],
    ['12345', '12345'],
    ['', 'unknown'],
    ['a\u0000b', 'a\ufffdb'],
  ])('a received text of sender "%s" is in the thread of %s', async (sender, thread) => {
    await first.take({ text: 'x', sender });
    const [message] = await rows.inspect`select address_norm from message`;
    expect(message?.address_norm).toBe(thread);
  });

  test('a received text with U+0000, half a character or too many of them is stored', async () => {
    await first.take({ text: 'a\u0000b', id: 'n\u0000', fingerprint: '\u0000' });
    await first.take({ text: `\ud83d${'x'.repeat(20_000)}`, fingerprint: 'f\u0000' });
    const bodies = await bodiesOf(rows);
    expect(bodies[0]).toBe('a\ufffdb');
    expect(bodies[1]).toBe(`\ufffd${'x'.repeat(9_999)}`);
  });

  test('beside many others is part of few statements', async () => {
    const steps = new Map<string, number>();
    first.onStep = (step) => void steps.set(step, (steps.get(step) ?? 0) + 1);
    await Promise.all(Array.from({ length: 1000 }, (_, index) => first.take({ text: `t${index}` })));
    expect(await bodiesOf(rows)).toHaveLength(1000);
    expect([...steps.values()].every((times) => times <= 6)).toBe(true);
  });
});

describe('a text with a lasting name', () => {
  test('a text with a lasting name is taken in once for ever, on any connection and replica', async () => {
    const taken = await first.take({ text: 'a', id: 'n1' });
    taken.confirm();
    await run('11 min');
    await first.take({ text: 'a', id: 'n1' });
    await second.take({ text: 'a', id: 'n1', connection: 'two' });
    await second.take({ text: 'a', id: 'n2' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a text with a lasting name is another text on another carrier', async () => {
    await rows.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
      values ('other', '+15005550001', 1, now())`;
    await first.take({ text: 'a', id: 'n' });
    await first.take({ text: 'a', id: 'n' }, 'other');
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });
});

describe('a text without a name', () => {
  test('a text without a name that comes on another connection before it was confirmed is a repeat, on any replica', async () => {
    await first.take({ text: 'a', connection: 'one' });
    const repeat = await second.take({ text: 'a', connection: 'two' });
    expect(repeat.owned).toBe(true);
    expect(await bodiesOf(rows)).toEqual(['a']);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a text without a name that says the same on the same connection is a new one', async () => {
    await Promise.all([first.take({ text: 'a' }), first.take({ text: 'a' })]);
    await first.take({ text: 'a' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a', 'a']);
  });

  test('a text without a name that says the same after it was confirmed is a new one', async () => {
    const taken = await first.take({ text: 'a', connection: 'one' });
    taken.confirm();
    await idle();
    expect(await unconfirmed()).toBe(0);
    await run(1);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a text without a name that was written twice and is repeated twice is two texts', async () => {
    for (const connection of ['one', 'one', 'two', 'two'])
      await (connection === 'one' ? first : second).take({ text: 'a', connection });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toHaveLength(3);
  });

  test.each(['claimInbound:after', 'insertInbound:before', 'insertInbound:after'])(
    'a text without a name is one text when its replica dies at %s',
    async (place) => {
      dieAt(first, place);
      await expect(first.take({ text: 'a', connection: 'one' })).rejects.toThrow();
      await second.take({ text: 'a', connection: 'two' });
      expect(await bodiesOf(rows)).toEqual(['a']);
    },
  );

  test.each(['claimInbound:after', 'insertInbound:before', 'insertInbound:after'])(
    'a text without a name is one text when it was refused at %s and comes again on the same connection',
    async (place) => {
      dieAt(first, place);
      await expect(first.take({ text: 'a' })).rejects.toThrow();
      first.onStep = () => undefined;
      await first.take({ text: 'a' });
      expect(await bodiesOf(rows)).toEqual(['a']);
      await first.take({ text: 'a' });
      expect(await bodiesOf(rows)).toEqual(['a', 'a']);
    },
  );

  test.each(['claimInbound:after', 'insertInbound:before'])(
    'a text without a name is one text when its repeat was refused at %s and comes again',
    async (place) => {
      await first.take({ text: 'a', connection: 'one' });
      dieAt(second, place);
      for (const _ of [1, 2]) {
        await run(1);
        await expect(second.take({ text: 'a', connection: 'two' })).rejects.toThrow();
      }
      second.onStep = () => undefined;
      await second.take({ text: 'a', connection: 'two' });
      expect(await bodiesOf(rows)).toEqual(['a']);
    },
  );

  test('a text without a name is one text when the database goes away while it is stored', async () => {
    for (const place of ['claimInbound:after', 'insertInbound:after']) {
      let isAway = true;
      first.onStep = (step) => {
        if (step !== place || !isAway) return;
        isAway = false;
        throw new DatabaseUnavailable(new Error('away'));
      };
      // No time passes but while it waits for its repeat.
      const startMs = clocks[0].nowMs();
      await during(first.take({ text: place }));
      expect(clocks[0].nowMs() - startMs).toBe(repeatPauseMs);
    }
    expect(await bodiesOf(rows)).toEqual(['claimInbound:after', 'insertInbound:after']);
    expect(await unconfirmed()).toBe(2);
  });

  test('a text without a name is a new one ten minutes later, and what was never confirmed is dropped', async () => {
    await first.take({ text: 'a', connection: 'one' });
    // Nothing is dropped meanwhile: it is the claim that knows.
    await rows.age(10 * 60_000 + 1);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
    await prune(rows.stores[0]);
    expect(await rows.inspect`select from carrier_inbound`).toHaveLength(1);
  });

  test('a text without a name that is confirmed late does not confirm a later one of the same words', async () => {
    const early = await first.take({ text: 'a', connection: 'one' });
    await second.take({ text: 'a', connection: 'two' });
    early.confirm();
    await idle();
    expect(await unconfirmed()).toBe(0);
    await run(1);
    await first.take({ text: 'a', connection: 'one' });
    const { confirmations } = first;
    early.confirm();
    await idle();
    expect(first.confirmations).toBeGreaterThan(confirmations);
    await second.take({ text: 'b' });
    await run(1);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a', 'b']);
  });
});
