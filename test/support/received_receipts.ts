// Two replicas that take receipts of one carrier, at a time that only the test moves.

import { createLog } from '../../runtime/log.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import type { Advance } from '../../server/app/messages/advances.ts';
import type { CarrierReceipt } from '../../server/carrier/carrier.ts';
import { ReceiptTaker } from '../../server/carrier/inbound/receipts.ts';
import type { PartName } from '../../server/store/carriers/carrier_receipts.ts';
import type { CarrierRows } from './carrier_rows.ts';

export class ReceivedReceipts {
  readonly clock = new ManualClock('2026-03-10T12:00:05Z');
  readonly reported: Advance[] = [];
  readonly #rows: CarrierRows;
  readonly #takers: ReceiptTaker[];

  constructor(rows: CarrierRows) {
    this.#rows = rows;
    this.#takers = rows.stores.map(
      (store) =>
        new ReceiptTaker({
          store,
          clock: this.clock,
          log: createLog('test', 'silent'),
          publish: (advances) => this.reported.push(...advances),
        }),
    );
  }

  /** A receipt about a moment ago. */
  receipt(ref: string, outcome: 'delivered' | 'failed' = 'delivered'): CarrierReceipt {
    const detail = outcome === 'failed' ? 'the network gave up' : '';
    return { ref, outcome, detail, atMs: this.clock.nowMs() - 1000 };
  }

  take(receipt: CarrierReceipt, replica = 0, carrier = 'main'): Promise<void> {
    return (this.#takers[replica] as ReceiptTaker).take(carrier, receipt);
  }

  /** `names`: parts that were recorded just now. */
  settle(replica = 0, names: readonly PartName[] = []): Promise<void> {
    return (this.#takers[replica] as ReceiptTaker).settle(names);
  }

  async status(id = 1): Promise<string> {
    return (await this.#rows.text(id)).status;
  }

  async stop(replica?: number): Promise<void> {
    const ended = replica === undefined ? this.#takers : [this.#takers[replica] as ReceiptTaker];
    await Promise.all(ended.map((taker) => taker.stop()));
  }
}
