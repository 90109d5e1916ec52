// Matches delivery receipts to the texts they are about, also when they come before the answer to the submit, or when
// that answer never comes. A text is delivered when all its parts are, and failed when one is; the first final outcome
// stays. Runs inside a transaction of the commit batcher.
import type { DatabaseSync } from 'node:sqlite';
import type { DriverReceipt } from '../drivers/driver.ts';
import { type JobKey, maxRefAgeMs, type PartKey, type PartRows, recipientKey } from './part_rows.ts';
import type { ReportRows } from './report_rows.ts';

/** Most receipts kept for submits that are not answered yet. */
const maxEarlyReceipts = 1_000;

/**
 * `applied`: it said something new. `kept`: its submit is not answered yet. `unmatched`: it is about none of our texts,
 * or about one that is already settled.
 */
type Application = 'applied' | 'kept' | 'unmatched';

interface Receipt {
  outcome: DriverReceipt['outcome'];
  detail: string;
  atMs: number;
}

/** The rows by which receipts find their texts. */
export class ReceiptRows {
  readonly #reports: ReportRows;
  readonly #parts: PartRows;
  readonly #state;
  readonly #setReceipt;
  readonly #insertEarly;
  readonly #trimEarly;
  readonly #listEarly;
  readonly #deleteEarly;

  constructor(db: DatabaseSync, parts: PartRows, reports: ReportRows) {
    this.#reports = reports;
    this.#parts = parts;
    this.#state = db.prepare('select state from job where message_id = ? and attempt = ? and identity = ?');
    this.#setReceipt = db.prepare(
      `update job set receipt = ?, receipt_error = ?, receipt_at_ms = ?
       where message_id = ? and attempt = ? and identity = ? and receipt is null and state in ('sent', 'unknown')`,
    );
    this.#insertEarly = db.prepare(
      `insert into early_receipt (message_id, attempt, identity, ref, recipient, outcome, detail, at_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#trimEarly = db.prepare(
      'delete from early_receipt where id <= (select max(id) from early_receipt) - ? or at_ms < ?',
    );
    this.#listEarly = db.prepare(
      'select * from early_receipt where (message_id = ? and attempt = ? and identity = ?) or recipient = ? order by id',
    );
    this.#deleteEarly = db.prepare('delete from early_receipt where id = ?');
  }

  /** Applies a receipt to its text, or keeps it while a submit to the same recipient is not answered yet. */
  apply(receipt: DriverReceipt, nowMs: number): Application {
    const { match, outcome, detail = '', atMs } = receipt;
    const said = { outcome, detail, atMs };
    if (match.by === 'job') return this.#applyToJob(match, said, nowMs);
    return this.#applyToPart(match.ref, recipientKey(match.address), said, nowMs);
  }

  /** Whether a receipt that names this very job came before its result: then it was sent. */
  provesSent(job: JobKey): boolean {
    return this.#listEarly.all(job.messageId, job.attempt, job.identity, '').some((row) => row.ref === null);
  }

  /** Applies what came before a submit's result was known. */
  applyEarly(job: JobKey, address: string, nowMs: number): void {
    for (const row of this.#listEarly.all(job.messageId, job.attempt, job.identity, recipientKey(address))) {
      this.#deleteEarly.run(row.id as bigint);
      const said = {
        outcome: row.outcome as Receipt['outcome'],
        detail: row.detail as string,
        atMs: Number(row.at_ms),
      };
      // A receipt that matches nothing even now is kept once more while another submit to the recipient is open.
      if (row.ref === null) this.#applyToJob(job, said, nowMs);
      else this.#applyToPart(row.ref as string, row.recipient as string, said, nowMs);
    }
  }

  /** A text whose submits have just ended: its last awaited receipt may be here already. */
  conclude(job: JobKey, nowMs: number): void {
    const { delivered, awaited } = this.#parts.tally(job);
    if (delivered > 0 && awaited === 0) this.#settle(job, { outcome: 'delivered', detail: '', atMs: nowMs });
  }

  /** Reports what the parts' receipts say together, once the text's submits have ended. */
  #settle(job: JobKey, said: Receipt): boolean {
    const { failed, awaited } = this.#parts.tally(job);
    if (failed > 0) return this.#report(job, { ...said, outcome: 'failed' });
    return awaited === 0 && this.#report(job, said);
  }

  #applyToJob(job: JobKey, said: Receipt, nowMs: number): Application {
    const state = this.#stateOf(job);
    if (state === 'intent') return this.#keep({ ...job, ref: null, recipient: null }, said, nowMs);
    if (!this.#report(job, said)) return 'unmatched';
    this.#parts.markAll(job, said.outcome);
    return 'applied';
  }

  #applyToPart(ref: string, recipient: string, said: Receipt, nowMs: number): Application {
    // The answer may bring the same ref, come round again: until it is here nobody knows which of both is meant.
    if (this.#parts.awaitsAnswer(recipient))
      return this.#keep({ messageId: null, attempt: null, identity: null, ref, recipient }, said, nowMs);
    const part = this.#parts.findByRef(ref, recipient, nowMs);
    if (part !== undefined) return this.#mark(part, said);
    if (this.#parts.isSettled(ref, recipient, nowMs)) return 'unmatched';
    // A ref of ours that we were never given: the answer to its submit was lost, and this is what became of it.
    const lost = this.#parts.findUnanswered(recipient, nowMs);
    return lost === undefined ? 'unmatched' : this.#mark(lost, said);
  }

  #mark(part: PartKey, said: Receipt): Application {
    this.#parts.mark(part, said.outcome);
    const state = this.#stateOf(part);
    if (state !== 'intent') this.#settle(part, said);
    return 'applied';
  }

  #stateOf({ messageId, attempt, identity }: JobKey): unknown {
    return this.#state.get(messageId, attempt, identity)?.state;
  }

  #keep(
    about: {
      messageId: bigint | null;
      attempt: number | null;
      identity: string | null;
      ref: string | null;
      recipient: string | null;
    },
    { outcome, detail, atMs }: Receipt,
    nowMs: number,
  ): 'kept' {
    const { messageId, attempt, identity, ref, recipient } = about;
    this.#insertEarly.run(messageId, attempt, identity, ref, recipient, outcome, detail, atMs);
    this.#trimEarly.run(maxEarlyReceipts, nowMs - maxRefAgeMs);
    return 'kept';
  }

  #report({ messageId, attempt, identity }: JobKey, { outcome, detail, atMs }: Receipt): boolean {
    const error = outcome === 'failed' ? `rejected_by_network: ${detail}` : '';
    const known = this.#setReceipt.run(outcome, error, atMs, messageId, attempt, identity);
    if (Number(known.changes) === 0) return false;
    const about = { messageId, attempt, identity };
    this.#reports.insert({ kind: 'receipt', ...about, outcome, error, partlySent: false, atMs });
    return true;
  }
}
