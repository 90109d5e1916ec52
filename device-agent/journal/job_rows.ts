// Jobs and how they end. Decides, by what is durable, whether a job or a part of it may be submitted at all: never two
// hand-overs of one message, never a part twice. Runs inside a transaction of the commit batcher, except for reads.
import type { DatabaseSync } from 'node:sqlite';
import type { Encoding, Result } from '../drivers/driver.ts';
import type { Job, QueuedJob, Submit } from './job.ts';
import { prepareJobStatements } from './job_statements.ts';
import type { JobKey, PartRows } from './part_rows.ts';
import type { ReceiptRows } from './receipt_rows.ts';
import type { ReportRows } from './report_rows.ts';
import { isSameText, mayBeSameText, mayBeTextOf, toEarlier } from './same_text.ts';

/** Most jobs that wait for their result; the core is offered at most 100. */
export const maxQueuedJobs = 1_000;

/**
 * The verdict on a Job frame. `new`: submit it; waiting hand-overs of the same message will not be. `known`: the
 * journal has it. `refused`: another hand-over may have left; it ended as unknown. `full`: not taken.
 */
type Acceptance = 'new' | 'known' | 'refused' | 'full';

const gaveUpOnPart = 'rejected_by_network: the network gave up on a part of the text';

/** What a job that never arrived says. */
const nothingKnown = {
  ...{ address: '', body: '', encoding: 'gsm7', split: '[]', referenceBits: 8, sim: 1, expiresAtMs: 0 },
};

type EndState = 'sent' | 'failed' | 'unknown' | 'handed_back';

/** The rows of jobs. */
export class JobRows {
  readonly #reports: ReportRows;
  readonly #parts: PartRows;
  readonly #receipts: ReceiptRows;
  readonly #rows: ReturnType<typeof prepareJobStatements>;

  constructor(db: DatabaseSync, parts: PartRows, receipts: ReceiptRows, reports: ReportRows) {
    this.#parts = parts;
    this.#receipts = receipts;
    this.#reports = reports;
    this.#rows = prepareJobStatements(db);
  }

  /**
   * Gives a job back to the core, which hands it over to another device. False, and nothing changes, when a submit of it has
   * begun, or it has ended.
   */
  handBack({ messageId, attempt, identity }: JobKey, reason: string, nowMs: number): boolean {
    if (this.#rows.waits.get(messageId, attempt, identity) === undefined) return false;
    this.#finish({ messageId, attempt, identity }, 'handed_back', reason, nowMs);
    return true;
  }

  /**
   * The device says late that a text was sent whose submit had ended as unknown. False, and nothing changes, for any other: it
   * counts once.
   */
  sentLate({ messageId, attempt, identity }: JobKey, nowMs: number): boolean {
    if (Number(this.#rows.sentLate.run(messageId, attempt, identity).changes) === 0) return false;
    const end = { outcome: 'sent', error: '', partlySent: false, atMs: nowMs } as const;
    this.#reports.insert({ kind: 'progress', messageId, attempt, identity, ...end });
    return true;
  }

  /** Stores a job in the journal, or says why it must not be submitted. */
  accept(job: Job, nowMs: number): Acceptance {
    const { messageId, attempt, identity, address, body, encoding, parts, referenceBits, sim, expiresAtMs } =
      job;
    const earlier = this.#rows.attempts.all(messageId).map((row) => toEarlier(row, messageId));
    const ofText = earlier.filter((other) => isSameText(job, other));
    const known = ofText.find((other) => other.attempt === attempt);
    if (known !== undefined) {
      this.#reissue(known);
      return 'known';
    }
    if (Number(this.#rows.countQueued.get()?.n) >= maxQueuedJobs) return 'full';
    const split = JSON.stringify(parts);
    const named = { messageId, attempt, identity, address, sim, expiresAtMs, nowMs };
    this.#rows.insert.run({ ...named, body, encoding, split, referenceBits });
    const isTaken = ofText.some((other) => other.isSubmitted || other.attempt > attempt);
    if (isTaken || earlier.some((other) => mayBeSameText(job, other))) {
      const detail = 'another hand-over of this text may have been submitted on this device';
      this.#finish(job, 'unknown', `outcome_unknown: ${detail}`, nowMs);
      return 'refused';
    }
    for (const other of ofText) this.#rows.supersede.run(nowMs, messageId, other.attempt, other.identity);
    return 'new';
  }

  /** Jobs whose submits have not all ended, in order of arrival; read once, at start, after closeInterrupted. */
  listQueued(): QueuedJob[] {
    return this.#rows.listOpen.all().map((row) => this.#toQueuedJob(row));
  }

  /** Records that a part is about to be submitted. False: it must not be; what had to be reported is. */
  intend(job: QueuedJob, { number, total }: Submit, nowMs: number): boolean {
    if (number > 1 && this.#parts.tally(job).failed > 0) {
      // A submit that an earlier run began may have left, and is not repeated.
      for (const begun of this.#parts.listBegun(job))
        this.#parts.settle({ ...job, number: begun }, job.address, 'unknown', [], nowMs);
      this.#finish(job, 'failed', gaveUpOnPart, nowMs);
      return false;
    }
    const { messageId, attempt, identity, address, tries } = job;
    // No row: a newer hand-over of the same text has taken its place meanwhile.
    if (Number(this.#rows.intend.run(nowMs, total, tries, messageId, attempt, identity).changes) === 0)
      return false;
    this.#parts.begin({ messageId, attempt, identity, number }, address, nowMs);
    return true;
  }

  /** Puts a part back that did not leave, for another try after `tries`. */
  putBack(job: JobKey & { address: string }, number: number, tries: number, nowMs: number): void {
    const { messageId, attempt, identity, address } = job;
    this.#parts.putBack({ messageId, attempt, identity, number });
    this.#rows.setTries.run(tries, messageId, attempt, identity);
    if (this.#parts.tally(job).last === 0) this.#rows.unintend.run(messageId, attempt, identity);
    this.#receipts.applyEarly(job, address, nowMs);
  }

  /**
   * Ends a job that is no longer wanted, also one that never arrived, so that it cannot be submitted any more. False, and
   * nothing changes, when a submit of it has begun, it has ended, or the journal has another hand-over of its text.
   */
  cancel({ messageId, attempt, identity }: JobKey, nowMs: number): boolean {
    const key = { messageId, attempt, identity };
    const known = this.#rows.attempts.all(messageId).map((row) => toEarlier(row, messageId));
    if (!known.some((other) => mayBeTextOf(key, other)))
      this.#rows.insert.run({ ...key, ...nothingKnown, nowMs });
    this.#reissue(key);
    if (this.#rows.waits.get(messageId, attempt, identity) === undefined) return false;
    this.#finish(key, 'failed', 'cancelled: the account cancelled the text before it left', nowMs);
    return true;
  }

  /** Ends a job that was not submitted, or not whole, in time. What an earlier run may have submitted is unknown. */
  expire(job: JobKey & { address: string }, nowMs: number): void {
    const begun = this.#parts.listBegun(job);
    const detail = 'an earlier submit of it was never answered, and its time to live ended';
    for (const number of begun) this.end(job, { number, total: number }, { kind: 'unknown', detail }, nowMs);
    if (begun.length > 0) return;
    const error = 'expired_in_queue: the text was not submitted before its time to live ended';
    this.#finish(job, 'failed', error, nowMs);
  }

  /**
   * Records how the submit of a part ended, and, when the job ends with it, how that ended. Receipts that came before
   * are applied. Returns whether the job has ended.
   */
  end(job: JobKey & { address: string }, { number, total }: Submit, result: Result, nowMs: number): boolean {
    const { messageId, attempt, identity, address } = job;
    const part = { messageId, attempt, identity, number };
    if (result.kind === 'rejected') {
      this.#parts.settle(part, address, 'failed', [], nowMs);
      this.#finish(job, 'failed', `${result.code}: ${result.detail}`, nowMs);
      this.#receipts.applyEarly(job, address, nowMs);
      return true;
    }
    const proven = result.kind === 'accepted' || this.#receipts.provesSent(job);
    const refs = result.kind === 'accepted' ? result.refs : [];
    this.#parts.settle(part, address, proven ? 'sent' : 'unknown', refs, nowMs);
    if (result.kind === 'unknown' && !proven)
      this.#rows.doubt.run(`outcome_unknown: ${result.detail}`, messageId, attempt, identity);
    const isLast = number >= total;
    if (isLast) this.#finishByParts(job, nowMs);
    else this.#rows.setTries.run(0, messageId, attempt, identity);
    this.#receipts.applyEarly(job, address, nowMs);
    if (isLast) this.#receipts.conclude(job, nowMs);
    return isLast;
  }

  /** A submit that had been given up was answered after all. A text whose parts all were taken was sent. */
  acceptLate(
    job: JobKey & { address: string },
    number: number,
    refs: readonly (string | null)[],
    nowMs: number,
  ): void {
    const { messageId, attempt, identity, address } = job;
    this.#parts.settleLate({ messageId, attempt, identity, number }, address, refs, nowMs);
    const { intent, failed, unknown } = this.#parts.tally(job);
    if (intent + failed + unknown === 0) this.sentLate(job, nowMs);
    this.#receipts.applyEarly(job, address, nowMs);
    this.#receipts.conclude(job, nowMs);
  }

  /**
   * Closes what an earlier run was about to submit without learning the outcome: it is unknown, or left open to be asked
   * again when the device itself refuses a second submit. Returns how many.
   */
  closeInterrupted(idempotent: boolean, nowMs: number): number {
    const detail = 'the agent stopped between the submit and its result';
    let closed = 0;
    for (const row of this.#rows.listOpen.all()) {
      const job = this.#toQueuedJob(row);
      for (const number of this.#parts.listBegun(job)) {
        closed += 1;
        if (idempotent) this.#parts.doubt({ ...job, number });
        else this.end(job, { number, total: Number(row.submits) }, { kind: 'unknown', detail }, nowMs);
      }
    }
    return closed;
  }

  #finishByParts(job: JobKey, nowMs: number): void {
    const { unknown, failed } = this.#parts.tally(job);
    if (failed > 0) {
      this.#finish(job, 'failed', gaveUpOnPart, nowMs);
    } else if (unknown > 0) {
      const error = this.#rows.error.get(job.messageId, job.attempt, job.identity)?.error as string;
      this.#finish(job, 'unknown', error, nowMs);
    } else {
      this.#finish(job, 'sent', '', nowMs);
    }
  }

  #finish({ messageId, attempt, identity }: JobKey, state: EndState, error: string, nowMs: number): void {
    const key = { messageId, attempt, identity };
    const partlySent = state === 'failed' && this.#parts.tally(key).left > 0;
    const ended = this.#rows.end.run(state, error, Number(partlySent), nowMs, messageId, attempt, identity);
    if (Number(ended.changes) === 0) return;
    this.#reports.insert({ kind: 'progress', ...key, outcome: state, error, partlySent, atMs: nowMs });
  }

  /** The core asks about a job whose reports it once acknowledged: it forgot, so it gets them again. */
  #reissue({ messageId, attempt, identity }: JobKey): void {
    const key = { messageId, attempt, identity };
    const row = this.#rows.ended.get(messageId, attempt, identity);
    if (row === undefined || this.#reports.hasFor(key)) return;
    this.#reports.insert({
      kind: 'progress',
      ...key,
      outcome: row.state as EndState,
      error: row.error as string,
      partlySent: row.partly_sent === 1n,
      atMs: Number(row.finished_at_ms),
    });
    if (row.receipt === null) return;
    this.#reports.insert({
      kind: 'receipt',
      ...key,
      outcome: row.receipt as 'delivered' | 'failed',
      error: row.receipt_error as string,
      partlySent: false,
      atMs: Number(row.receipt_at_ms),
    });
  }

  #toQueuedJob(row: Record<string, unknown>): QueuedJob {
    const key = {
      messageId: row.message_id as bigint,
      attempt: Number(row.attempt),
      identity: row.identity as string,
    };
    return {
      ...key,
      address: row.address as string,
      body: row.body as string,
      encoding: row.encoding as Encoding,
      parts: JSON.parse(row.parts as string) as string[],
      referenceBits: Number(row.reference_bits) as 8 | 16,
      sim: Number(row.sim),
      expiresAtMs: Number(row.expires_at_ms),
      next: this.#parts.listBegun(key)[0] ?? this.#parts.tally(key).last + 1,
      tries: Number(row.tries),
    };
  }
}
