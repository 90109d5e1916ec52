// The agent's debts to the core: reports and inbound texts, each repeated until acknowledged, and forgotten only
// after that.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Journal } from '../journal/journal.ts';
import type { CoreTime } from './core_time.ts';
import { inboundFrame, reportFrame } from './frames.ts';
import { RepeatingStream } from './repeating_stream.ts';
import type { Session } from './session.ts';

/** A core that acknowledges nothing for this long is sent everything again. */
const repeatAfterMs = 30_000;

interface OutboxOptions {
  journal: Journal;
  clock: Clock;
  coreTime: CoreTime;
  failpoint: Failpoint;
  /** The core has this inbound text, durably noted: the device may delete it. */
  onInboundAcked(inboundId: string): void;
}

/** Sends from the journal and forgets what is acknowledged. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #reports: RepeatingStream;
  readonly #inbound: RepeatingStream;
  #cancelTick: CancelTimer | undefined;
  /** Set while something waits for all reports to be acknowledged. */
  #onEmpty: (() => void) | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    const { journal, coreTime } = options;
    this.#reports = new RepeatingStream((after, limit) =>
      journal.reports.listAfter(after, limit).map((report) => ({
        position: report.id,
        name: String(report.id),
        frame: reportFrame(report, coreTime),
      })),
    );
    this.#inbound = new RepeatingStream((after, limit) =>
      journal.inbound.listAfter(after, limit).map((text) => ({
        position: text.arrival,
        name: text.inboundId,
        frame: inboundFrame(text, coreTime),
      })),
    );
  }

  /** The link is up. */
  attach(session: Session): void {
    this.#reports.attach(session);
    this.#inbound.attach(session);
    this.#cancelTick = this.#options.clock.setInterval(() => {
      this.#reports.tick();
      this.#inbound.tick();
    }, repeatAfterMs);
  }

  /** The link is down, or the agent stops. Safe twice. */
  detach(): void {
    this.#cancelTick?.();
    this.#reports.detach();
    this.#inbound.detach();
  }

  /** A report or an inbound text was committed to the journal. */
  wake(): void {
    this.#reports.pump();
    this.#inbound.pump();
  }

  /** Sends all reports; resolves once the core has acknowledged them. */
  async emptied(): Promise<void> {
    this.wake();
    if (this.#options.journal.reports.listAfter(0n, 1).length === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** A ReportAck. False for a name that is none of ours. */
  reportAcked(reportId: string): boolean {
    if (!/^\d{1,18}$/.test(reportId)) return false;
    const { journal, failpoint } = this.#options;
    this.#forget(
      () => {
        failpoint('before_ack');
        journal.reports.delete(BigInt(reportId));
      },
      () => {
        if (this.#onEmpty && journal.reports.listAfter(0n, 1).length === 0) this.#onEmpty();
      },
    );
    this.#reports.acked(reportId);
    return true;
  }

  /** An InboundAck. False for a name that cannot be one. */
  inboundAcked(inboundId: string): boolean {
    if (inboundId.length < 1 || inboundId.length > 128) return false;
    const { journal, clock, onInboundAcked } = this.#options;
    this.#forget(
      () => journal.inbound.ack(inboundId, clock.nowMs()),
      () => onInboundAcked(inboundId),
    );
    this.#inbound.acked(inboundId);
    return true;
  }

  #forget(change: () => void, then?: () => void): void {
    const { journal, failpoint } = this.#options;
    journal
      .write(change)
      .then(() => {
        failpoint('after_ack');
        then?.();
      })
      // A failed write has stopped the agent already; what it did not forget is repeated after the restart.
      .catch(() => undefined);
  }
}
