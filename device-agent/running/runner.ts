// Submits jobs: in order of arrival, never two at a time to one recipient, never more at a time or a minute than the
// device takes. What waits in vain, because the device is gone or unpaired, goes back to the core.
import type { CancelTimer } from '../../runtime/clock.ts';
import { atMost } from '../../runtime/pause.ts';
import type { QueuedJob } from '../journal/job.ts';
import type { JobKey } from '../journal/part_rows.ts';
import { type SubmitCounts, Submitter, type SubmitterOptions, type Waiting } from './submitter.ts';

/** How often the clock is looked at; a net besides for what wakes it. */
const pumpPeriodMs = 1_000;
/** The longest wait for a moment that is known; a timer takes no more than 24 days. */
const longestWaitMs = 3_600_000;
/** How long a device must have been unable to send before what waits for it goes back to the core. */
const goneAfterMs = 90_000;
/** How long a stop waits for submits under way. What is still open then ends as unknown after the restart. */
const stopWaitMs = 5_000;

interface RunnerOptions extends SubmitterOptions {
  /** The journal failed under a job; the agent must die. */
  onFatal(error: unknown): void;
}

/** Why a device that is not paired any more gives its texts back. */
const unpaired = 'it was unpaired';

/** The queue of accepted jobs and the submits under way. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #submitter: Submitter;
  #waiting: Waiting[] = [];
  /** By recipient. */
  readonly #busy = new Map<string, { job: QueuedJob; work: Promise<void> }>();
  #lastLookMs = 0;
  /** How long the device has been unable to send. */
  #ailingMs = 0;
  #handingBack: Promise<void> | undefined;
  #isPaused = false;
  #cancelPump: CancelTimer | undefined;
  #cancelDue: CancelTimer | undefined;
  #scheduled = false;
  #running = false;
  /** Set while it leaves: nothing is under way any more. */
  #onEmpty: (() => void) | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#submitter = new Submitter(options);
  }

  /** How submits ended. */
  get submits(): SubmitCounts {
    return this.#submitter.counts;
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
    await atMost(this.#options.clock, stopWaitMs, this.#submitsEnded());
  }

  /**
   * The device is unpaired: begins no further submit, and asks the device back for what it holds. What has not left goes back to the
   * core. Resolves once all of that is durable.
   */
  async giveBack(): Promise<void> {
    await this.#giveUp();
    await this.#submitsEnded();
  }

  async #giveUp(): Promise<void> {
    this.#isPaused = true;
    this.#submitter.givesBackFor = unpaired;
    const { driver } = this.#options;
    if (driver.caps.resumes) for (const { job } of this.#busy.values()) driver.cancel?.(job);
    await this.#handBack(unpaired);
  }

  /**
   * Ends, because the device is unpaired. Resolves once the device has said what became of what it holds, or its time is over; one
   * that cannot be asked is waited for as at a stop.
   */
  async leave(): Promise<void> {
    await this.#giveUp();
    if (!this.#options.driver.caps.resumes) return this.stop();
    this.#isPaused = false;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
      for (const { job } of [...this.#busy.values(), ...this.#waiting]) void this.#cancel(job);
      this.wake();
    });
  }

  /** Resolves once every submit that is under way now has ended. */
  async #submitsEnded(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ work }) => work));
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
    const elapsedMs = this.#followClock(nowMs);
    if (this.#isGone(elapsedMs) && !this.#handingBack) void this.#handBack('it cannot send now');
    if (coreTime.isDoubtful() || this.#isPaused) return;
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

  /** Whether what waits here would wait in vain: the driver knows, or the device has been unable to send for long. */
  #isGone(elapsedMs: number): boolean {
    const { driver } = this.#options;
    this.#ailingMs = driver.health().problem === undefined ? 0 : this.#ailingMs + elapsedMs;
    return driver.isGone?.() ?? this.#ailingMs >= goneAfterMs;
  }

  /**
   * Gives the jobs back to the core that were never submitted, so that another device may take them. Resolves once that is
   * durable.
   */
  async #handBack(reason: string): Promise<void> {
    while (this.#handingBack) await this.#handingBack;
    this.#handingBack = this.#handBackAll(reason).finally(() => {
      this.#handingBack = undefined;
    });
    await this.#handingBack;
  }

  async #handBackAll(reason: string): Promise<void> {
    const { journal, clock, onReport, onFatal } = this.#options;
    const waiting = this.#waiting.map(({ job }) => job);
    if (waiting.length === 0) return;
    try {
      const gone = await journal.write(() =>
        waiting.filter((job) => journal.jobs.handBack(job, reason, clock.nowMs())),
      );
      const handedBack = new Set(gone);
      this.#waiting = this.#waiting.filter(({ job }) => !handedBack.has(job));
      if (gone.length > 0) onReport();
    } catch (error) {
      onFatal(error);
    }
  }

  /** The next look is when a pause or a text's time ends. */
  #wakeWhenDue(nowMs: number): void {
    const { clock, coreTime } = this.#options;
    let dueMs = nowMs + longestWaitMs;
    for (const { notBeforeMs, job } of this.#waiting)
      for (const atMs of [notBeforeMs, coreTime.toLocalMs(job.expiresAtMs)])
        if (atMs > nowMs && atMs < dueMs) dueMs = atMs;
    this.#cancelDue?.();
    // A failpoint may have ended the agent in this very look.
    const hasAny = this.#running && this.#waiting.length > 0;
    this.#cancelDue = hasAny ? clock.setTimeout(() => this.wake(), dueMs - nowMs) : undefined;
  }

  /**
   * Returns how much time has passed since the last look, as far as that is sure: a clock may have been set. One that was set back
   * must not make a pause last longer than it was meant to.
   */
  #followClock(nowMs: number): number {
    const passedMs = nowMs - this.#lastLookMs;
    this.#lastLookMs = nowMs;
    if (passedMs < 0) for (const entry of this.#waiting) entry.notBeforeMs += passedMs;
    return Math.min(Math.max(passedMs, 0), 2 * pumpPeriodMs);
  }

  #begin(entry: Waiting, expired: boolean): void {
    const { job } = entry;
    const work = (expired ? this.#expire(job) : this.#submitter.submit(entry, this.#onEmpty !== undefined))
      .then((still) => {
        // In front, so that no later text to the same recipient comes between two parts.
        if (still) this.#waiting.unshift(still);
      })
      .catch((error) => this.#options.onFatal(error))
      .finally(() => {
        this.#busy.delete(job.address);
        this.wake();
      });
    this.#busy.set(job.address, { job, work });
  }

  async #expire(job: QueuedJob): Promise<undefined> {
    const { journal, clock, onReport } = this.#options;
    await journal.write(() => journal.jobs.expire(job, clock.nowMs()));
    onReport();
  }
}

const isSameHandOver = (a: JobKey, b: JobKey) =>
  a.messageId === b.messageId && a.attempt === b.attempt && a.identity === b.identity;
