// The driver of one Android phone: puts its rooms together and starts and stops them. What is known of the phone comes
// from asking it; what it calls us for only makes us ask sooner.
import { AgentFault, systemCode } from '../../fault.ts';
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
  /** Undefined: one, whichever the phone takes. */
  sims: readonly number[] | undefined;
  webhook: { listen: { host: string; port: number }; url: string | undefined } | undefined;
  signingKey: string | undefined;
}

interface Rooms {
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
  #rooms: Rooms | undefined;

  constructor(context: DriverContext, settings: AndroidSettings) {
    this.#context = context;
    this.#settings = settings;
    this.caps = {
      unit: 'message',
      // A submit ends with the app's state Sent: the network took all that was told of it.
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
    const rooms = this.#build(sink);
    signal.addEventListener('abort', () => release(rooms), { once: true });
    try {
      await rooms.doorbell?.open();
    } catch (error) {
      release(rooms);
      throw new AgentFault(`TEXTRELAY_AGENT_WEBHOOK_LISTEN cannot be listened on (${systemCode(error)})`);
    }
    this.#rooms = rooms;
    rooms.receipts.start();
    rooms.inbox.start();
    rooms.watch.start();
  }

  submit(job: DriverJob): Promise<Result> {
    if (this.#rooms === undefined)
      return Promise.resolve({
        kind: 'rejected',
        code: 'device_failed',
        detail: 'the phone is not open',
        retryable: true,
      });
    return this.#rooms.sender.submit(job);
  }

  /** The local server offers no way to delete a text of the inbox; it is only not offered again. */
  async ackInbound(inboundId: string): Promise<void> {
    this.#rooms?.inbox.done(inboundId);
  }

  health(): Health {
    const rooms = this.#rooms;
    if (rooms === undefined) return { problem: 'absent', detail: 'not open' };
    return rooms.watch.health;
  }

  async close(): Promise<void> {
    if (this.#rooms !== undefined) release(this.#rooms);
    this.#rooms = undefined;
  }

  #build(sink: Sink): Rooms {
    const { dir, journalId, clock, log } = this.#context;
    const { url, user, password, sims, webhook, signingKey } = this.#settings;
    if (url === undefined || user === undefined || password === undefined)
      throw new AgentFault(
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
    const rooms = this.#rooms;
    if (rooms === undefined) return;
    rooms.inbox.look(true);
    void this.#setUp(rooms);
  }

  async #setUp(rooms: Rooms): Promise<void> {
    const { journalId, clock, log } = this.#context;
    const { webhook } = this.#settings;
    const end = await setUpWebhooks(rooms.api, journalId, webhook && webhookUrl(webhook));
    if (rooms.aborter.signal.aborted || end === 'done') return;
    if (end === 'refused') {
      log.warn('the app refuses the webhook’s address, so the phone is only asked now and then; see doctor');
      return;
    }
    // While the phone is away nothing is tried: it is set up again when it is back.
    const again = () => {
      if (!rooms.aborter.signal.aborted && rooms.watch.facts !== undefined) void this.#setUp(rooms);
    };
    const cancel = clock.setTimeout(again, setUpAgainMs);
    rooms.aborter.signal.addEventListener('abort', cancel, { once: true });
  }

  async #take({ event, payload, signed }: PhoneEvent): Promise<boolean> {
    const rooms = this.#rooms;
    if (rooms === undefined) return false;
    if (event !== 'sms:received') {
      const id = String(payload.messageId);
      rooms.sender.ring(id);
      rooms.receipts.ring(id);
      return true;
    }
    if (rooms.inbox.isSupported !== false) {
      rooms.inbox.look(true);
      // Not yet known whether it can be looked up: the phone comes again.
      return rooms.inbox.isSupported === true;
    }
    return this.#takeText(rooms, payload, signed);
  }

  /** Versions without a list of received texts: the call itself is the text, so it must be the phone's. */
  async #takeText({ sink }: Rooms, payload: Record<string, unknown>, signed: boolean): Promise<boolean> {
    const { clock, log } = this.#context;
    if (!signed && !isLoopback(this.#settings.webhook?.listen.host)) {
      log.warn('a received text without a signature was not taken: set TEXTRELAY_AGENT_WEBHOOK_KEY');
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

/** Where the phone calls: on the same phone, the listener itself. */
export function webhookUrl({ listen, url }: NonNullable<AndroidSettings['webhook']>): string {
  return url ?? `http://${listen.host.includes(':') ? `[${listen.host}]` : listen.host}:${listen.port}/`;
}

export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(127\.|::1$|localhost$)/.test(host);
}

function release({ aborter, texts, watch, receipts, inbox, doorbell }: Rooms): void {
  watch.stop();
  receipts.stop();
  inbox.stop();
  doorbell?.close();
  aborter.abort();
  texts.release();
}
