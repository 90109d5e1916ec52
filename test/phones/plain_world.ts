// The smallest service that keeps every promise, in memory. It shows that a story passes with it, and that the judge finds
// each promise that a test makes it break. It shares no code with the product.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EachTest } from '../simulation/each_test.ts';
import type { StockPhone } from '../support/stock_phone/stock_phone.ts';
import type { PublicText, World } from './world.ts';

/** Promises that a test can make it break. */
export type Breach =
  | 'renames'
  | 'forgets'
  | 'repeats'
  | 'answers first'
  | 'gives up'
  | 'embellishes'
  | 'lists abroad';

interface PlainText extends PublicText {
  id: string;
  phone: number;
  isKnown: boolean;
  listedAtMs: number | undefined;
}

interface PlainPhone {
  id: string;
  token: string;
  code: string;
  key: string;
  streams: Set<ServerResponse>;
}

const rank = ['queued', 'sending', 'sent', 'delivered'];
const hookEvents = ['sms:received'];
const validMs = 3_600_000;
/** A text without a report for this long ends as unknown. */
const longestMs = 10 * 60_000;

export class PlainWorld implements World {
  readonly clock: EachTest['clock'];
  readonly parts = { hub: { kill: () => this.#kill(), start: () => this.#start() } };
  readonly #time: EachTest;
  readonly #breach: Breach | undefined;
  readonly #phones: PlainPhone[] = [];
  readonly #texts: PlainText[] = [];
  readonly #inbound = new Map<string, PublicText>();
  #server: Server | undefined;
  #port = 0;
  #received = 0;

  private constructor(time: EachTest, breach: Breach | undefined) {
    this.#time = time;
    this.clock = time.clock;
    this.#breach = breach;
  }

  static async start(time: EachTest, breach?: Breach): Promise<PlainWorld> {
    const world = new PlainWorld(time, breach);
    await world.#start();
    return world;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/m`;
  }

  async pair(phone: StockPhone): Promise<void> {
    const [id, token, key] = [randomUUID(), randomUUID(), randomUUID()];
    const code = String(1_000_000_000 + this.#phones.length);
    this.#phones.push({ id, token, key, code, streams: new Set() });
    await this.#time.during(phone.pair(code));
  }

  async send({ address, body, phone }: { address: string; body: string; phone: number }): Promise<void> {
    this.#texts.push({
      ...{ direction: 'out', address, body, status: 'queued', failure: null },
      ...{ id: randomUUID(), phone, isKnown: false, listedAtMs: undefined },
    });
    for (const stream of this.#phones[phone]?.streams ?? [])
      stream.write('event: MessageEnqueued\ndata: null\n\n');
  }

  async texts(): Promise<PublicText[]> {
    const beforeMs = this.clock.nowMs() - longestMs;
    for (const text of this.#texts)
      if (text.status === 'sending' && Number(text.listedAtMs) < beforeMs) this.#end(text, 'outcome_unknown');
    return [...this.#texts, ...this.#inbound.values()];
  }

  pass(duration: string | number): Promise<void> {
    return this.#time.run(duration);
  }

  stop(): Promise<void> {
    return this.#kill();
  }

  async #start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
  }

  async #kill(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    for (const text of this.#texts) {
      if (text.status !== 'sending') continue;
      if (this.#breach === 'renames') text.id = randomUUID();
      if (this.#breach === 'forgets') text.isKnown = true;
      if (this.#breach === 'lists abroad') text.phone = (text.phone + 1) % this.#phones.length;
      if (this.#breach !== 'forgets') text.isKnown = false;
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const { pathname } = new URL(request.url ?? '/', 'http://plain');
    const [, hookOf] = /^\/hook\/(\d+)$/.exec(pathname) ?? [];
    if (hookOf !== undefined) {
      response.writeHead(this.#takeHook(Number(hookOf), request, text)).end();
      return;
    }
    const call = `${request.method} ${pathname.replace(/^\/m/, '')}`;
    const [scheme, secret] = (request.headers.authorization ?? '').split(' ');
    const at = this.#phones.findIndex(({ code, token }) => secret === (scheme === 'Code' ? code : token));
    const phone = this.#phones[at];
    if (!phone) json(response, 401, { message: 'no' });
    else if (call === 'GET /events') this.#stream(phone, response);
    else this.#call(call, at, phone, text, response);
  }

  #call(call: string, at: number, phone: PlainPhone, text: string, response: ServerResponse): void {
    switch (call) {
      case 'POST /device':
        return json(response, 201, { id: phone.id, token: phone.token, login: 'PLAIN' });
      case 'GET /message':
        return json(response, 200, this.#list(at));
      case 'GET /webhooks': {
        const url = `http://127.0.0.1:${this.#port}/hook/${at}`;
        return json(
          response,
          200,
          hookEvents.map((event) => ({ id: `${event}-${at}`, event, url })),
        );
      }
      case 'GET /settings':
        return json(response, 200, { webhooks: { signing_key: phone.key } });
      case 'PATCH /message':
        for (const report of JSON.parse(text)) this.#takeReport(at, report);
    }
    response.writeHead(204).end();
  }

  #stream(phone: PlainPhone, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    phone.streams.add(response);
    response.on('close', () => phone.streams.delete(response));
  }

  #list(at: number): object[] {
    const nowMs = this.clock.nowMs();
    const due = this.#texts.filter((text) => text.phone === at && this.#isListed(text, nowMs));
    return due.slice(0, 100).map((text) => {
      text.listedAtMs ??= nowMs;
      if (text.status === 'queued') text.status = 'sending';
      if (this.#breach === 'gives up' && nowMs - text.listedAtMs > 2_000) this.#end(text, 'expired_in_queue');
      return {
        id: text.id,
        phoneNumbers: [text.address],
        textMessage: { text: text.body },
        state: 'Pending',
        validUntil: new Date(text.listedAtMs + validMs).toISOString(),
        createdAt: new Date(text.listedAtMs).toISOString(),
      };
    });
  }

  /** Lists a text until it is reported, and then every quarter of an hour until it has ended. */
  #isListed({ isKnown, status, listedAtMs }: PlainText, nowMs: number): boolean {
    if (status === 'failed' || status === 'delivered') return false;
    if (!isKnown) return true;
    return this.#breach !== 'forgets' && nowMs - Number(listedAtMs) > 30_000;
  }

  #takeReport(at: number, report: { id: string; recipients: { state: string; error?: string }[] }): void {
    const text = this.#texts.find(({ id, phone }) => id === report.id && phone === at);
    const [recipient] = report.recipients;
    if (!text || !recipient) return;
    text.isKnown = true;
    const { state, error = '' } = recipient;
    if (state === 'Failed') {
      const isSure = /^(TTL expired|Can't send message|sendSMS:|Send result:)/.test(error);
      if (this.#breach === 'embellishes') this.#raise(text, 'sent');
      else this.#end(text, isSure ? 'rejected_by_network' : 'outcome_unknown');
    } else if (state === 'Sent' || state === 'Delivered') this.#raise(text, state.toLowerCase());
  }

  #raise(text: PlainText, status: string): void {
    const isOpen = text.failure === null || text.failure === 'outcome_unknown';
    if (isOpen && rank.indexOf(status) > rank.indexOf(text.status))
      Object.assign(text, { status, failure: null });
  }

  #end(text: PlainText, failure: string): void {
    if (text.status === 'sent' || text.status === 'delivered') return;
    Object.assign(text, { status: 'failed', failure });
  }

  #takeHook(at: number, request: IncomingMessage, text: string): number {
    const phone = this.#phones[at] as PlainPhone;
    const made = createHmac('sha256', phone.key)
      .update(text + request.headers['x-timestamp'])
      .digest();
    const given = Buffer.from(String(request.headers['x-signature']), 'hex');
    if (made.length !== given.length || !timingSafeEqual(made, given)) return 401;
    const { id, payload } = JSON.parse(text);
    this.#received += 1;
    if (this.#breach === 'answers first' && this.#received % 4 === 0) return 204;
    const name =
      this.#breach === 'repeats'
        ? `${id}/${this.#received}`
        : `${at}/${payload.messageId}/${payload.message}`;
    const { sender: address, message: body } = payload;
    this.#inbound.set(name, { direction: 'in', address, body, status: 'received', failure: null });
    return 204;
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
