// One submit: the intent is durable before the driver is called, and the result before it is reported. A text that the device takes
// in parts is one submit for each part.
import type { Clock } from '../../runtime/clock.ts';
import type { Driver, Result } from '../drivers/driver.ts';
import type { Failpoint } from '../failpoint.ts';
import type { QueuedJob, Submit } from '../journal/job.ts';
import type { Journal } from '../journal/journal.ts';
import type { CoreTime } from '../link/core_time.ts';
import { inSubmit, onePart, wholeText } from './driver_job.ts';
import { submitInTime } from './submit_in_time.ts';

/** Most submits of a part that the device refuses with the advice to try again. */
const maxTries = 5;
/** The pause after the first such refusal; it doubles. */
const firstRetryMs = 5_000;
/** The longest pause between two submits while the network is congested; the first is as after any refusal. */
const longestRetryMs = 5 * 60_000;
/** The pause after a device said that it cannot send at all, in case it takes that back at once. */
const ailingPauseMs = 1_000;

export interface SubmitterOptions {
  journal: Journal;
  driver: Driver;
  clock: Clock;
  coreTime: CoreTime;
  failpoint: Failpoint;
  /** The agent ends: nobody waits for a device any more. */
  signal: AbortSignal;
  /** A report was committed. */
  onReport(): void;
}

/** How submits ended: what the driver answered; `retried` are refusals that are tried again. */
export type SubmitCounts = Record<'accepted' | 'rejected' | 'retried' | 'unknown', number>;

/** A job whose submits have not all ended. */
export interface Waiting {
  job: QueuedJob;
  notBeforeMs: number;
  /** Refusals in a row of a congested network. */
  congested: number;
}

/** Submits one job after the other. */
export class Submitter {
  readonly #options: SubmitterOptions;
  readonly counts: SubmitCounts = { accepted: 0, rejected: 0, retried: 0, unknown: 0 };
  /** Why what does not leave now goes back to the core; undefined while it is tried again here. */
  givesBackFor: string | undefined;

  constructor(options: SubmitterOptions) {
    this.#options = options;
  }

  /**
   * Submits a job, or its next part; returns what of it still waits. `isAskedBack`: the device is asked for it at once, because an
   * earlier run had given it to the device.
   */
  async submit(entry: Waiting, isAskedBack: boolean): Promise<Waiting | undefined> {
    const { job } = entry;
    const { journal, driver, clock, coreTime, failpoint, onReport } = this.#options;
    const inParts = driver.caps.unit === 'segment';
    const submit: Submit = { number: job.next, total: inParts ? job.parts.length : 1 };
    if (submit.number > submit.total) return void (await this.#abandonHalf(job, submit));
    failpoint('before_intent');
    const wanted = await journal.write(() => journal.jobs.intend(job, submit, clock.nowMs()));
    if (!wanted) return void onReport();
    failpoint('after_intent');
    const expiresAtMs = coreTime.toLocalMs(job.expiresAtMs);
    const asked = { ...(inParts ? onePart(job) : wholeText(job)), expiresAtMs };
    const answer = inSubmit(job, () =>
      submitInTime(driver, asked, this.#options, (late) => this.#noteLate(job, submit, late)),
    );
    if (isAskedBack) driver.cancel?.(job);
    const result = await answer;
    failpoint('after_submit');
    if (hasNotLeft(result) && (await this.#givesBack(job))) return void onReport();
    if (result.kind === 'rejected' && result.retryable && (result.isCongested || this.#mayTryAgain(job))) {
      this.counts.retried += 1;
      return this.#tryLater(entry, result.isCongested ?? false);
    }
    this.counts[result.kind] += 1;
    const ended = await journal.write(() => journal.jobs.end(job, submit, result, clock.nowMs()));
    failpoint('after_result');
    onReport();
    return ended
      ? undefined
      : { job: { ...job, next: job.next + 1, tries: 0 }, notBeforeMs: 0, congested: 0 };
  }

  /** Gives a job back that the device has not, or no more. False for one of which an earlier submit may have left. */
  async #givesBack(job: QueuedJob): Promise<boolean> {
    const { journal, clock } = this.#options;
    const reason = this.givesBackFor;
    if (reason === undefined) return false;
    return journal.write(() => {
      journal.jobs.putBack(job, job.next, job.tries, clock.nowMs());
      return journal.jobs.handBack(job, reason, clock.nowMs());
    });
  }

  /** A device that cannot send at all does not use up a text's tries. */
  #mayTryAgain(job: QueuedJob): boolean {
    return job.tries + 1 < maxTries || this.#options.driver.health().problem !== undefined;
  }

  async #tryLater({ job, congested }: Waiting, isCongested: boolean): Promise<Waiting> {
    const { journal, clock, driver } = this.#options;
    const ailing = driver.health().problem !== undefined;
    const tries = ailing || isCongested ? job.tries : job.tries + 1;
    await journal.write(() => journal.jobs.putBack(job, job.next, tries, clock.nowMs()));
    const growing = firstRetryMs * 2 ** Math.min(isCongested ? congested : job.tries, 16);
    const pauseMs = ailing ? ailingPauseMs : Math.min(growing, longestRetryMs);
    const notBeforeMs = clock.nowMs() + pauseMs;
    const refusals = isCongested ? congested + 1 : 0;
    return { job: { ...job, tries }, notBeforeMs, congested: refusals };
  }

  /** An earlier run began the text part by part, and the device of this one takes whole texts only. */
  async #abandonHalf(job: QueuedJob, submit: Submit): Promise<void> {
    const { journal, clock, onReport } = this.#options;
    const detail = 'the device was changed in the middle of the text';
    const result: Result = { kind: 'rejected', code: 'device_failed', detail, retryable: false };
    await journal.write(() => journal.jobs.end(job, submit, result, clock.nowMs()));
    onReport();
  }

  /** The outcome was taken as unknown; the device says now that it took the part. */
  #noteLate(job: QueuedJob, { number }: Submit, late: Result): void {
    if (late.kind !== 'accepted') return;
    const { journal, clock, onReport } = this.#options;
    journal
      .write(() => journal.jobs.acceptLate(job, number, late.refs, clock.nowMs()))
      .then(onReport)
      .catch(() => undefined);
  }
}

/** Whether a device that is asked for a text has it not, or no more. */
const hasNotLeft = (result: Result): boolean =>
  result.kind === 'rejected' && (result.retryable || result.code === 'cancelled');
