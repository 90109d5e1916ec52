// Reports that the core has not acknowledged. Runs inside a transaction of the commit batcher, except for reads.
import type { DatabaseSync } from 'node:sqlite';
import type { JobKey } from './part_rows.ts';

/** A Progress or a Receipt, as it waits for its ReportAck. */
export interface Report {
  /** Unique within the journal for ever; as decimal digits it is the frame's report_id. */
  id: bigint;
  kind: 'progress' | 'receipt';
  messageId: bigint;
  attempt: number;
  /** As the job had it. */
  identity: string;
  outcome: 'sent' | 'failed' | 'unknown' | 'delivered' | 'handed_back';
  /** A stable prefix, a colon, a sentence; empty where nothing failed. */
  error: string;
  /** For a failed progress: some parts had left. */
  partlySent: boolean;
  /** By this machine's clock. */
  atMs: number;
}

/** Longest error that a frame may carry. */
const maxErrorChars = 300;

/** The rows of unacknowledged reports. */
export class ReportRows {
  readonly #insert;
  readonly #list;
  readonly #delete;
  readonly #hasFor;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      `insert into report (kind, message_id, attempt, identity, outcome, error, partly_sent, at_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#list = db.prepare('select * from report where id > ? order by id limit ?');
    this.#delete = db.prepare('delete from report where id = ?');
    this.#hasFor = db.prepare(
      'select 1 as found from report where message_id = ? and attempt = ? and identity = ? limit 1',
    );
  }

  /** Adds one; it is sent after those that are there. */
  insert(report: Omit<Report, 'id'>): void {
    const { kind, messageId, attempt, identity, outcome, partlySent, atMs } = report;
    const error = report.error.slice(0, maxErrorChars);
    this.#insert.run(kind, messageId, attempt, identity, outcome, error, Number(partlySent), atMs);
  }

  /** At most `limit` reports after `afterId`, oldest first. */
  listAfter(afterId: bigint, limit: number): Report[] {
    return this.#list.all(afterId, limit).map((row) => ({
      id: row.id as bigint,
      kind: row.kind as Report['kind'],
      messageId: row.message_id as bigint,
      attempt: Number(row.attempt),
      identity: row.identity as string,
      outcome: row.outcome as Report['outcome'],
      error: row.error as string,
      partlySent: row.partly_sent === 1n,
      atMs: Number(row.at_ms),
    }));
  }

  /** Forgets one that is acknowledged; harmless when it is gone. */
  delete(id: bigint): void {
    this.#delete.run(id);
  }

  /** Whether anything about this hand-over still waits. */
  hasFor({ messageId, attempt, identity }: JobKey): boolean {
    return this.#hasFor.get(messageId, attempt, identity) !== undefined;
  }
}
