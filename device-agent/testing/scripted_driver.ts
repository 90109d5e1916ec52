// A driver whose answers a test gives by hand, or by a function.
import type { Caps, Driver, DriverJob, DriverKind, Health, Result, Sink } from '../drivers/driver.ts';

/** A submit that waits for its answer. */
export interface OpenSubmit {
  job: DriverJob;
  answer(result: Result): void;
}

/** The driver, and its own entry in a registry. */
export class ScriptedDriver implements Driver, DriverKind {
  readonly name = 'scripted';
  readonly summary = 'answers as a test says';
  readonly variables = {};
  readonly caps: Caps;
  /** Every submit so far, in order. */
  readonly submits: OpenSubmit[] = [];
  sink: Sink | undefined;
  healthNow: Health = { detail: 'scripted' };
  /** Answers at once when set. */
  answerAll: ((job: DriverJob) => Result) | undefined;

  constructor(caps: Partial<Caps> = {}) {
    this.caps = {
      unit: 'segment',
      sentMeans: 'network-ack',
      idempotent: false,
      receipts: 'per-segment',
      inbound: 'push',
      concurrency: 2,
      window: 10,
      submitTimeoutMs: 30_000,
      sims: [1],
      ...caps,
    };
  }

  create(): Driver {
    return this;
  }

  async open(sink: Sink): Promise<void> {
    this.sink = sink;
  }

  submit(job: DriverJob): Promise<Result> {
    const result = this.answerAll?.(job);
    return new Promise((resolve) => {
      this.submits.push({ job, answer: resolve });
      if (result !== undefined) resolve(result);
    });
  }

  async diagnose(): Promise<void> {}

  async ackInbound(_inboundId?: string): Promise<void> {}

  health(): Health {
    return this.healthNow;
  }

  async close(): Promise<void> {}
}
