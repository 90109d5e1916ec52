// Texts that the device received, until the core has them, and their names after that. Runs inside a transaction of
// the commit batcher, except for reads.
import type { DatabaseSync } from 'node:sqlite';
import type { DriverInbound } from '../drivers/driver.ts';

/** Most texts that wait for the core; beyond, the device keeps them and offers them again. */
export const maxUnackedInbound = 10_000;

/** A whole text. */
type InboundText = Omit<DriverInbound, 'concat'>;

/** A text that waits for its InboundAck. */
export interface WaitingInbound extends InboundText {
  /** The order in which texts came. */
  arrival: bigint;
}

/** `acked`: the core has it already, so the device may delete it. `full`: not taken. */
export type Taken = 'stored' | 'acked' | 'full';

/** The rows of inbound texts. */
export class InboundRows {
  readonly #find;
  readonly #count;
  readonly #insert;
  readonly #list;
  readonly #ack;

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('select acked_at_ms from inbound where inbound_id = ?');
    this.#count = db.prepare('select count(*) as n from inbound where acked_at_ms is null');
    this.#insert = db.prepare(
      `insert into inbound (inbound_id, address, body, received_at_ms, sim) values (?, ?, ?, ?, ?)
       on conflict (inbound_id) do nothing`,
    );
    this.#list = db.prepare(
      'select * from inbound where acked_at_ms is null and arrival > ? order by arrival limit ?',
    );
    this.#ack = db.prepare(
      "update inbound set acked_at_ms = ?, address = '', body = '' where inbound_id = ? and acked_at_ms is null",
    );
  }

  /** Stores a text once. */
  store(text: InboundText): Taken {
    const known = this.find(text.inboundId);
    if (known !== undefined) return known;
    if (this.isFull()) return 'full';
    this.insert(text);
    return 'stored';
  }

  /** The state of a text; undefined for an unknown one. */
  find(inboundId: string): Taken | undefined {
    const known = this.#find.get(inboundId);
    if (known === undefined) return undefined;
    return known.acked_at_ms === null ? 'stored' : 'acked';
  }

  /** Whether no more texts are taken for now. */
  isFull(): boolean {
    return Number(this.#count.get()?.n) >= maxUnackedInbound;
  }

  /** Stores a text; the caller has seen that there is space. Nothing happens when it is there. */
  insert({ inboundId, address, body, receivedAtMs, sim }: InboundText): void {
    this.#insert.run(inboundId, address, body, receivedAtMs, sim ?? null);
  }

  /** At most `limit` texts after `afterArrival` that the core has not acknowledged, oldest first. */
  listAfter(afterArrival: bigint, limit: number): WaitingInbound[] {
    return this.#list.all(afterArrival, limit).map((row) => ({
      arrival: row.arrival as bigint,
      inboundId: row.inbound_id as string,
      address: row.address as string,
      body: row.body as string,
      receivedAtMs: Number(row.received_at_ms),
      ...(row.sim !== null && { sim: Number(row.sim) }),
    }));
  }

  /** Wipes a text that the core has, and keeps its name. Harmless for an unknown one. */
  ack(inboundId: string, nowMs: number): void {
    this.#ack.run(nowMs, inboundId);
  }
}
