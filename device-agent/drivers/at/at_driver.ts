// The driver of one modem: gives each part to it once, and passes on what comes in. Whether a text may be given again
// is never decided here.

import { AgentError } from '../../agent_error.ts';
import type { Caps, Driver, DriverContext, DriverJob, Health, Result, Sink } from '../driver.ts';
import { listCandidates } from './candidates.ts';
import { Keeper } from './keeper.ts';
import { PinMemory } from './pin_memory.ts';
import { frameOf, notNow, submitFrame } from './submit_part.ts';

/** A submit that waited longer than this for its turn is not begun: its time must suffice for the network. */
const maxTurnWaitMs = 8_000;

/** A modem needs some seconds for a text, and has one line and one SIM. */
const atCaps: Caps = {
  unit: 'segment',
  sentMeans: 'network-ack',
  idempotent: false,
  receipts: 'per-segment',
  inbound: 'push',
  concurrency: 1,
  window: 10,
  submitTimeoutMs: 90_000,
  sims: [1],
};

/** The values of the driver's variables. */
export interface AtSettings {
  port: string | undefined;
  baud: number;
  pin: string | undefined;
  smsc: string | undefined;
}

/** The driver. */
export class AtDriver implements Driver {
  readonly caps = atCaps;
  readonly #context: DriverContext;
  readonly #settings: AtSettings;
  #keeper: Keeper | undefined;

  constructor(context: DriverContext, settings: AtSettings) {
    this.#context = context;
    this.#settings = settings;
  }

  /** Does not wait for the modem: while it is not ready, health() says so and texts wait. */
  async open(sink: Sink, signal: AbortSignal): Promise<void> {
    const { port, baud, pin, smsc } = this.#settings;
    if (port === undefined) throw new AgentError(await missingPort());
    const { dir, clock, log } = this.#context;
    const keeper = new Keeper({
      address: { port, baud },
      port,
      pin,
      hasSmsc: smsc !== undefined,
      pins: new PinMemory(dir),
      sink,
      clock,
      log,
    });
    this.#keeper = keeper;
    signal.addEventListener('abort', () => keeper.stop(), { once: true });
    keeper.start();
  }

  async submit(job: DriverJob): Promise<Result> {
    const keeper = this.#keeper;
    const ready = keeper?.ready;
    if (keeper === undefined || ready === undefined) return notNow('the modem is not ready').result;
    const { session, facts } = ready;
    const { clock } = this.#context;
    const frame = frameOf(job, facts, this.#settings.smsc);
    if ('result' in frame) return frame.result;
    const askedAtMs = clock.nowMs();
    const { result, reason } = await session.take(async () =>
      clock.nowMs() - askedAtMs > maxTurnWaitMs
        ? notNow('the modem was busy with something else')
        : submitFrame(session, facts, frame),
    );
    keeper.noteSubmit(result.kind === 'accepted' ? undefined : (reason ?? 'unsure'));
    return result;
  }

  async ackInbound(inboundId: string): Promise<void> {
    // A modem that is away is listed when it comes back; the text is then offered and acknowledged again.
    await this.#keeper?.inbox?.delete(inboundId);
  }

  health(): Health {
    return this.#keeper?.health ?? { problem: 'absent', detail: 'not open' };
  }

  async close(): Promise<void> {
    this.#keeper?.stop();
  }
}

async function missingPort(): Promise<string> {
  const found = await listCandidates();
  const seen = found.length === 0 ? 'no serial port is seen' : `ports that are seen: ${found.join(', ')}`;
  return `TEXTRELAY_AGENT_SERIAL_PORT: must name the modem's port (${seen})`;
}
