// A text that waits in a core whose database is slow may come again meanwhile: on another connection and replica, or on
// its own. It is one text all the same, and words that are written again are two.
import { describe, expect, test } from 'vitest';
import type { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { bodiesOf, type CarrierReplica, ownNumber } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { untilCalm, whileTimePasses } from '../../../test/support/moving_clock.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';

let rows: CarrierRows;
let clock: ManualClock;
let first: CarrierReplica;
let second: CarrierReplica;
provideReplicas((provided) => {
  ({ rows, clock, first, second } = provided);
});

describe('a slow database', () => {
  /** Holds a replica up at a step, once; returns what lets it go on. */
  const hold = (replica: CarrierReplica, place: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isHeld = false;
    replica.onStep = (step) => {
      if (step !== place || isHeld) return undefined;
      isHeld = true;
      return promise;
    };
    return { release: resolve, whenHeld: () => until(() => isHeld) };
  };

  test.each(['ownersOf:before', 'claimInbound:before', 'claimInbound:after', 'insertInbound:before'])(
    'a slow database that holds a text up at %s makes no second one of what another replica took in and confirmed meanwhile',
    async (place) => {
      const held = hold(first, place);
      const slow = first.take({ text: 'a', connection: 'one' });
      await held.whenHeld();
      const quick = await second.take({ text: 'a', connection: 'two' });
      quick.confirm();
      await until(async () => second.confirmations === 1);
      clock.advance(5_000);
      held.release();
      expect((await slow).owned).toBe(true);
      expect(await bodiesOf(rows)).toEqual(['a']);
      expect(await rows.inspect`select from carrier_inbound`).toHaveLength(1);
      await second.take({ text: 'a', connection: 'two' });
      await second.take({ text: 'a', connection: 'three' });
      await second.take({ text: 'a', connection: 'three' });
      expect(await bodiesOf(rows)).toHaveLength(3);
    },
  );

  test.each(['ownersOf:before', 'insertInbound:before'])(
    'a slow database that holds a text up at %s makes one text of the same words that come again on the connection meanwhile',
    async (place) => {
      const held = hold(first, place);
      const slow = first.take({ text: 'a' });
      await held.whenHeld();
      clock.advance(4_000);
      const again = first.take({ text: 'a' });
      held.release();
      await Promise.all([slow, again]);
      expect(await bodiesOf(rows)).toEqual(['a']);
      await first.take({ text: 'a' });
      expect(await bodiesOf(rows)).toEqual(['a', 'a']);
    },
  );

  test('a slow database makes no second text of one that waited unread while another replica took it in and confirmed it', async () => {
    const waitedSinceMs = clock.nowMs();
    const quick = await second.take({ text: 'a', connection: 'two' });
    quick.confirm();
    await until(async () => second.confirmations === 1);
    clock.advance(30_000);
    await first.take({ text: 'a', connection: 'one', waitedSinceMs });
    expect(await bodiesOf(rows)).toEqual(['a']);
    await first.take({ text: 'a', connection: 'three' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a slow database that writes a claim late and loses its answer makes no second text of what another replica confirmed', async () => {
    const held = hold(first, 'claimInbound:before');
    const slow = first.take({ text: 'a', connection: 'one' });
    await held.whenHeld();
    const quick = await second.take({ text: 'a', connection: 'two' });
    quick.confirm();
    await until(async () => second.confirmations === 1);
    clock.advance(2_000);
    const lost = new Promise<void>((resolve) => {
      first.onStep = (step) => {
        if (step !== 'claimInbound:after') return;
        first.onStep = () => undefined;
        resolve();
        throw new DatabaseUnavailable('the answer was lost');
      };
    });
    held.release();
    await lost;
    await whileTimePasses(clock, 100, () => untilCalm(clock), slow);
    expect(await bodiesOf(rows)).toEqual(['a']);
  });

  test('a slow database makes one text of the same words that come again after their answer was late, once', async () => {
    const held = hold(first, 'claimInbound:before');
    const slow = first.take({ text: 'a' });
    await held.whenHeld();
    clock.advance(4_000);
    held.release();
    await slow;
    await first.take({ text: 'a' });
    expect(await bodiesOf(rows)).toEqual(['a']);
    await first.take({ text: 'a' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('lets no late answer confirm a text: its repeat on another connection is known', async () => {
    const held = hold(first, 'insertInbound:before');
    const slow = first.take({ text: 'a', connection: 'one' });
    await held.whenHeld();
    clock.advance(4_000);
    held.release();
    (await slow).confirm();
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a']);
  });

  test('and a clock that is hours away from another core’s make no text twice', async () => {
    await first.take({ text: 'a', connection: 'one' });
    clock.leap(25 * 3600_000);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a']);
  });
});

test('a locked account holds up its own long texts only', async () => {
  const long = (words: string, recipient: string) =>
    [1, 2].map((number) => ({
      text: `${words}${number}`,
      recipient,
      concat: { reference: 7, total: 2, number },
    }));
  const own = await rows.inspect.begin(async (sql) => {
    await sql`select from account where id = 1 for update`;
    const taken = long('A', ownNumber).map((part) => first.take(part));
    for (const words of ['B', 'C'])
      await Promise.all(long(words, '+447700900123').map((part) => first.take(part)));
    expect([await bodiesOf(rows, 1), await bodiesOf(rows, 2)]).toEqual([[], ['B1B2', 'C1C2']]);
    return { taken };
  });
  await Promise.all(own.taken);
  expect(await bodiesOf(rows, 1)).toEqual(['A1A2']);
});
