// A simulated phone: the default of the one-command start, and the tests' network. It never sends anything; what
// becomes of a text is read from the magic numbers. Its log proves how often each was submitted.
import type { CancelTimer } from '../../runtime/clock.ts';
import { fateOf } from '../../runtime/texts/magic_numbers.ts';
import {
  type Caps,
  type Driver,
  type DriverContext,
  type DriverJob,
  defineDriver,
  type Health,
  type Result,
  type Sink,
} from './driver.ts';
import { SimulatedInbox } from './simulated_inbox.ts';
import { hashRecipient, type SentLine, SentLog } from './simulated_log.ts';

/** With more receipts due than this, further ones come at once, because timers are bounded too. */
const maxPendingReceipts = 10_000;

/** A recipient answers after its receipt, never before. */
const replyAfterMs = 500;

const simulatedCaps: Caps = {
  unit: 'message',
  sentMeans: 'network-ack',
  idempotent: false,
  receipts: 'message',
  inbound: 'push',
  concurrency: 100,
  window: 100,
  submitTimeoutMs: 15_000,
  sims: [1],
};

/** The simulated driver's entry in the registry. */
export const simulatedDriver = defineDriver({
  name: 'simulated',
  summary: 'a phone that is not there, for trying things out: magic numbers decide what becomes of a text',
  variables: {},
  create: (context) => new SimulatedDriver(context),
  async diagnose(_context, show) {
    show({ level: 'ok', what: 'phone', detail: 'simulated: no text ever leaves this machine' });
  },
});

class SimulatedDriver implements Driver {
  readonly caps = simulatedCaps;
  readonly #context: DriverContext;
  readonly #inbox: SimulatedInbox;
  readonly #pendingReceipts = new Set<CancelTimer>();
  #sentLog: SentLog | undefined;
  #sink: Sink | undefined;

  constructor(context: DriverContext) {
    this.#context = context;
    this.#inbox = new SimulatedInbox(context.dir, context.clock, context.log);
  }

  async open(sink: Sink, signal: AbortSignal): Promise<void> {
    this.#sink = sink;
    this.#sentLog = new SentLog(this.#context.dir);
    signal.addEventListener('abort', () => this.#release(), { once: true });
    // Receipts are repeated for all that the log's end names; the journal knows which of them it has.
    const mine = this.#sentLog.readTail().filter((line) => line.journal === this.#context.journalId);
    for (const line of mine) this.#scheduleReceipt(line);
    this.#inbox.open(sink);
  }

  async submit(job: DriverJob): Promise<Result> {
    if (this.#sentLog === undefined) return notOpen;
    const fate = fateOf(job.address);
    const line: SentLine = {
      journal: this.#context.journalId,
      message_id: String(job.messageId),
      attempt: job.attempt,
      identity: job.identity,
      recipient: hashRecipient(job.address),
      at_ms: this.#context.clock.nowMs(),
      receipt: fate.receipt,
      receipt_after_ms: fate.receiptAfterMs,
    };
    this.#sentLog.append(line);
    if (fate.replies) this.#reply(job);
    if (fate.submit === 'no_answer') return new Promise(() => undefined);
    if (fate.submit === 'rejected') {
      const detail = 'the simulated network refuses this number';
      return { kind: 'rejected', code: 'rejected_by_network', detail, retryable: false };
    }
    this.#scheduleReceipt(line);
    return { kind: 'accepted', refs: [`${line.message_id}.${line.attempt}.${job.identity}`] };
  }

  async ackInbound(inboundId: string): Promise<void> {
    this.#inbox.remove(inboundId);
  }

  health(): Health {
    return this.#sentLog === undefined
      ? { problem: 'absent', detail: 'closed' }
      : { detail: 'simulated', signalPercent: 100, batteryPercent: 100 };
  }

  async close(): Promise<void> {
    this.#release();
  }

  /** The name is made from the job, so that the same answer is never two texts. */
  #reply(job: DriverJob): void {
    const { messageId, attempt, identity } = job;
    const inboundId = `reply-${this.#context.journalId}-${messageId}-${attempt}-${identity}`;
    const receivedAtMs = this.#context.clock.nowMs() + replyAfterMs;
    this.#inbox.put({ inboundId, address: job.address, body: `You said: ${job.body}`, receivedAtMs });
  }

  #scheduleReceipt(line: SentLine): void {
    const { receipt } = line;
    if (receipt === 'none') return;
    const full = this.#pendingReceipts.size >= maxPendingReceipts;
    const dueMs = full ? 0 : line.at_ms + line.receipt_after_ms - this.#context.clock.nowMs();
    const cancel = this.#context.clock.setTimeout(
      () => {
        this.#pendingReceipts.delete(cancel);
        void this.#deliverReceipt(line, receipt);
      },
      Math.max(0, dueMs),
    );
    this.#pendingReceipts.add(cancel);
  }

  async #deliverReceipt(line: SentLine, outcome: 'delivered' | 'failed'): Promise<void> {
    const { message_id: id, attempt, identity = '' } = line;
    const match = { by: 'job', messageId: BigInt(id), attempt, identity } as const;
    const atMs = this.#context.clock.nowMs();
    const detail = outcome === 'failed' ? { detail: 'the simulated network gave up' } : {};
    // A journal that fails stops the whole agent; the receipt comes again from the log after the restart.
    await this.#sink?.receipt({ match, outcome, atMs, ...detail }).catch(() => undefined);
  }

  #release(): void {
    for (const cancel of this.#pendingReceipts) cancel();
    this.#pendingReceipts.clear();
    this.#inbox.close();
    this.#sentLog?.close();
    this.#sentLog = undefined;
  }
}

const notOpen: Result = {
  kind: 'rejected',
  code: 'device_failed',
  detail: 'the device is not open',
  retryable: true,
};
