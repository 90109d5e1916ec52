// Two cores that write the same rows of received texts at once, each in an order of its own, never wait for each other in a circle.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SimulatedService } from '../../../test/simulation/simulated_service.ts';
import { CarrierRows } from '../../../test/support/carrier_rows.ts';
import type { Store } from '../store.ts';
import type { Arrival } from './carrier_inbound.ts';

let service: SimulatedService;
let rows: CarrierRows;
beforeAll(async () => {
  service = await SimulatedService.begin({ overlaps: 1 });
  rows = await CarrierRows.of(service);
  // As for a table that is too large to be read as a whole.
  const [own] = await rows.inspect`select current_database() as name`;
  for (const kind of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
    await rows.inspect.unsafe(`alter database "${own?.name}" set enable_${kind} = off`);
});
afterAll(async () => {
  await rows.close();
  await service.end();
});

/** Lets one core do something with some items and the other one with the same in another order, a few times on new rows. */
async function bothWays<Item>(
  prepare: () => Promise<readonly Item[]>,
  work: (store: Store, items: readonly Item[]) => Promise<unknown>,
) {
  const [first, second] = rows.stores;
  for (let round = 0; round < 4; round++) {
    await rows.clear();
    const items = await prepare();
    expect(items).toHaveLength(names.length);
    await Promise.all([work(first, items), work(second, items.toReversed())]);
  }
}

const names = ['a', 'b', 'c', 'd'];
const arrivals = (connection: string): Arrival[] =>
  names.map((fingerprint) => ({
    ...{ carrier: 'main', fingerprint, isNamed: false },
    ...{ connection: `${connection} of ${fingerprint}`, arrival: `${connection} ${fingerprint}` },
  }));

test('parts that two cores join at once wait for each other in one order', async () => {
  const prepare = async () => {
    const parts = names.map((sender) => ({
      ...{ accountId: 1n, carrier: 'main', sender, recipient: 'r', reference: 1, total: 2, number: 1 },
      ...{ text: 'x', arrivedAtMs: service.simulation.time.nowMs(), isRepeat: false },
    }));
    await rows.stores[0].storeParts(parts);
    return rows.stores[0].readPartSets(parts);
  };
  await bothWays(prepare, (store, sets) => store.markJoined(sets.map((set) => ({ set, name: 'joined' }))));
});

test('texts that two cores confirm at once wait for each other in one order', async () => {
  const prepare = async () => {
    const claimed = await rows.stores[0].claimInbound(arrivals('one'));
    return claimed.flatMap((each) => each?.claim ?? []);
  };
  await bothWays(prepare, (store, claims) => store.confirmInbound(claims));
});

test('repeats that two cores know at once wait for each other in one order', async () => {
  const prepare = async () => {
    await rows.stores[0].claimInbound(arrivals('one'));
    return arrivals('one');
  };
  await bothWays(prepare, (store, repeats) => store.claimInbound(repeats));
});
