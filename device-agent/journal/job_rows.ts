// Jobs and how their submits ended. Decides, by what is durable, whether a job may be submitted at all: never two
// hand-overs of one message. Runs inside a transaction of the commit lane, except for reads.
import type { DatabaseSync } from 'node:sqlite';
import type { DriverJob, Result } from '../drivers/driver.ts';
import type { ReceiptRows } from './receipt_rows.ts';
import type { ReportRows } from './report_rows.ts';

/** Most jobs that wait for their result; the core is told of at most 100. */
export const maxQueuedJobs = 1_000;

/** A job that waits for its submit. */
export interface QueuedJob extends DriverJob {
  /** By the core's time. */
  expiresAtMs: number;
  /** Submits that the device refused with the advice to try again. */
  tries: number;
}

/**
 * What became of a Job frame. `new`: submit it; waiting hand-overs of the same message will not be. `known`: the
 * journal has it. `refused`: another hand-over may have left; it ended as unknown. `full`: not taken.
 */
export type Acceptance = 'new' | 'known' | 'refused' | 'full';

interface AttemptRow {
  attempt: number;
  submitted: boolean;
}

/** The rows of jobs. */
export class JobRows {
  readonly #reports: ReportRows;
  readonly #receipts: ReceiptRows;
  readonly #attempts;
  readonly #countQueued;
  readonly #insert;
  readonly #supersede;
  readonly #listIn;
  readonly #intend;
  readonly #retry;
  readonly #end;
  readonly #ended;

  constructor(db: DatabaseSync, reports: ReportRows, receipts: ReceiptRows) {
    this.#reports = reports;
    this.#receipts = receipts;
    this.#attempts = db.prepare('select attempt, intent_at_ms from job where message_id = ?');
    this.#countQueued = db.prepare("select count(*) as n from job where state in ('accepted', 'intent')");
    this.#insert = db.prepare(
      `insert into job (message_id, attempt, address, body, expires_at_ms, state, accepted_at_ms)
       values (?, ?, ?, ?, ?, 'accepted', ?)`,
    );
    this.#supersede = db.prepare(
      `update job set state = 'superseded', address = '', body = '', finished_at_ms = ?
       where message_id = ? and attempt < ? and state = 'accepted'`,
    );
    this.#listIn = db.prepare('select * from job where state = ? order by arrival');
    this.#intend = db.prepare(
      `update job set state = 'intent', intent_at_ms = ?
       where message_id = ? and attempt = ? and state = 'accepted'`,
    );
    this.#retry = db.prepare(
      `update job set state = 'accepted', intent_at_ms = null, tries = tries + 1
       where message_id = ? and attempt = ? and state = 'intent'`,
    );
    // The state it had decides, so that a late second answer changes nothing.
    this.#end = db.prepare(
      `update job set state = ?, error = ?, address = '', body = '', finished_at_ms = ?
       where message_id = ? and attempt = ? and state in ('accepted', 'intent')`,
    );
    this.#ended = db.prepare(
      `select state, error, finished_at_ms, receipt, receipt_error, receipt_at_ms from job
       where message_id = ? and attempt = ? and state in ('sent', 'failed', 'unknown')`,
    );
  }

  /** Takes a job into the journal, or says why it must not be submitted. */
  accept(job: QueuedJob, nowMs: number): Acceptance {
    const others = this.#listAttempts(job.messageId);
    if (others.some((other) => other.attempt === job.attempt)) {
      this.#reissue(job.messageId, job.attempt);
      return 'known';
    }
    if (Number(this.#countQueued.get()?.n) >= maxQueuedJobs) return 'full';
    const { messageId, attempt, address, body, expiresAtMs } = job;
    this.#insert.run(messageId, attempt, address, body, expiresAtMs, nowMs);
    const mayHaveLeft = others.some((other) => other.submitted || other.attempt > attempt);
    if (mayHaveLeft) {
      const detail = 'another hand-over of this text may have been submitted on this device';
      this.#finish(job, 'unknown', `outcome_unknown: ${detail}`, nowMs);
      return 'refused';
    }
    this.#supersede.run(nowMs, messageId, attempt);
    return 'new';
  }

  /** Jobs that were accepted and never intended, in order of arrival; read once, at start. */
  listAccepted(): QueuedJob[] {
    return this.#listIn.all('accepted').map(toQueuedJob);
  }

  /** Records that the job is about to be submitted. False: it must not be, because it is no longer wanted. */
  intend(job: DriverJob, nowMs: number): boolean {
    return Number(this.#intend.run(nowMs, job.messageId, job.attempt).changes) > 0;
  }

  /** Puts a job back that certainly did not leave, for another try. */
  putBack(job: DriverJob): void {
    this.#retry.run(job.messageId, job.attempt);
  }

  /** Ends a job that was not submitted in time. */
  expire(job: DriverJob, nowMs: number): void {
    const error = 'expired_in_queue: the text was not submitted before its time to live ended';
    this.#finish(job, 'failed', error, nowMs);
  }

  /** Records how a submit ended, with its report, and applies receipts that came before it. */
  end(job: DriverJob, result: Result, nowMs: number): void {
    if (result.kind === 'rejected') {
      this.#finish(job, 'failed', `${result.code}: ${result.detail}`, nowMs);
      return;
    }
    const proven = result.kind === 'accepted' || this.#receipts.provesSent(job);
    const error = proven ? '' : `outcome_unknown: ${result.kind === 'unknown' ? result.detail : ''}`;
    this.#finish(job, proven ? 'sent' : 'unknown', error, nowMs);
    if (result.kind === 'accepted') this.#receipts.addRefs(job, result.refs, nowMs);
    this.#receipts.applyEarly(job);
  }

  /** A submit that had been given up was answered after all: its refs may still match a receipt. */
  addLateRefs(job: DriverJob, refs: (string | null)[], nowMs: number): void {
    this.#receipts.addRefs(job, refs, nowMs);
    this.#receipts.applyEarly(job);
  }

  /** Ends what an earlier run submitted, or was about to, without learning the outcome. Returns how many. */
  endInterrupted(nowMs: number): number {
    const interrupted = this.#listIn.all('intent').map(toQueuedJob);
    const detail = 'the agent stopped between the submit and its result';
    for (const job of interrupted) this.end(job, { kind: 'unknown', detail }, nowMs);
    return interrupted.length;
  }

  #finish(job: DriverJob, state: 'sent' | 'failed' | 'unknown', error: string, nowMs: number): void {
    const { messageId, attempt } = job;
    if (Number(this.#end.run(state, error, nowMs, messageId, attempt).changes) === 0) return;
    this.#reports.insert({ kind: 'progress', messageId, attempt, outcome: state, error, atMs: nowMs });
  }

  /** The core asks about a job whose reports it once acknowledged: it forgot, so it is told again. */
  #reissue(messageId: bigint, attempt: number): void {
    const row = this.#ended.get(messageId, attempt);
    if (row === undefined || this.#reports.hasFor(messageId, attempt)) return;
    const outcome = row.state as 'sent' | 'failed' | 'unknown';
    const error = row.error as string;
    const atMs = Number(row.finished_at_ms);
    this.#reports.insert({ kind: 'progress', messageId, attempt, outcome, error, atMs });
    if (row.receipt === null) return;
    this.#reports.insert({
      kind: 'receipt',
      messageId,
      attempt,
      outcome: row.receipt as 'delivered' | 'failed',
      error: row.receipt_error as string,
      atMs: Number(row.receipt_at_ms),
    });
  }

  #listAttempts(messageId: bigint): AttemptRow[] {
    return this.#attempts.all(messageId).map((row) => ({
      attempt: Number(row.attempt),
      submitted: row.intent_at_ms !== null,
    }));
  }
}

function toQueuedJob(row: Record<string, unknown>): QueuedJob {
  return {
    messageId: row.message_id as bigint,
    attempt: Number(row.attempt),
    address: row.address as string,
    body: row.body as string,
    expiresAtMs: Number(row.expires_at_ms),
    tries: Number(row.tries),
  };
}
