// Matches delivery receipts to the jobs they are about, also when they come before the answer to the submit. A job
// is delivered when all its parts are, and failed when one is; the first final outcome stays. Runs inside a
// transaction of the commit lane.
import type { DatabaseSync } from 'node:sqlite';
import type { DriverJob, DriverReceipt } from '../drivers/driver.ts';
import type { ReportRows } from './report_rows.ts';

/** A device counts its refs round and round: an older part than this is not meant. */
const maxRefAgeMs = 3 * 24 * 3_600_000;
/** Most receipts kept for submits that are not answered yet. */
const maxEarlyReceipts = 1_000;

type JobKey = Pick<DriverJob, 'messageId' | 'attempt'>;

/** The rows by which receipts find their jobs. */
export class ReceiptRows {
  readonly #reports: ReportRows;
  readonly #job;
  readonly #findRef;
  readonly #insertRef;
  readonly #markPart;
  readonly #openParts;
  readonly #dropRefs;
  readonly #setReceipt;
  readonly #awaitsAnswer;
  readonly #insertEarly;
  readonly #trimEarly;
  readonly #listEarly;
  readonly #deleteEarly;

  constructor(db: DatabaseSync, reports: ReportRows) {
    this.#reports = reports;
    this.#job = db.prepare('select state from job where message_id = ? and attempt = ?');
    // A ref comes round again: the newest part without a receipt is the one that is meant.
    this.#findRef = db.prepare(
      `select message_id, attempt, part from job_ref
       where ref = ? and address = ? and delivered = 0 and submitted_at_ms >= ?
       order by submitted_at_ms desc, message_id desc limit 1`,
    );
    this.#insertRef = db.prepare(
      `insert or ignore into job_ref (message_id, attempt, part, ref, address, submitted_at_ms)
       values (?, ?, ?, ?, ?, ?)`,
    );
    this.#markPart = db.prepare(
      'update job_ref set delivered = 1 where message_id = ? and attempt = ? and part = ?',
    );
    this.#openParts = db.prepare(
      'select count(*) as n from job_ref where message_id = ? and attempt = ? and delivered = 0',
    );
    this.#dropRefs = db.prepare('delete from job_ref where message_id = ? and attempt = ?');
    this.#setReceipt = db.prepare(
      `update job set receipt = ?, receipt_error = ?, receipt_at_ms = ?
       where message_id = ? and attempt = ? and receipt is null and state in ('sent', 'unknown')`,
    );
    this.#awaitsAnswer = db.prepare(
      "select 1 as found from job where state = 'intent' and address = ? limit 1",
    );
    this.#insertEarly = db.prepare(
      `insert into early_receipt (message_id, attempt, ref, address, outcome, detail, at_ms)
       values (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#trimEarly = db.prepare(
      'delete from early_receipt where id <= (select max(id) from early_receipt) - ? or at_ms < ?',
    );
    this.#listEarly = db.prepare(
      `select * from early_receipt where (message_id = ? and attempt = ?)
         or exists (select 1 from job_ref where job_ref.message_id = ? and job_ref.attempt = ?
                    and job_ref.ref = early_receipt.ref and job_ref.address = early_receipt.address)
       order by id`,
    );
    this.#deleteEarly = db.prepare('delete from early_receipt where id = ?');
  }

  /** Applies a receipt to its job, or keeps it when the job's submit is not answered yet. */
  apply(receipt: DriverReceipt, nowMs: number): 'applied' | 'kept' | 'unmatched' {
    const { match } = receipt;
    if (match.by === 'job') {
      const state = this.#job.get(match.messageId, match.attempt)?.state;
      if (state === 'intent') return this.#keep(receipt, nowMs);
      return this.#settle(match, receipt) ? 'applied' : 'unmatched';
    }
    const part = this.#findRef.get(match.ref, match.address, nowMs - maxRefAgeMs);
    if (part === undefined) {
      const early = this.#awaitsAnswer.get(match.address) !== undefined;
      return early ? this.#keep(receipt, nowMs) : 'unmatched';
    }
    const key = { messageId: part.message_id as bigint, attempt: Number(part.attempt) };
    if (receipt.outcome === 'delivered') {
      this.#markPart.run(key.messageId, key.attempt, part.part as bigint);
      if (Number(this.#openParts.get(key.messageId, key.attempt)?.n) > 0) return 'applied';
    }
    return this.#settle(key, receipt) ? 'applied' : 'unmatched';
  }

  /** Remembers what the device calls the parts of a submitted job. */
  addRefs(job: DriverJob, refs: (string | null)[], nowMs: number): void {
    for (const [part, ref] of refs.entries()) {
      if (ref !== null) this.#insertRef.run(job.messageId, job.attempt, part, ref, job.address, nowMs);
    }
  }

  /** Whether a receipt that names this very job came before its result: then it was sent. */
  provesSent(job: JobKey): boolean {
    return this.#listEarly.all(job.messageId, job.attempt, job.messageId, job.attempt).length > 0;
  }

  /** Applies what came before the job's result was known. */
  applyEarly(job: JobKey): void {
    for (const row of this.#listEarly.all(job.messageId, job.attempt, job.messageId, job.attempt)) {
      this.#deleteEarly.run(row.id as bigint);
      const atMs = Number(row.at_ms);
      const match: DriverReceipt['match'] =
        row.ref === null
          ? { by: 'job', messageId: job.messageId, attempt: job.attempt }
          : { by: 'ref', ref: row.ref as string, address: row.address as string };
      const outcome = row.outcome as DriverReceipt['outcome'];
      this.apply({ match, outcome, detail: row.detail as string, atMs }, atMs);
    }
  }

  #keep(receipt: DriverReceipt, nowMs: number): 'kept' {
    const { match, outcome, detail = '', atMs } = receipt;
    const key =
      match.by === 'job'
        ? [match.messageId, match.attempt, null, null]
        : [null, null, match.ref, match.address];
    const [messageId, attempt, ref, address] = key as [
      bigint | null,
      number | null,
      string | null,
      string | null,
    ];
    this.#insertEarly.run(messageId, attempt, ref, address, outcome, detail, atMs);
    this.#trimEarly.run(maxEarlyReceipts, nowMs - maxRefAgeMs);
    return 'kept';
  }

  #settle(job: JobKey, receipt: DriverReceipt): boolean {
    const { outcome, atMs, detail = '' } = receipt;
    const error = outcome === 'failed' ? `rejected_by_network: ${detail}` : '';
    const changed = this.#setReceipt.run(outcome, error, atMs, job.messageId, job.attempt).changes;
    this.#dropRefs.run(job.messageId, job.attempt);
    if (Number(changed) === 0) return false;
    this.#reports.insert({ kind: 'receipt', ...keyOf(job), outcome, error, atMs });
    return true;
  }
}

function keyOf(job: JobKey): JobKey {
  return { messageId: job.messageId, attempt: job.attempt };
}
