// Received texts whose statements wait for locks inside PostgreSQL, on the machine's time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import {
  bodiesOf,
  CarrierReplica,
  ownNumber,
  prepareNumbers,
} from '../../../test/support/carrier_replica.ts';
import { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { waitersForLocks } from '../../../test/support/held_row.ts';

let rows: CarrierRows;
let first: CarrierReplica;
let second: CarrierReplica;
beforeAll(async () => {
  rows = await CarrierRows.create();
});
afterAll(() => rows.close());
beforeEach(async () => {
  await prepareNumbers(rows);
  first = new CarrierReplica(rows.stores[0], systemClock);
  second = new CarrierReplica(rows.stores[1], systemClock);
});
afterEach(() => Promise.all([first.stop(), second.stop()]));

test('a text with a lasting name is taken in once when it comes on two replicas at once', async () => {
  await rows.overtake(
    () => Promise.all([first.take({ text: 'a', id: 'n' }), second.take({ text: 'a', id: 'n' })]),
    async () => undefined,
    2,
  );
  expect(await bodiesOf(rows)).toEqual(['a']);
});

test('a text without a name is one text when its repeat comes to another replica while it is being stored', async () => {
  await rows.inspect`create function slowly() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return new; end'`;
  await rows.inspect`create trigger slowly after insert on carrier_inbound for each row execute function slowly()`;
  try {
    let both: Promise<unknown> | undefined;
    await rows.inspect.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(1)`;
      both = Promise.all([
        first.take({ text: 'a', connection: 'one' }),
        second.take({ text: 'a', connection: 'two' }),
      ]);
      await waitersForLocks(rows.inspect, 2);
    });
    await both;
  } finally {
    await rows.inspect`drop function slowly cascade`;
  }
  expect(await bodiesOf(rows)).toEqual(['a']);
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
