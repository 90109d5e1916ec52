// A phone with the app, on a real socket, under a test's clock. Its radio's own log says what was really sent, and how
// often. Texts go out by themselves unless a fate says otherwise; webhooks are posted, signed, as the app does.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppReceived, AppState, type AppText, type RadioLine } from './app_state.ts';
import { type FaultAction, type GatewayFault, GatewayFaults } from './gateway_faults.ts';
import { type AppTraits, answerCall } from './gateway_routes.ts';
import { callWebhook, type Forgery } from './webhook_call.ts';

/** What becomes of a text that is queued. */
export type Fate =
  | { kind: 'delivered' }
  /** No receipt comes, until deliver() is called. */
  | { kind: 'sent' }
  /** The radio took it and says nothing yet, until settle() is called. */
  | { kind: 'processed' }
  /** The app holds it back, until work() is called. */
  | { kind: 'held' }
  /** The app says so; whether the radio had sent it or not. */
  | { kind: 'failed'; error: string; leaves?: boolean; times?: number };

/** What a gateway is made with. */
export interface GatewayOptions {
  clock: { nowMs(): number };
  traits?: Partial<AppTraits>;
  /** How far its clock is ahead. */
  aheadMs?: number;
  signingKey?: string;
}

/** The credentials it takes. */
export const phoneUser = 'sms';
export const phonePassword = 'password-that-nobody-may-see';

const defaultTraits: AppTraits = {
  version: '1.60.0',
  answers409: true,
  listsInbox: true,
  refusesPrivate: false,
  takesHttp: false,
  battery: 80,
  charging: 1,
  online: true,
  sims: [1, 2],
  limitPeriod: 'Disabled',
};

/** The phone. */
export class AndroidGateway {
  readonly traits: AppTraits;
  readonly faults = new GatewayFaults();
  /** What its radio sent. */
  readonly radio: RadioLine[] = [];
  /** All calls, in order, such as "POST /message". */
  readonly calls: string[] = [];
  /** How the webhooks were answered, in order. */
  readonly webhookAnswers: number[] = [];
  password = phonePassword;
  aheadMs: number;
  state = new AppState('device-1');
  readonly #options: GatewayOptions;
  readonly #fates = new Map<string, Fate>();
  #defaultFate: Fate = { kind: 'delivered' };
  #server: Server | undefined;
  #port = 0;

  private constructor(options: GatewayOptions) {
    this.#options = options;
    this.traits = { ...defaultTraits, ...options.traits };
    this.aheadMs = options.aheadMs ?? 0;
  }

  /** A phone on a free port. */
  static async start(options: GatewayOptions): Promise<AndroidGateway> {
    const gateway = new AndroidGateway(options);
    await gateway.plug();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The phone's clock. */
  readonly nowMs = (): number => this.#options.clock.nowMs() + this.aheadMs;

  setFate(address: string, fate: Fate): void {
    this.#fates.set(address, fate);
  }

  setDefaultFate(fate: Fate): void {
    this.#defaultFate = fate;
  }

  planFault(fault: GatewayFault): void {
    this.faults.plan(fault);
  }

  /** The phone is gone: connections break, and none can be made. */
  async unplug(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  /** The phone is back, at the same address. */
  async plug(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** The app is installed anew: all of its data is gone. */
  wipe(): void {
    this.state = new AppState(`device-${randomUUID()}`);
  }

  /** The app looks at what it held back: sent, or failed when its time is over. */
  work(): void {
    for (const text of this.state.texts.values()) if (text.state === 'Pending') this.#send(text, undefined);
  }

  /** The network answers what was processed. */
  settle(): void {
    for (const text of this.state.texts.values()) {
      if (text.state !== 'Processed') continue;
      this.#move(text, 'Sent');
    }
  }

  /** Receipts come for all that is sent. */
  deliver(): void {
    for (const text of this.state.texts.values()) if (text.state === 'Sent') this.#move(text, 'Delivered');
  }

  /** A receipt says that it failed. */
  fail(error = 'Delivery result from SC +12063130004: 70'): void {
    for (const text of this.state.texts.values())
      if (text.state === 'Sent' || text.state === 'Delivered') this.#move(text, 'Failed', error);
  }

  /** A text is received; it is in the app's list unless only a webhook reports it. */
  receive({ sender = '+15557654321', text, sim = 1, atMs }: Received): AppReceived {
    const createdAtMs = atMs ?? this.nowMs();
    const whole = `${sender} ${text} ${createdAtMs}`;
    const id = `text:${createHmac('sha256', 'id').update(whole).digest().readInt32BE()}`;
    const received: AppReceived = { id, sender, text, createdAtMs, sim };
    this.state.received.push(received);
    const receivedAt = new Date(createdAtMs).toISOString();
    const payload = { messageId: id, phoneNumber: sender, sender, message: text, simNumber: sim, receivedAt };
    this.emit('sms:received', payload);
    return received;
  }

  /** Posts an event to all webhooks for it. */
  emit(event: string, payload: Record<string, unknown>): void {
    for (const webhook of this.state.webhooks.values())
      if (webhook.event === event) void this.call(webhook.url, { event, payload, webhookId: webhook.id });
  }

  /** Calls a webhook, signed as the app does unless `forge` says otherwise. Resolves with the status, 0 for none. */
  async call(url: string, event: Record<string, unknown>, forge: Forgery = {}): Promise<number> {
    const signer = { key: this.#options.signingKey, nowMs: this.nowMs() };
    const status = await callWebhook(url, { deviceId: this.state.deviceId, ...event }, signer, forge);
    this.webhookAnswers.push(status);
    return status;
  }

  async close(): Promise<void> {
    this.faults.release();
    await this.unplug();
  }

  #send(text: AppText, fate: Fate | undefined): void {
    if (text.validUntilMs !== undefined && text.validUntilMs < this.nowMs()) {
      this.#move(text, 'Failed', 'TTL expired');
      return;
    }
    if (fate?.kind === 'held') return;
    if (fate?.kind === 'failed') {
      const leaves = fate.leaves ?? false;
      if (fate.times !== undefined && --fate.times <= 0) this.#fates.delete(text.address);
      if (leaves) this.#radiate(text);
      this.#move(text, 'Failed', fate.error);
      return;
    }
    this.#radiate(text);
    this.#move(text, 'Processed');
    if (fate?.kind === 'processed') return;
    this.#move(text, 'Sent');
    if (fate?.kind !== 'sent') this.#move(text, 'Delivered');
  }

  #radiate({ id, address, text, sim }: AppText): void {
    this.radio.push({ id, address, text, sim });
  }

  #move(text: AppText, state: AppText['state'], error: string | null = null): void {
    if (!this.state.move(text.id, state, this.nowMs(), error)) return;
    const event = webhookOf.get(state);
    const { id: messageId, address: phoneNumber, sim } = text;
    const payload = { messageId, phoneNumber, recipient: phoneNumber, simNumber: sim ?? null };
    if (event !== undefined) this.emit(event, { ...payload, ...(error === null ? {} : { reason: error }) });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const url = new URL(request.url ?? '/', 'http://phone');
    const call = `${request.method} ${url.pathname}`;
    this.calls.push(call);
    if (await this.#strike(this.faults.take('before', call), request, response)) return;
    const expected = `Basic ${Buffer.from(`${phoneUser}:${this.password}`).toString('base64')}`;
    const answer = answerCall(
      {
        state: this.state,
        traits: this.traits,
        nowMs: this.nowMs,
        onQueued: (text) => this.#send(text, this.#fates.get(text.address) ?? this.#defaultFate),
      },
      {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        authorized: request.headers.authorization === expected,
        body: chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8')),
      },
    );
    if (await this.#strike(this.faults.take('after', call), request, response)) return;
    response.setHeader('date', new Date(this.nowMs()).toUTCString());
    if (answer.total !== undefined) response.setHeader('x-total-count', answer.total);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }

  /** Returns whether the call ends with it. */
  async #strike(
    action: FaultAction | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    if (action === undefined) return false;
    if (action === 'hold') await this.faults.hold();
    if (action === 'hold') return false;
    if (typeof action === 'object' && 'call' in action) {
      action.call();
      return false;
    }
    if (action === 'silence') return true;
    if (action === 'cut') request.socket.destroy();
    else if (action === 'garbage') response.end('<html>no</html>');
    else if (action === 'flood') response.end('x'.repeat(3 * 1024 * 1024));
    else if (action === 'half') {
      response.writeHead(200, { 'content-length': 500 });
      response.write('{"id":', () => request.socket.destroy());
    } else response.writeHead(action.status).end('{}');
    return true;
  }
}

/** A received text of a test. */
export interface Received {
  sender?: string;
  text: string;
  sim?: number | null;
  /** When the network stamped it, by the phone's clock. */
  atMs?: number;
}

const webhookOf = new Map<string, string>([
  ['Sent', 'sms:sent'],
  ['Delivered', 'sms:delivered'],
  ['Failed', 'sms:failed'],
]);
