// Joins the parts of received texts, in whatever order they come (3GPP TS 23.040 9.2.3.24.1). A text whose parts do
// not all come is released after a time, and says what is missing. Runs inside a transaction of the commit batcher,
// except for reads.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { escapeSurrogates, unescapeSurrogates } from '../../runtime/texts/lone_surrogates.ts';
import type { DriverInbound } from '../drivers/driver.ts';
import type { InboundRows, Taken } from './inbound_rows.ts';

/** How long the missing parts of a text are waited for, in milliseconds, from its first part on. */
export const incompleteAfterMs = 10 * 60_000;
/** Most parts that wait for others; beyond, the device keeps them and offers them again. */
export const maxWaitingParts = 5_000;
/** Longest text that the core takes, in code points; what is beyond is cut off. */
export const maxBodyChars = 10_000;

/** A part of a text. */
export interface InboundPart extends DriverInbound {
  concat: NonNullable<DriverInbound['concat']>;
}

interface WaitingPart {
  arrival: bigint;
  partId: string;
  address: string;
  body: string;
  receivedAtMs: number;
  reference: number;
  total: number;
  number: number;
}

/** The rows of parts. */
export class InboundParts {
  readonly #texts: InboundRows;
  readonly #find;
  readonly #count;
  readonly #insert;
  readonly #listGroup;
  readonly #listStale;
  readonly #join;
  readonly #listOf;

  constructor(db: DatabaseSync, texts: InboundRows) {
    this.#texts = texts;
    this.#find = db.prepare('select inbound_id from inbound_part where part_id = ?');
    this.#count = db.prepare('select count(*) as n from inbound_part where inbound_id is null');
    this.#insert = db.prepare(
      `insert into inbound_part (part_id, address, body, received_at_ms, stored_at_ms, reference, total, number)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#listGroup = db.prepare(
      `select * from inbound_part
       where inbound_id is null and address = ? and reference = ? and total = ? order by number, arrival`,
    );
    this.#listStale = db.prepare(
      `select address, reference, total from inbound_part where inbound_id is null
       group by address, reference, total having min(stored_at_ms) <= ? or max(stored_at_ms) > ? limit 100`,
    );
    this.#join = db.prepare(
      "update inbound_part set inbound_id = ?, address = '', body = '' where arrival = ?",
    );
    this.#listOf = db.prepare('select part_id from inbound_part where inbound_id = ?');
  }

  /** Stores a part once, and the text when it is whole. */
  store(part: InboundPart, nowMs: number): Taken {
    const known = this.#find.get(part.inboundId);
    if (known !== undefined) {
      const { inbound_id: inboundId } = known;
      return inboundId === null ? 'stored' : (this.#texts.find(inboundId as string) ?? 'acked');
    }
    if (this.#texts.isFull() || Number(this.#count.get()?.n) >= maxWaitingParts) return 'full';
    const { inboundId, address, body, receivedAtMs, concat } = part;
    const { reference, total, number } = concat;
    // Another text under the same reference: the waiting parts belong to an earlier text, whose missing parts will not
    // come any more.
    const rivals = this.#group(address, reference, total);
    if (rivals.some((one) => one.number === number && one.body !== body)) this.#release(rivals);
    this.#insert.run(
      inboundId,
      address,
      escapeSurrogates(body),
      receivedAtMs,
      nowMs,
      reference,
      total,
      number,
    );
    const group = this.#group(address, reference, total);
    if (new Set(group.map((one) => one.number)).size === total) this.#release(group);
    return 'stored';
  }

  /** Releases texts whose missing parts were waited for long enough. Returns how many. */
  releaseStale(nowMs: number): number {
    // Parts from the future: the clock was set back, and nobody knows how long they have waited.
    const stale = this.#listStale.all(nowMs - incompleteAfterMs, nowMs + incompleteAfterMs);
    for (const row of stale)
      this.#release(this.#group(row.address as string, Number(row.reference), Number(row.total)));
    return stale.length;
  }

  /** The names by which the device knows a text: its parts, or the text itself. */
  namesOf(inboundId: string): string[] {
    const parts = this.#listOf.all(inboundId).map((row) => row.part_id as string);
    return parts.length > 0 ? parts : [inboundId];
  }

  #group(address: string, reference: number, total: number): WaitingPart[] {
    return this.#listGroup.all(address, reference, total).map((row) => ({
      arrival: row.arrival as bigint,
      partId: row.part_id as string,
      address: row.address as string,
      body: unescapeSurrogates(row.body as string),
      receivedAtMs: Number(row.received_at_ms),
      reference: Number(row.reference),
      total: Number(row.total),
      number: Number(row.number),
    }));
  }

  #release(group: readonly WaitingPart[]): void {
    const first = group[0];
    if (first === undefined) return;
    const inboundId = nameOf(group);
    const receivedAtMs = Math.min(...group.map((part) => part.receivedAtMs));
    const body = Array.from(join(group, first.total)).slice(0, maxBodyChars).join('').toWellFormed();
    this.#texts.insert({ inboundId, address: first.address, body, receivedAtMs });
    for (const part of group) this.#join.run(inboundId, part.arrival);
  }
}

/** The same parts make the same name, in whatever order they came. */
function nameOf(group: readonly WaitingPart[]): string {
  const ids = group.map((part) => part.partId).sort();
  return `joined-${createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 40)}`;
}

/** The parts in their order, with a mark where some are missing. A repeated part is taken once. */
function join(group: readonly WaitingPart[], total: number): string {
  const bodies = new Map<number, string>();
  for (const part of group) if (!bodies.has(part.number)) bodies.set(part.number, part.body);
  let body = '';
  for (let number = 1; number <= total; number += 1) {
    const said = bodies.get(number);
    if (said !== undefined) {
      body += said;
      continue;
    }
    let last = number;
    while (last < total && !bodies.has(last + 1)) last += 1;
    const which = last > number ? `parts ${number} to ${last}` : `part ${number}`;
    body += `[${which} of ${total} missing]`;
    number = last;
  }
  return body;
}
