// The parts of submits and their states. It knows a part's refs and which text waits for it, and nothing about jobs:
// the callers decide what a part's end means for its text. Runs inside a transaction of the commit batcher, except for
// reads.
import type { DatabaseSync } from 'node:sqlite';
import type { DriverJob } from '../drivers/driver.ts';

/** A device uses its refs again and again: a part older than this cannot be meant. */
export const maxRefAgeMs = 3 * 24 * 3_600_000;

/** One hand-over. */
export type JobKey = Pick<DriverJob, 'messageId' | 'attempt' | 'identity'>;

/** One part of one hand-over. */
export interface PartKey extends JobKey {
  number: number;
}

/** The outcome of a part. */
type PartState = 'intent' | 'sent' | 'delivered' | 'failed' | 'unknown';

/** The states of a hand-over's parts. */
interface PartTally extends Record<PartState, number> {
  /** Sent or unknown, with a receipt still to come. */
  awaited: number;
  /** May have left: all but those that the device itself refused. */
  left: number;
  /** The highest number; 0 without parts. */
  last: number;
}

/**
 * The digits that a receipt's recipient must share with ours: networks write the same number with and without country
 * code, so the last eight digits decide; a short or lettered address is taken whole.
 */
export function recipientKey(address: string): string {
  const digits = address.replace(/\D/g, '');
  return digits.length >= 8 ? digits.slice(-8) : address;
}

/** The rows of parts. */
export class PartRows {
  readonly #begin;
  readonly #remove;
  readonly #doubt;
  readonly #settle;
  readonly #settleLate;
  readonly #tally;
  readonly #listBegun;
  readonly #findByRef;
  readonly #findUnanswered;
  readonly #isSettled;
  readonly #awaitsAnswer;
  readonly #mark;
  readonly #markAll;

  constructor(db: DatabaseSync) {
    this.#begin = db.prepare(
      `insert into part (message_id, attempt, identity, number, state, recipient, intent_at_ms)
       values (?, ?, ?, ?, 'intent', ?, ?)
       on conflict (message_id, attempt, identity, number) do update set intent_at_ms = excluded.intent_at_ms where state = 'intent'`,
    );
    this.#remove = db.prepare(
      `delete from part
       where message_id = ? and attempt = ? and identity = ? and number = ? and state = 'intent' and doubtful = 0`,
    );
    this.#doubt = db.prepare(
      "update part set doubtful = 1 where message_id = ? and attempt = ? and identity = ? and number = ? and state = 'intent'",
    );
    // A message that the device split by itself has more parts than were begun.
    this.#settle = db.prepare(
      `insert into part (message_id, attempt, identity, number, state, ref, recipient, intent_at_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (message_id, attempt, identity, number) do update set state = excluded.state, ref = excluded.ref where state = 'intent'`,
    );
    this.#settleLate = db.prepare(
      `insert into part (message_id, attempt, identity, number, state, ref, recipient, intent_at_ms)
       values (?, ?, ?, ?, 'sent', ?, ?, ?)
       on conflict (message_id, attempt, identity, number) do update set state = 'sent', ref = excluded.ref
         where state = 'unknown' and ref is null`,
    );
    this.#tally = db.prepare(
      `select state, count(*) as n, sum(ref is not null) as named, max(number) as last from part
       where message_id = ? and attempt = ? and identity = ? group by state`,
    );
    this.#listBegun = db.prepare(
      "select number from part where message_id = ? and attempt = ? and identity = ? and state = 'intent' order by number",
    );
    // A ref comes round again: the newest part without a receipt is the one that is meant.
    this.#findByRef = db.prepare(
      `select message_id, attempt, identity, number from part
       where recipient = ? and ref = ? and state in ('sent', 'unknown') and intent_at_ms >= ?
       order by intent_at_ms desc, message_id desc, attempt desc, number desc limit 1`,
    );
    this.#findUnanswered = db.prepare(
      `select message_id, attempt, identity, number from part
       where recipient = ? and ref is null and state = 'unknown' and intent_at_ms >= ? limit 2`,
    );
    this.#isSettled = db.prepare(
      `select 1 as found from part
       where recipient = ? and ref = ? and state in ('delivered', 'failed') and intent_at_ms >= ? limit 1`,
    );
    this.#awaitsAnswer = db.prepare(
      "select 1 as found from part where state = 'intent' and recipient = ? limit 1",
    );
    this.#mark = db.prepare(
      'update part set state = ? where message_id = ? and attempt = ? and identity = ? and number = ?',
    );
    this.#markAll = db.prepare(
      `update part set state = ?
       where message_id = ? and attempt = ? and identity = ? and state in ('sent', 'unknown')`,
    );
  }

  /** A part is about to be submitted, or once more on a device that refuses a second submit by itself. */
  begin({ messageId, attempt, identity, number }: PartKey, address: string, nowMs: number): void {
    this.#begin.run(messageId, attempt, identity, number, recipientKey(address), nowMs);
  }

  /** It was begun by an earlier run, and is asked for again: no later refusal proves that it did not leave. */
  doubt({ messageId, attempt, identity, number }: PartKey): void {
    this.#doubt.run(messageId, attempt, identity, number);
  }

  /** It did not leave this time and will be tried again; a doubtful one stays begun. */
  putBack({ messageId, attempt, identity, number }: PartKey): void {
    this.#remove.run(messageId, attempt, identity, number);
  }

  /** How a submit ended. With several refs the device made further parts of it. */
  settle(
    { messageId, attempt, identity, number }: PartKey,
    address: string,
    state: 'sent' | 'failed' | 'unknown',
    refs: readonly (string | null)[],
    nowMs: number,
  ): void {
    const recipient = recipientKey(address);
    for (const [index, ref] of (refs.length > 0 ? refs : [null]).entries())
      this.#settle.run(messageId, attempt, identity, number + index, state, ref, recipient, nowMs);
  }

  /** A submit that had been given up was answered after all: the device has taken it. */
  settleLate(
    { messageId, attempt, identity, number }: PartKey,
    address: string,
    refs: readonly (string | null)[],
    nowMs: number,
  ): void {
    const recipient = recipientKey(address);
    for (const [index, ref] of (refs.length > 0 ? refs : [null]).entries())
      this.#settleLate.run(messageId, attempt, identity, number + index, ref, recipient, nowMs);
  }

  /** How many parts are in each state. */
  tally({ messageId, attempt, identity }: JobKey): PartTally {
    const tally: PartTally = {
      intent: 0,
      sent: 0,
      delivered: 0,
      failed: 0,
      unknown: 0,
      awaited: 0,
      left: 0,
      last: 0,
    };
    for (const row of this.#tally.all(messageId, attempt, identity)) {
      const state = row.state as PartState;
      tally[state] = Number(row.n);
      // No receipt will come for a sent part without ref; for an unknown one it would be the proof.
      if (state === 'sent') tally.awaited += Number(row.named);
      if (state === 'unknown' || state === 'intent') tally.awaited += Number(row.n);
      // A failed part with a ref was taken, and given up by the network later.
      tally.left += state === 'failed' ? Number(row.named) : state === 'intent' ? 0 : Number(row.n);
      tally.last = Math.max(tally.last, Number(row.last));
    }
    return tally;
  }

  /** Numbers of the parts whose submit has begun and not ended. */
  listBegun({ messageId, attempt, identity }: JobKey): number[] {
    return this.#listBegun.all(messageId, attempt, identity).map((row) => Number(row.number));
  }

  /** The newest part under this ref that still waits for its receipt. */
  findByRef(ref: string, recipient: string, nowMs: number): PartKey | undefined {
    const row = this.#findByRef.get(recipient, ref, nowMs - maxRefAgeMs);
    return row && toKey(row);
  }

  /** The one part to this recipient whose submit was never answered; undefined when there are none or several. */
  findUnanswered(recipient: string, nowMs: number): PartKey | undefined {
    const rows = this.#findUnanswered.all(recipient, nowMs - maxRefAgeMs);
    return rows.length === 1 && rows[0] !== undefined ? toKey(rows[0]) : undefined;
  }

  /** Whether a receipt for this ref came before: another one is its repeat, and proves nothing about other parts. */
  isSettled(ref: string, recipient: string, nowMs: number): boolean {
    return this.#isSettled.get(recipient, ref, nowMs - maxRefAgeMs) !== undefined;
  }

  /** Whether a submit to this recipient is under way. */
  awaitsAnswer(recipient: string): boolean {
    return this.#awaitsAnswer.get(recipient) !== undefined;
  }

  /** Notes a receipt of a part. */
  mark({ messageId, attempt, identity, number }: PartKey, state: 'delivered' | 'failed'): void {
    this.#mark.run(state, messageId, attempt, identity, number);
  }

  /** Notes a receipt of a text as a whole. */
  markAll({ messageId, attempt, identity }: JobKey, state: 'delivered' | 'failed'): void {
    this.#markAll.run(state, messageId, attempt, identity);
  }
}

const toKey = (row: Record<string, unknown>): PartKey => ({
  messageId: row.message_id as bigint,
  attempt: Number(row.attempt),
  identity: row.identity as string,
  number: Number(row.number),
});
