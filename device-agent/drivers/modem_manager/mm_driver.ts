// The driver of a modem that ModemManager looks after: gives it each text once, and passes on what comes in. Whether a
// text may be given again is never decided here.
import { PinMemory } from '../at/pin_memory.ts';
import type { Caps, Driver, DriverContext, DriverJob, Health, Result, Sink } from '../driver.ts';
import { Inbox } from './inbox.ts';
import { Keeper, type ReadyModem } from './keeper.ts';
import { type Refusal, refusalOf } from './refusal.ts';

/** How long the network may take for all parts; less than submitTimeoutMs. */
const sendTimeoutMs = 240_000;

const caps: Caps = {
  // It splits texts by itself, and asks for a report on the last part only.
  unit: 'message',
  sentMeans: 'network-ack',
  idempotent: false,
  receipts: 'last-segment',
  inbound: 'poll',
  concurrency: 1,
  window: 10,
  submitTimeoutMs: 270_000,
  sims: [1],
};

/** The values of the driver's variables. */
export interface MmSettings {
  modem: string | undefined;
  pin: string | undefined;
  bus: string;
}

/** The driver. */
export class MmDriver implements Driver {
  readonly caps = caps;
  readonly #context: DriverContext;
  readonly #settings: MmSettings;
  readonly #closer = new AbortController();
  readonly #sending = new Set<string>();
  #keeper: Keeper | undefined;
  #inbox: Inbox | undefined;
  /** Between making a text and knowing its path, no text may be taken for an old one. */
  #isMaking = false;

  constructor(context: DriverContext, settings: MmSettings) {
    this.#context = context;
    this.#settings = settings;
  }

  /** Does not wait for the modem: while it is not ready, health() says so and texts wait. */
  async open(sink: Sink, agentSignal: AbortSignal): Promise<void> {
    const { dir, clock, log } = this.#context;
    const inbox = new Inbox(sink, clock, log);
    this.#inbox = inbox;
    this.#keeper = new Keeper({
      ...this.#settings,
      pins: new PinMemory(dir),
      clock,
      log,
      signal: AbortSignal.any([agentSignal, this.#closer.signal]),
      onMessages: async (daemon, modem, messages) => {
        if (!this.#isMaking) await inbox.look(daemon, modem, messages, (path) => this.#sending.has(path));
      },
    });
    void this.#keeper.live();
  }

  async submit(job: DriverJob): Promise<Result> {
    const ready = this.#keeper?.ready;
    if (ready === undefined)
      return { kind: 'rejected', code: 'device_failed', detail: 'the modem is not ready', retryable: true };
    let path: string;
    this.#isMaking = true;
    try {
      path = await ready.daemon.createSms(ready.path, job.address, job.body);
      this.#sending.add(path);
    } catch (error) {
      return this.#refuse(refusalOf(error, 'create'));
    } finally {
      this.#isMaking = false;
    }
    try {
      return await this.#send(ready, path, job);
    } finally {
      await ready.daemon.deleteSms(ready.path, path).catch(() => undefined);
      this.#sending.delete(path);
    }
  }

  async ackInbound(inboundId: string): Promise<void> {
    // When the modem is away it is offered again, and acknowledged again.
    await this.#inbox?.delete(inboundId).catch(() => undefined);
  }

  health(): Health {
    return this.#keeper?.health ?? { problem: 'absent', detail: 'not open' };
  }

  async close(): Promise<void> {
    this.#closer.abort();
  }

  async #send({ daemon }: ReadyModem, path: string, job: DriverJob): Promise<Result> {
    try {
      await daemon.sendSms(path, sendTimeoutMs);
    } catch (error) {
      return this.#refuse(refusalOf(error, isSurelyOne(job) ? 'send_one' : 'send_many'));
    }
    this.#keeper?.noteModem();
    const reference = await daemon.readSms(path).then(
      (sms) => sms.reference,
      () => -1,
    );
    return { kind: 'accepted', refs: [reference < 0 ? null : String(reference)] };
  }

  #refuse({ result, kind }: Refusal): Result {
    const detail = result.kind === 'accepted' ? '' : result.detail;
    if (kind === 'no_network' || kind === 'no_sim') this.#keeper?.noteModem(kind, detail);
    if (kind === 'pin') this.#keeper?.noteModem('pin_required', detail);
    if (kind === 'denied') this.#keeper?.noteModem('unauthorized', detail);
    return result;
  }
}

/** In doubt it is long: characters of the extension table take two places. */
const isSurelyOne = ({ body, encoding }: DriverJob) => body.length <= (encoding === 'gsm7' ? 80 : 70);
