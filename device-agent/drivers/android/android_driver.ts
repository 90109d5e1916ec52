// The driver of one Android phone: puts its parts together and starts and stops them. Everything known about the phone
// comes from asking it; its calls only make us ask sooner.
import { AgentError, systemCode } from '../../agent_error.ts';
import type { Caps, Driver, DriverContext, DriverJob, Health, Result, Sink } from '../driver.ts';
import { Doorbell, type PhoneEvent } from './doorbell.ts';
import { Inbox, nameOfReceived, offer } from './inbox.ts';
import { OpenTexts } from './open_texts.ts';
import { PhoneApi, readInbox } from './phone_api.ts';
import { Receipts } from './receipts.ts';
import { patienceMs, Sender } from './sender.ts';
import { Watch } from './watch.ts';
import { setUpWebhooks } from './webhook_setup.ts';

/** Between two tries to register the webhooks at a phone that is there. */
const setUpAgainMs = 60_000;

/** The values of the driver's variables. */
export interface AndroidSettings {
  url: string | undefined;
  user: string | undefined;
  password: string | undefined;
  /** Undefined: one SIM, which the phone chooses. */
  sims: readonly number[] | undefined;
  webhook: { listen: { host: string; port: number }; url: string | undefined } | undefined;
  signingKey: string | undefined;
}

interface Parts {
  aborter: AbortController;
  sink: Sink;
  api: PhoneApi;
  texts: OpenTexts;
  watch: Watch;
  sender: Sender;
  receipts: Receipts;
  inbox: Inbox;
  doorbell: Doorbell | undefined;
}

/** The driver. */
export class AndroidDriver implements Driver {
  readonly caps: Caps;
  readonly #context: DriverContext;
  readonly #settings: AndroidSettings;
  #parts: Parts | undefined;
  #hasWarned = false;

  constructor(context: DriverContext, settings: AndroidSettings) {
    this.#context = context;
    this.#settings = settings;
    this.caps = {
      unit: 'message',
      // A submit ends with the app's state Sent: the network took all parts of it.
      sentMeans: 'network-ack',
      idempotent: true,
      receipts: 'message',
      inbound: 'poll',
      concurrency: 4,
      window: 20,
      submitTimeoutMs: patienceMs + 10_000,
      sims: settings.sims ?? [1],
    };
  }

  /** Does not wait for the phone: while it is away, health() says so and texts wait. */
  async open(sink: Sink, signal: AbortSignal): Promise<void> {
    const parts = this.#build(sink);
    signal.addEventListener('abort', () => release(parts), { once: true });
    try {
      await parts.doorbell?.open();
    } catch (error) {
      release(parts);
      throw new AgentError(`TEXTRELAY_AGENT_WEBHOOK_LISTEN cannot be listened on (${systemCode(error)})`);
    }
    this.#parts = parts;
    parts.receipts.start();
    parts.inbox.start();
    parts.watch.start();
  }

  submit(job: DriverJob): Promise<Result> {
    if (this.#parts === undefined)
      return Promise.resolve({
        kind: 'rejected',
        code: 'device_failed',
        detail: 'the phone is not open',
        retryable: true,
      });
    return this.#parts.sender.submit(job);
  }

  /** The local server cannot delete a text from the inbox; the text is only not offered again. */
  async ackInbound(inboundId: string): Promise<void> {
    this.#parts?.inbox.done(inboundId);
  }

  health(): Health {
    const parts = this.#parts;
    if (parts === undefined) return { problem: 'absent', detail: 'not open' };
    return parts.watch.health;
  }

  async close(): Promise<void> {
    if (this.#parts !== undefined) release(this.#parts);
    this.#parts = undefined;
  }

  #build(sink: Sink): Parts {
    const { dir, journalId, clock, log } = this.#context;
    const { url, user, password, sims, webhook, signingKey } = this.#settings;
    if (url === undefined || user === undefined || password === undefined)
      throw new AgentError(
        'TEXTRELAY_AGENT_PHONE_URL, TEXTRELAY_AGENT_PHONE_USER and TEXTRELAY_AGENT_PHONE_PASSWORD: must be given; the app shows them under Local Server',
      );
    const aborter = new AbortController();
    const { signal } = aborter;
    const api = new PhoneApi({ url, user, password, clock, signal });
    const texts = new OpenTexts(dir, journalId, clock.nowMs());
    const watch = new Watch({ api, clock, log, signal, onReady: () => this.#ready() });
    const isReachable = () => watch.facts !== undefined;
    const sender: Sender = new Sender({
      api,
      texts,
      watch,
      clock,
      signal,
      choosesSim: sims !== undefined,
      onOpen: (text) => receipts.track(text),
    });
    const receipts = new Receipts({
      api,
      texts,
      sink,
      clock,
      log,
      signal,
      isReachable,
      isBusy: (id) => sender.isBusy(id),
    });
    const inbox = new Inbox({ api, texts, sink, clock, log, signal, isReachable });
    const doorbell =
      webhook &&
      new Doorbell({
        listen: webhook.listen,
        signingKey,
        log,
        phoneNowMs: () => clock.nowMs() + api.offsetMs,
        onEvent: (event) => this.#take(event),
      });
    return { aborter, sink, api, texts, watch, sender, receipts, inbox, doorbell };
  }

  #ready(): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.inbox.look(true);
    void this.#setUp(parts);
  }

  async #setUp(parts: Parts): Promise<void> {
    const { journalId, clock, log } = this.#context;
    const { webhook } = this.#settings;
    const end = await setUpWebhooks(parts.api, journalId, webhook && webhookUrl(webhook));
    if (parts.aborter.signal.aborted || end === 'done') return;
    if (end === 'refused') {
      log.warn('the app refuses the webhook’s address, so the phone is only asked now and then; see doctor');
      return;
    }
    // While the phone is away nothing is tried: it is set up again when it is back.
    const again = () => {
      if (!parts.aborter.signal.aborted && parts.watch.facts !== undefined) void this.#setUp(parts);
    };
    const cancel = clock.setTimeout(again, setUpAgainMs);
    parts.aborter.signal.addEventListener('abort', cancel, { once: true });
  }

  async #take({ event, payload, signed }: PhoneEvent): Promise<boolean> {
    const parts = this.#parts;
    if (parts === undefined) return false;
    if (event !== 'sms:received') {
      const id = String(payload.messageId);
      parts.sender.ring(id);
      parts.receipts.ring(id);
      return true;
    }
    if (parts.inbox.isSupported !== false) {
      parts.inbox.look(true);
      // Not yet known whether it can be looked up: the phone comes again.
      return parts.inbox.isSupported === true;
    }
    return this.#takeText(parts, payload, signed);
  }

  /** Versions without a list of received texts: the call itself is the text, so it must be the phone's. */
  async #takeText({ sink }: Parts, payload: Record<string, unknown>, signed: boolean): Promise<boolean> {
    const { clock, log } = this.#context;
    if (!signed && !isLoopback(this.#settings.webhook?.listen.host)) {
      // Anybody may call, so that it is said once.
      if (!this.#hasWarned)
        log.warn('a received text without a signature was not taken: set TEXTRELAY_AGENT_WEBHOOK_KEY');
      this.#hasWarned = true;
      return false;
    }
    const { messageId, phoneNumber, sender, message, receivedAt, simNumber } = payload;
    const row = { id: messageId ?? '', sender: sender ?? phoneNumber, contentPreview: message };
    const [text] = readInbox([{ ...row, createdAt: receivedAt, simNumber }]) ?? [];
    if (text === undefined) return true;
    const receivedAtMs = Math.min(clock.nowMs(), text.createdAtMs);
    const named = { inboundId: nameOfReceived(text), address: text.sender, body: text.text, receivedAtMs };
    return (await offer(sink, named)) === 'stored';
  }
}

/** The address that the phone calls. On the same phone that is the listener itself. */
export function webhookUrl({ listen, url }: NonNullable<AndroidSettings['webhook']>): string {
  return url ?? `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}/`;
}

export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(127\.|::1$|localhost$)/.test(host);
}

function release({ aborter, texts, watch, receipts, inbox, doorbell }: Parts): void {
  watch.stop();
  receipts.stop();
  inbox.stop();
  doorbell?.close();
  aborter.abort();
  texts.release();
}
