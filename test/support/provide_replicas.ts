// Rows and replicas for tests of what carriers deliver: a database for the file, and everything else anew for each test.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { CarrierReplica, prepareNumbers } from './carrier_replica.ts';
import { CarrierRows } from './carrier_rows.ts';
import { ReceivedReceipts } from './received_receipts.ts';

function provideRows(): { current: () => CarrierRows } {
  let rows: CarrierRows | undefined;
  beforeAll(async () => {
    rows = await CarrierRows.create();
  });
  afterAll(() => rows?.close());
  return { current: () => rows as CarrierRows };
}

interface ProvidedReplicas {
  rows: CarrierRows;
  clock: ManualClock;
  first: CarrierReplica;
  second: CarrierReplica;
}

/** Gives each test two replicas on empty tables, with one clock. */
export function provideReplicas(take: (provided: ProvidedReplicas) => void): void {
  const { current } = provideRows();
  const replicas: CarrierReplica[] = [];
  beforeEach(async () => {
    const rows = current();
    await prepareNumbers(rows);
    const clock = new ManualClock('2026-03-10T12:00:05Z');
    const [first, second] = [
      new CarrierReplica(rows.stores[0], clock),
      new CarrierReplica(rows.stores[1], clock),
    ];
    replicas.push(first, second);
    take({ rows, clock, first, second });
  });
  afterEach(() => Promise.all(replicas.splice(0).map((replica) => replica.stop())));
}

/** Gives each test empty tables and who hears receipts. */
export function provideReceipts(
  take: (provided: { rows: CarrierRows; received: ReceivedReceipts }) => void,
): void {
  const { current } = provideRows();
  let received: ReceivedReceipts | undefined;
  beforeEach(async () => {
    const rows = current();
    await rows.clear();
    received = new ReceivedReceipts(rows);
    take({ rows, received });
  });
  afterEach(() => received?.stop());
}
