// Takes what comes in: jobs from the core and texts and receipts from the device. Each is durable in the journal
// before its sender is answered.
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { DriverInbound, DriverReceipt, Sink } from '../drivers/driver.ts';
import type { Failpoint } from '../failpoint.ts';
import { type InboundPart, maxBodyChars } from '../journal/inbound_parts.ts';
import type { Job, QueuedJob } from '../journal/job.ts';
import type { Journal } from '../journal/journal.ts';
import type { JobKey } from '../journal/part_rows.ts';
import type { AgentFrameInit } from '../link/frames.ts';

/** Most jobs that may wait for the journal; the core is offered at most 100. */
const maxWaitingJobs = 1_000;
const maxAddressChars = 64;
/** The last millisecond of a protobuf Timestamp, the end of the year 9999. */
const lastFrameMs = 253_402_300_799_999;

interface IntakeOptions {
  journal: Journal;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  /** A job may be submitted. */
  onJob(job: QueuedJob): void;
  /** A report or an inbound text was committed. */
  onOwed(): void;
  /** The device has come and can be given texts. */
  onReady(): void;
  /** The core has this text already; the device may delete it. */
  onInboundKnown(inboundId: string): void;
}

/** Takes jobs from the link, and is the driver's sink. */
export class Intake implements Sink {
  readonly #options: IntakeOptions;
  #waitingJobs = 0;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** Takes a job; `reply` says Accepted once it is durable. False when far too many come at a time. */
  takeJob(job: Job, reply: (frame: AgentFrameInit) => void): boolean {
    if (this.#waitingJobs >= maxWaitingJobs) return false;
    this.#waitingJobs += 1;
    this.#accept(job, reply)
      // A failed write has stopped the agent already, and the job was not accepted.
      .catch(() => undefined)
      .finally(() => {
        this.#waitingJobs -= 1;
      });
    return true;
  }

  ready(): void {
    this.#options.onReady();
  }

  async receipt(receipt: DriverReceipt): Promise<void> {
    const { journal, clock, log, onOwed } = this.#options;
    const sane = { ...receipt, atMs: saneMs(receipt.atMs, clock.nowMs()) };
    const outcome = await journal.write(() => journal.receipts.apply(sane, clock.nowMs()));
    if (outcome === 'applied') onOwed();
    else log.debug({ outcome }, 'a receipt that changes nothing now');
  }

  async sentLate(text: JobKey): Promise<void> {
    const { journal, clock, onOwed } = this.#options;
    if (await journal.write(() => journal.jobs.sentLate(text, clock.nowMs()))) onOwed();
  }

  async inbound(text: DriverInbound): Promise<'stored' | 'full'> {
    const { journal, clock, log, onOwed, onInboundKnown } = this.#options;
    const clean = cleanInbound(text, clock.nowMs());
    const taken = await journal.write(() =>
      isPart(clean) ? journal.inboundParts.store(clean, clock.nowMs()) : journal.inbound.store(clean),
    );
    if (taken === 'full') {
      log.warn('too many inbound texts wait for the core; the device keeps the rest');
      return 'full';
    }
    if (taken === 'acked') onInboundKnown(text.inboundId);
    else onOwed();
    return 'stored';
  }

  async #accept(job: Job, reply: (frame: AgentFrameInit) => void): Promise<void> {
    const { journal, clock, log, failpoint, onJob, onOwed } = this.#options;
    const { messageId, attempt, identity } = job;
    failpoint('before_accept');
    const verdict = await journal.write(() => journal.jobs.accept(job, clock.nowMs()));
    failpoint('after_accept');
    const about = { messageId: String(messageId), attempt };
    if (verdict === 'full') return log.warn(about, 'the journal holds too many jobs; one was not taken');
    if (verdict === 'refused') log.warn(about, 'a text that may have left already was handed over again');
    reply({ case: 'accepted', value: { messageId, attempt, identity } });
    if (verdict === 'new') onJob({ ...job, next: 1, tries: 0 });
    else onOwed();
  }
}

/** An impossible header is ignored: its text is shown as it is. */
function isPart(text: DriverInbound): text is InboundPart {
  const { concat } = text;
  if (concat === undefined || !Object.values(concat).every(Number.isSafeInteger)) return false;
  return concat.number >= 1 && concat.number <= concat.total && concat.total <= 255;
}

/** Within the frame's bounds, and free of what the core's database cannot hold. */
function cleanInbound(text: DriverInbound, nowMs: number): DriverInbound {
  const clean = (value: string) => value.replaceAll('\u0000', '\ufffd');
  const cut = (value: string, max: number) => Array.from(clean(value)).slice(0, max).join('');
  return {
    ...text,
    address: cut(text.address, maxAddressChars).toWellFormed() || 'unknown',
    // Parts are made well-formed when they are joined.
    body: isPart(text) ? cut(text.body, maxBodyChars) : cut(text.body, maxBodyChars).toWellFormed(),
    receivedAtMs: saneMs(text.receivedAtMs, nowMs),
  };
}

/** A moment that a device reported, whole and within what a frame can carry; else now. */
function saneMs(atMs: number, nowMs: number): number {
  return atMs >= 0 && atMs <= lastFrameMs ? Math.trunc(atMs) : nowMs;
}
