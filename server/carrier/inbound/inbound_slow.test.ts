// A text that waits in a core whose database is slow may come again meanwhile: on another connection and replica, or on
// its own. It is one text all the same, and words that are written again are two.
import { describe, expect, test } from 'vitest';
import type { PartClock } from '../../../test/simulation/time.ts';
import { bodiesOf, type CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';

let rows: CarrierRows;
let clocks: readonly [PartClock, PartClock];
let first: CarrierReplica;
let second: CarrierReplica;
const { run, idle, during } = provideReplicas((provided) => {
  ({ rows, first, second, clocks } = provided);
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
    const whenHeld = async () => {
      await idle();
      expect(isHeld).toBe(true);
    };
    return { release: resolve, whenHeld };
  };

  test.each(['ownersOf:before', 'claimInbound:before', 'claimInbound:after', 'insertInbound:before'])(
    'a slow database that holds a text up at %s makes no second one of what another replica took in and confirmed meanwhile',
    async (place) => {
      const held = hold(first, place);
      const slow = first.take({ text: 'a', connection: 'one' });
      await held.whenHeld();
      await run('1 s');
      const quick = await second.take({ text: 'a', connection: 'two' });
      quick.confirm();
      await idle();
      expect(second.confirmations).toBe(1);
      await run(5_000);
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
      await run(4_000);
      const again = first.take({ text: 'a' });
      held.release();
      await Promise.all([slow, again]);
      expect(await bodiesOf(rows)).toEqual(['a']);
      await first.take({ text: 'a' });
      expect(await bodiesOf(rows)).toEqual(['a', 'a']);
    },
  );

  test('a slow database makes no second text of one that waited unread while another replica took it in and confirmed it', async () => {
    const waitedSinceMs = clocks[0].nowMs();
    await run('1 s');
    const quick = await second.take({ text: 'a', connection: 'two' });
    quick.confirm();
    await idle();
    expect(second.confirmations).toBe(1);
    await run(30_000);
    await first.take({ text: 'a', connection: 'one', waitedSinceMs });
    expect(await bodiesOf(rows)).toEqual(['a']);
    await first.take({ text: 'a', connection: 'three' });
    expect(await bodiesOf(rows)).toEqual(['a', 'a']);
  });

  test('a slow database that writes a claim late and loses its answer makes no second text of what another replica confirmed', async () => {
    const held = hold(first, 'claimInbound:before');
    const slow = first.take({ text: 'a', connection: 'one' });
    await held.whenHeld();
    await run('1 s');
    const quick = await second.take({ text: 'a', connection: 'two' });
    quick.confirm();
    await idle();
    expect(second.confirmations).toBe(1);
    await run(2_000);
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
    await during(slow);
    expect(await bodiesOf(rows)).toEqual(['a']);
  });

  test('a slow database makes one text of the same words that come again after their answer was late, once', async () => {
    const held = hold(first, 'claimInbound:before');
    const slow = first.take({ text: 'a' });
    await held.whenHeld();
    await run(4_000);
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
    await run(4_000);
    held.release();
    (await slow).confirm();
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a']);
  });

  test('and a clock that is hours away from another core’s make no text twice', async () => {
    await first.take({ text: 'a', connection: 'one' });
    clocks[1].set(25 * 3600_000);
    await second.take({ text: 'a', connection: 'two' });
    expect(await bodiesOf(rows)).toEqual(['a']);
  });
});
