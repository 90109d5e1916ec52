// Two replicas that take receipts of one carrier, each with a clock of its own.

import type { Clock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { Advance } from '../../server/app/messages/advances.ts';
import type { CarrierReceipt } from '../../server/carrier/carrier.ts';
import { ReceiptTaker } from '../../server/carrier/inbound/receipts.ts';
import type { PartName } from '../../server/store/carriers/carrier_receipts.ts';
import type { CarrierRows } from './carrier_rows.ts';

export class ReceivedReceipts {
  readonly reported: Advance[] = [];
  readonly #rows: CarrierRows;
  readonly #clock: Clock;
  readonly #takers: ReceiptTaker[];

  constructor(rows: CarrierRows, clocks: readonly [Clock, Clock]) {
    this.#rows = rows;
    this.#clock = clocks[0];
    this.#takers = rows.stores.map(
      (store, replica) =>
        new ReceiptTaker({
          store,
          clock: clocks[replica] as Clock,
          log: createLog('test', 'silent'),
          publish: (advances) => this.reported.push(...advances),
        }),
    );
  }

  /** A receipt about a moment ago. */
  receipt(ref: string, outcome: 'delivered' | 'failed' = 'delivered'): CarrierReceipt {
    const detail = outcome === 'failed' ? 'the network gave up' : '';
    return { ref, outcome, detail, atMs: this.#clock.nowMs() - 1000 };
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
