// Submits jobs: in order of arrival, never two at a time to one recipient, never more at a time or a minute than the
// device takes. A text that the device takes in parts is one submit for each part. The intent is durable before the
// driver is called, and the result before it is reported.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Driver, Result } from '../drivers/driver.ts';
import type { Failpoint } from '../failpoint.ts';
import type { QueuedJob, Submit } from '../journal/job.ts';
import type { Journal } from '../journal/journal.ts';
import type { JobKey } from '../journal/part_rows.ts';
import type { CoreTime } from '../link/core_time.ts';
import { inSubmit, onePart, wholeText } from './driver_job.ts';
import { submitInTime } from './submit_in_time.ts';

/** How often the clock is looked at; a net besides for what wakes it. */
const pumpPeriodMs = 1_000;
/** The longest wait for a moment that is known; a timer takes no more than 24 days. */
const longestWaitMs = 3_600_000;
/** Most submits of a part that the device refuses with the advice to try again. */
const maxTries = 5;
/** The pause after the first such refusal; it doubles. */
const firstRetryMs = 5_000;
/** The longest pause between two submits while the network is congested; the first is as after any refusal. */
const longestRetryMs = 5 * 60_000;
/** The pause after a device said that it cannot send at all, in case it takes that back at once. */
const ailingPauseMs = 1_000;
/** How long a stop waits for submits under way. What is still open then ends as unknown after the restart. */
const stopWaitMs = 5_000;

interface RunnerOptions {
  journal: Journal;
  driver: Driver;
  clock: Clock;
  coreTime: CoreTime;
  failpoint: Failpoint;
  /** A report was committed. */
  onReport(): void;
  /** The journal failed under a job; the agent must die. */
  onFatal(error: unknown): void;
}

/** How submits ended: what the driver answered; `retried` are refusals that are tried again. */
export type SubmitCounts = Record<'accepted' | 'rejected' | 'retried' | 'unknown', number>;

interface Waiting {
  job: QueuedJob;
  notBeforeMs: number;
  /** Refusals in a row of a congested network. */
  congested: number;
}

/** The queue of accepted jobs and the submits under way. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly submits: SubmitCounts = { accepted: 0, rejected: 0, retried: 0, unknown: 0 };
  #waiting: Waiting[] = [];
  /** By recipient. */
  readonly #busy = new Map<string, { job: QueuedJob; work: Promise<void> }>();
  #lastLookMs = 0;
  #cancelPump: CancelTimer | undefined;
  #cancelDue: CancelTimer | undefined;
  #scheduled = false;
  #running = false;
  /** Set while it leaves: nothing is under way any more. */
  #onEmpty: (() => void) | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Begins with what the journal holds from earlier. */
  start(jobs: QueuedJob[]): void {
    this.#running = true;
    this.#cancelPump = this.#options.clock.setInterval(() => this.#pump(), pumpPeriodMs);
    for (const job of jobs) this.enqueue(job);
  }

  /** Jobs whose submits have not all ended. */
  get queueLength(): number {
    return this.#waiting.length + this.#busy.size;
  }

  /** Queues a job that the journal has as accepted, in place of an older hand-over of its message. */
  enqueue(job: QueuedJob): void {
    this.#waiting = this.#waiting.filter(
      ({ job: other }) => other.messageId !== job.messageId || other.identity !== job.identity,
    );
    this.#waiting.push({ job, notBeforeMs: 0, congested: 0 });
    this.wake();
  }

  /**
   * Ends a job that is no longer wanted, unless it may have left; the driver decides about one whose submit has begun.
   * False for an unknown job.
   */
  cancel(key: JobKey | undefined): boolean {
    if (key !== undefined) void this.#cancel(key);
    return key !== undefined;
  }

  async #cancel(key: JobKey): Promise<void> {
    const { journal, driver, clock, onReport, onFatal } = this.#options;
    try {
      if (!(await journal.write(() => journal.jobs.cancel(key, clock.nowMs())))) return driver.cancel?.(key);
    } catch (error) {
      return onFatal(error);
    }
    this.#waiting = this.#waiting.filter(({ job }) => !isSameHandOver(job, key));
    onReport();
    this.wake();
  }

  /** Submits nothing more and waits, at most 5 seconds, for what is under way unless it resumes. Safe twice. */
  async stop(): Promise<void> {
    this.abandon();
    if (this.#options.driver.caps.resumes) return;
    let cancel: CancelTimer = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = this.#options.clock.setTimeout(resolve, stopWaitMs);
    });
    await Promise.race([Promise.all([...this.#busy.values()].map(({ work }) => work)), patience]);
    cancel();
  }

  /**
   * Submits nothing new, because the device is unpaired, and asks it back for what it holds. Resolves once the device has said what
   * became of that, or its time is over; one that cannot be asked is waited for as at a stop.
   */
  leave(): Promise<void> {
    if (!this.#options.driver.caps.resumes) return this.stop();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      for (const { job } of [...this.#busy.values(), ...this.#waiting]) void this.#cancel(job);
      this.wake();
    });
  }

  /** Submits nothing more. */
  abandon(): void {
    this.#running = false;
    this.#cancelPump?.();
    this.#cancelDue?.();
  }

  /** One look at the queue for all that happens in one turn of the event loop: something that texts may have waited for. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (!this.#running) return;
    if (this.queueLength === 0) this.#onEmpty?.();
    const { clock, coreTime, driver } = this.#options;
    const nowMs = clock.nowMs();
    this.#followClock(nowMs);
    if (coreTime.isDoubtful()) return;
    const coreNowMs = coreTime.nowMs();
    let free = driver.health().problem === undefined ? driver.caps.concurrency - this.#busy.size : 0;
    // A recipient whose first text must wait keeps its later ones waiting too, whatever the reason.
    const blocked = new Set(this.#busy.keys());
    this.#waiting = this.#waiting.filter((entry) => {
      const { address, expiresAtMs } = entry.job;
      if (blocked.has(address)) return true;
      const expired = expiresAtMs <= coreNowMs;
      const due = entry.notBeforeMs <= nowMs && free > 0;
      blocked.add(address);
      if (!expired && !due) return true;
      if (!expired) free -= 1;
      this.#begin(entry, expired);
      return false;
    });
    this.#wakeWhenDue(nowMs);
  }

  /** The next look is when a pause or a text's time ends. */
  #wakeWhenDue(nowMs: number): void {
    const { clock, coreTime } = this.#options;
    let dueMs = nowMs + longestWaitMs;
    for (const { notBeforeMs, job } of this.#waiting)
      for (const atMs of [notBeforeMs, coreTime.toLocalMs(job.expiresAtMs)])
        if (atMs > nowMs && atMs < dueMs) dueMs = atMs;
    this.#cancelDue?.();
    const hasAny = this.#waiting.length > 0;
    this.#cancelDue = hasAny ? clock.setTimeout(() => this.wake(), dueMs - nowMs) : undefined;
  }

  /** A clock that was set back must not make a pause last longer than it was meant to. */
  #followClock(nowMs: number): void {
    const setBackMs = this.#lastLookMs - nowMs;
    this.#lastLookMs = nowMs;
    if (setBackMs <= 0) return;
    for (const entry of this.#waiting) entry.notBeforeMs -= setBackMs;
  }

  #begin(entry: Waiting, expired: boolean): void {
    const { job } = entry;
    const work = (expired ? this.#expire(job) : this.#submit(entry))
      .catch((error) => this.#options.onFatal(error))
      .finally(() => {
        this.#busy.delete(job.address);
        this.wake();
      });
    this.#busy.set(job.address, { job, work });
  }

  async #expire(job: QueuedJob): Promise<void> {
    const { journal, clock, onReport } = this.#options;
    await journal.write(() => journal.jobs.expire(job, clock.nowMs()));
    onReport();
  }

  async #submit(entry: Waiting): Promise<void> {
    const { job } = entry;
    const { journal, driver, clock, coreTime, failpoint, onReport } = this.#options;
    const inParts = driver.caps.unit === 'segment';
    const submit: Submit = { number: job.next, total: inParts ? job.parts.length : 1 };
    if (submit.number > submit.total) return this.#abandonHalf(job, submit);
    failpoint('before_intent');
    const wanted = await journal.write(() => journal.jobs.intend(job, submit, clock.nowMs()));
    if (!wanted) return onReport();
    failpoint('after_intent');
    const expiresAtMs = coreTime.toLocalMs(job.expiresAtMs);
    const asked = { ...(inParts ? onePart(job) : wholeText(job)), expiresAtMs };
    const answer = inSubmit(job, () =>
      submitInTime(driver, asked, clock, (late) => this.#noteLate(job, submit, late)),
    );
    // An earlier run had given it to the device.
    if (this.#onEmpty !== undefined) driver.cancel?.(job);
    const result = await answer;
    failpoint('after_submit');
    if (result.kind === 'rejected' && result.retryable && (result.isCongested || this.#mayTryAgain(job))) {
      this.submits.retried += 1;
      return this.#tryLater(entry, result.isCongested ?? false);
    }
    this.submits[result.kind] += 1;
    const ended = await journal.write(() => journal.jobs.end(job, submit, result, clock.nowMs()));
    failpoint('after_result');
    // In front, so that no later text to the same recipient comes between two parts.
    if (!ended)
      this.#waiting.unshift({ job: { ...job, next: job.next + 1, tries: 0 }, notBeforeMs: 0, congested: 0 });
    onReport();
  }

  /** A device that cannot send at all does not use up a text's tries. */
  #mayTryAgain(job: QueuedJob): boolean {
    return job.tries + 1 < maxTries || this.#options.driver.health().problem !== undefined;
  }

  async #tryLater({ job, congested }: Waiting, isCongested: boolean): Promise<void> {
    const { journal, clock, driver } = this.#options;
    const ailing = driver.health().problem !== undefined;
    const tries = ailing || isCongested ? job.tries : job.tries + 1;
    await journal.write(() => journal.jobs.putBack(job, job.next, tries, clock.nowMs()));
    const growing = firstRetryMs * 2 ** Math.min(isCongested ? congested : job.tries, 16);
    const pauseMs = ailing ? ailingPauseMs : Math.min(growing, longestRetryMs);
    const notBeforeMs = clock.nowMs() + pauseMs;
    const refusals = isCongested ? congested + 1 : 0;
    this.#waiting.unshift({ job: { ...job, tries }, notBeforeMs, congested: refusals });
  }

  /** An earlier run began the text part by part, and the device of this one takes whole texts only. */
  async #abandonHalf(job: QueuedJob, submit: Submit): Promise<void> {
    const { journal, clock, onReport } = this.#options;
    const detail = 'the device was changed in the middle of the text';
    const result: Result = { kind: 'rejected', code: 'device_failed', detail, retryable: false };
    await journal.write(() => journal.jobs.end(job, submit, result, clock.nowMs()));
    onReport();
  }

  /** The outcome is taken as unknown already; the refs may still match a receipt. */
  #noteLate(job: QueuedJob, { number }: Submit, late: Result): void {
    if (late.kind !== 'accepted') return;
    const { journal, clock, onReport } = this.#options;
    journal
      .write(() => journal.jobs.addLateRefs(job, number, late.refs, clock.nowMs()))
      .then(onReport)
      .catch(() => undefined);
  }
}

const isSameHandOver = (a: JobKey, b: JobKey) =>
  a.messageId === b.messageId && a.attempt === b.attempt && a.identity === b.identity;
