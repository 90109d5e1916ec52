// A STOP that we acknowledged to a carrier is obeyed: the opt-out is there before the acknowledgement, on every path that a text takes.
import { beforeEach, describe, expect, test } from 'vitest';
import type { CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';

let rows: CarrierRows;
let first: CarrierReplica;
let second: CarrierReplica;
const { idle } = provideReplicas((provided) => {
  ({ rows, first, second } = provided);
});

beforeEach(() => rows.inspect`truncate opt_out`);

const stop = { text: 'STOP' };
const isOptedOut = async () =>
  (await rows.inspect`select from opt_out where account_id = 1 and address_norm = '+15005550006'`).length ===
  1;

describe('a STOP is obeyed once it is acknowledged', () => {
  test.each([
    ['without a name', stop],
    ['with a name', { ...stop, id: 'a' }],
  ])('%s', async (_, text) => {
    await first.take(text);
    expect(await isOptedOut()).toBe(true);
  });

  test('as the whole of its parts, with the last of them', async () => {
    const part = (number: number) => ({
      text: number === 1 ? 'ST' : 'OP',
      concat: { reference: 7, total: 2, number },
    });
    await first.take(part(2));
    expect(await isOptedOut()).toBe(false);
    await second.take(part(1));
    expect(await isOptedOut()).toBe(true);
  });

  test.each(['ownersOf:after', 'claimInbound:after', 'insertInbound:before', 'insertInbound:after'])(
    'when the core that had it first dies at %s',
    async (place) => {
      first.onStep = (step) => {
        if (step === place) throw new Error('the process died');
      };
      await expect(first.take({ ...stop, connection: 'one' })).rejects.toThrow();
      await second.take({ ...stop, connection: 'two' });
      expect(await isOptedOut()).toBe(true);
    },
  );

  test.each(['ownersOf:before', 'claimInbound:after', 'insertInbound:before'])(
    'as a repeat, while the core that had it first is held up at %s',
    async (place) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let isHeld = false;
      first.onStep = (step) => {
        if (step !== place) return undefined;
        isHeld = true;
        return promise;
      };
      let isAcknowledged = false;
      const slow = first.take({ ...stop, connection: 'one' }).then(() => {
        isAcknowledged = true;
      });
      await idle();
      expect(isHeld).toBe(true);
      expect(await isOptedOut()).toBe(false);
      await second.take({ ...stop, connection: 'two' });
      expect([await isOptedOut(), isAcknowledged]).toEqual([true, false]);
      resolve();
      await slow;
    },
  );
});
