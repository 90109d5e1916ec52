// A simulated carrier, for trying out route gateway: it never sends anything, and magic numbers decide what becomes of
// a text. It remembers nothing across a restart.
import { Type } from 'typebox';
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import { atMost } from '../../../runtime/pause.ts';
import { fateOf } from '../../../runtime/texts/magic_numbers.ts';
import { sandboxCarrier } from '../../domain/accounts/sandbox.ts';
import type {
  Carrier,
  CarrierCaps,
  CarrierContext,
  CarrierHealth,
  CarrierSink,
  Submission,
  SubmitResult,
} from '../carrier.ts';
import { type CarrierConfig, defineCarrierKind } from '../kind.ts';

/** How long after a failure a report is repeated, in milliseconds. */
const repeatAfterMs = 1_000;

/** Reports something; rejects when it has to be reported again. */
type Report = () => Promise<void>;

/**
 * Reports that are due later, each at its time. A report that could not be stored is repeated. At the end all reports
 * are made at once, and then forgotten.
 */
class DueList {
  readonly #clock: Clock;
  readonly #onFewer: () => void;
  readonly #waiting = new Map<Report, CancelTimer>();
  readonly #reporting = new Set<Promise<void>>();
  #isEnding = false;

  /** `onFewer` is called whenever one is done with. */
  constructor(clock: Clock, onFewer: () => void) {
    this.#clock = clock;
    this.#onFewer = onFewer;
  }

  /** How many are left. */
  get size(): number {
    return this.#waiting.size + this.#reporting.size;
  }

  add(report: Report, afterMs: number): void {
    this.#waiting.set(
      report,
      this.#clock.setTimeout(() => this.#fire(report), afterMs),
    );
  }

  /** Reports all that is left, in the order in which it was added, each once more at most. */
  async end(): Promise<void> {
    this.#isEnding = true;
    while (this.size > 0) {
      for (const report of [...this.#waiting.keys()]) this.#fire(report);
      await Promise.all(this.#reporting);
    }
  }

  #fire(report: Report): void {
    this.#waiting.get(report)?.();
    this.#waiting.delete(report);
    const reporting = report().then(
      () => true,
      () => this.#isEnding,
    );
    const done = reporting.then((isDone) => {
      this.#reporting.delete(done);
      if (isDone) this.#onFewer();
      else this.add(report, repeatAfterMs);
    });
    this.#reporting.add(done);
  }
}

/** Most receipts and answers that are due; while there are that many, no text is taken. */
const maxDue = 10_000;
/** How long a submit that is never answered is waited for. */
const submitTimeoutMs = 15_000;
/** How long a stop waits until its last reports are stored. */
const stopBoundMs = 2_000;
/** A recipient answers this long after its receipt. */
const replyAfterMs = 300;

const simulatedCaps: CarrierCaps = { unit: 'message', receipts: true, window: 100 };

/** The kind `simulated` in the carriers file. It has no settings of its own. */
export const simulatedKind = defineCarrierKind({
  kind: 'simulated',
  settings: Type.Object({}),
  create: (_settings, context) => new SimulatedCarrier(context),
});

/** It can always be used, in production as well. */
export const carrierOfSandboxes: CarrierConfig = {
  ...{ name: sandboxCarrier, kind: simulatedKind, priority: 100, sender: null },
  settings: {},
};

class SimulatedCarrier implements Carrier {
  readonly caps = simulatedCaps;
  readonly #context: CarrierContext;
  readonly #due: DueList;
  #unanswered = 0;
  #sink: CarrierSink | undefined;
  #onCapacity: () => void = () => undefined;
  #ended: Promise<void> | undefined;

  constructor(context: CarrierContext) {
    this.#context = context;
    this.#due = new DueList(context.clock, () => this.#onCapacity());
  }

  start(sink: CarrierSink, onCapacity: () => void): void {
    this.#sink = sink;
    this.#onCapacity = onCapacity;
    onCapacity();
  }

  capacity(): number {
    if (this.#sink === undefined) return 0;
    return Math.max(0, Math.min(simulatedCaps.window - this.#unanswered, maxDue - this.#due.size));
  }

  async submit(submission: Submission): Promise<SubmitResult> {
    const sink = this.#sink;
    if (sink === undefined) return notOpen;
    const fate = fateOf(submission.recipient);
    if (fate.submit === 'rejected') return refused;
    if (fate.submit === 'no_answer') return this.#neverAnswer();
    const { name, attempt, part } = submission;
    const ref = `${name}.${attempt}.${part}`;
    const { receipt } = fate;
    if (receipt !== 'none') {
      const detail = receipt === 'failed' ? 'the simulated network gave up' : '';
      this.#due.add(async () => {
        await sink.receipt({ ref, outcome: receipt, detail, atMs: this.#context.clock.nowMs() });
        if (fate.replies) this.#reply(sink, submission, ref);
      }, fate.receiptAfterMs);
    }
    return { kind: 'accepted', ref };
  }

  health(): CarrierHealth {
    return this.#sink === undefined
      ? { up: false, detail: 'closed' }
      : { up: true, detail: 'no text ever leaves this machine' };
  }

  /** Reports that are due are made at once, so that after a restart no text waits for a receipt that never comes. */
  stop(): Promise<void> {
    this.#sink = undefined;
    this.#ended ??= this.#end();
    return this.#ended;
  }

  #end(): Promise<void> {
    return atMost(this.#context.clock, stopBoundMs, this.#due.end());
  }

  async #neverAnswer(): Promise<SubmitResult> {
    this.#unanswered += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#due.add(async () => resolve(), submitTimeoutMs);
    await promise;
    this.#unanswered -= 1;
    return { kind: 'unknown', detail: 'the simulated network did not answer within 15 s' };
  }

  /** The answer's name is made from the text's, so that one text never gets two answers. */
  #reply(sink: CarrierSink, submission: Submission, ref: string): void {
    const receivedAtMs = this.#context.clock.nowMs() + replyAfterMs;
    this.#due.add(async () => {
      const taken = await sink.inbound({
        sender: submission.recipient,
        recipient: submission.sender,
        text: `You said: ${submission.text}`,
        receivedAtMs,
        waitedSinceMs: receivedAtMs,
        id: `reply-${ref}`,
        fingerprint: `reply-${ref}`,
        connection: 'simulated',
      });
      taken.confirm();
    }, replyAfterMs);
  }
}

const notOpen: SubmitResult = {
  kind: 'rejected',
  code: 'carrier_failed',
  detail: 'the simulated carrier is closed',
  retryable: true,
};

const refused: SubmitResult = {
  kind: 'rejected',
  code: 'rejected_by_network',
  detail: 'the simulated network refuses this number',
  retryable: false,
};
