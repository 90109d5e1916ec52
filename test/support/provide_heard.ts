// Rows and replicas for tests of what carriers deliver: a database for the file, and everything else anew for each test.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { HeardReceipts } from './heard_receipts.ts';
import { HeardRows } from './heard_rows.ts';
import { HeardReplica, prepareNumbers } from './heard_texts.ts';

function provideRows(): { current: () => HeardRows } {
  let rows: HeardRows | undefined;
  beforeAll(async () => {
    rows = await HeardRows.create();
  });
  afterAll(() => rows?.close());
  return { current: () => rows as HeardRows };
}

interface ProvidedReplicas {
  rows: HeardRows;
  clock: ManualClock;
  first: HeardReplica;
  second: HeardReplica;
}

/** Gives each test two replicas on empty tables, with one clock. */
export function provideReplicas(take: (provided: ProvidedReplicas) => void): void {
  const { current } = provideRows();
  const replicas: HeardReplica[] = [];
  beforeEach(async () => {
    const rows = current();
    await prepareNumbers(rows);
    const clock = new ManualClock('2026-03-10T12:00:05Z');
    const [first, second] = [
      new HeardReplica(rows.stores[0], clock),
      new HeardReplica(rows.stores[1], clock),
    ];
    replicas.push(first, second);
    take({ rows, clock, first, second });
  });
  afterEach(() => Promise.all(replicas.splice(0).map((replica) => replica.stop())));
}

/** Gives each test empty tables and who hears receipts. */
export function provideReceipts(take: (provided: { rows: HeardRows; heard: HeardReceipts }) => void): void {
  const { current } = provideRows();
  let heard: HeardReceipts | undefined;
  beforeEach(async () => {
    const rows = current();
    await rows.clear();
    heard = new HeardReceipts(rows);
    take({ rows, heard });
  });
  afterEach(() => heard?.stop());
}
