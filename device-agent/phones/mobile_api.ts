// The interface that the stock app expects of its cloud server, as far as the app uses it. It is the app's own, not ours: names,
// shapes and states are as the app writes and reads them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../runtime/clock.ts';
import { isRecord } from '../drivers/stock_app/is_record.ts';
import { isGenuine, readPhoneEvent } from '../drivers/stock_app/received.ts';
import { type Reported, readReported } from '../drivers/stock_app/reported.ts';
import type { StockAppDriver } from '../drivers/stock_app/stock_app_driver.ts';
import { knowsCancel, settingsFor, versionOf, wantedEvents } from './app_version.ts';
import { type EventStreams, mostStreams } from './event_streams.ts';
import type { Hub } from './hub.ts';
import type { Phone } from './phone.ts';
import { unnamed } from './phone_file.ts';
import { Refused } from './refused.ts';
import { parseJson, type RequestBodies } from './request_body.ts';

/** Of a phone that is paired. */
const bodyBytes = 1024 * 1024;
/** Of anybody, before it is known who it is. */
const openBodyBytes = 64 * 1024;
const mostReports = 10_000;
/** Requests of one phone that are being answered. */
const mostRequests = 16;

/** A request before its body is read. */
export interface MobileRequest {
  request: IncomingMessage;
  response: ServerResponse;
  /** POST /device, as it is after the base. */
  route: string;
  /** The address that the app reaches this interface at. */
  base: string;
  query: URLSearchParams;
  /** The phone's network address. */
  address: string;
}

/** An answer; undefined when it is being written already. */
type Answer = { status: number; body?: unknown } | undefined;

interface MobileApiOptions {
  hub: Hub;
  streams: EventStreams;
  bodies: RequestBodies;
  clock: Clock;
  /** A request has shown that it is a phone's. */
  onKnown(request: IncomingMessage): void;
}

type Handle = (asked: MobileRequest, phone: Phone) => Answer | Promise<Answer>;

/** The interface. */
export class MobileApi {
  readonly #options: MobileApiOptions;
  readonly #ofPhones: Readonly<Record<string, Handle>>;

  constructor(options: MobileApiOptions) {
    this.#options = options;
    this.#ofPhones = {
      'PATCH /device': (asked, phone) => this.#update(asked, phone),
      'GET /message': (asked, phone) => this.#list(asked, phone),
      'GET /messages': (asked, phone) => this.#list(asked, phone),
      'PATCH /message': (asked, phone) => this.#report(asked, phone),
      'PATCH /messages': (asked, phone) => this.#report(asked, phone),
      'GET /webhooks': (asked, phone) => this.#listWebhooks(asked, phone),
      'GET /settings': ({ request }, phone) => ({
        status: 200,
        body: settingsFor(versionNow(request, phone), options.hub.signingKeyOf(phone)),
      }),
      'GET /events': (asked, phone) => this.#stream(asked, phone),
      // Codes are made by the service, and there are no passwords.
      'PATCH /user/password': () => ({ status: 501, body: { message: 'there are no passwords' } }),
    };
  }

  /** Answers a request. Throws Refused. */
  async answer(asked: MobileRequest): Promise<Answer> {
    const { route, address, request } = asked;
    if (route === 'POST /device') return this.#pair(asked);
    if (route === 'GET /device') return { status: 200, body: { externalIp: address } };
    if (route === 'GET /user/code')
      return { status: 501, body: { message: 'codes are made in the console' } };
    const hook = /^POST \/hook\/([^/]{1,100})$/.exec(route)?.[1];
    if (hook !== undefined) return this.#takeCall(asked, hook);
    const handle = this.#ofPhones[route];
    if (handle === undefined) throw new Refused(404, 'there is nothing here');
    const token = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new Refused(401, 'this phone is not paired');
    const phone = this.#options.hub.byToken(token);
    this.#options.onKnown(request);
    // Whoever has the token has the answer to its code: from now on the code is nobody's.
    phone.note({ isTokenUsed: true });
    return this.#counted(phone, () => handle(asked, phone));
  }

  /** Streams do not count: their answer has begun. */
  async #counted(phone: Phone, work: () => Answer | Promise<Answer>): Promise<Answer> {
    if (phone.requests >= mostRequests) throw new Refused(429, 'too many requests at a time', 5);
    phone.requests += 1;
    try {
      return await work();
    } finally {
      phone.requests -= 1;
    }
  }

  async #pair({ request, address }: MobileRequest): Promise<Answer> {
    // The app's private token is the way for a phone that was at another server before: it holds the code then.
    const [, code] = /^(?:Code|Bearer) +([\d\s-]{1,40})$/i.exec(request.headers.authorization ?? '') ?? [];
    if (code === undefined) throw new Refused(401, 'a phone pairs by a code');
    const body = await this.#read(request, openBodyBytes);
    if (!isRecord(body)) throw new Refused(400, 'the body must be an object');
    const name = typeof body.name === 'string' ? body.name : '';
    // Cut to what the core accepts as a name.
    const model =
      Array.from(name.replace(/\p{Cc}/gu, ''))
        .slice(0, 100)
        .join('')
        .toWellFormed() || unnamed;
    const version = versionOf(request.headers['user-agent']);
    const fresh = { model, version, sims: simsOf(body) ?? [], isPushed: isPushed(body), address };
    const { phone, token } = await this.#options.hub.pair(code, fresh);
    return { status: 201, body: { id: phone.name, token, login: model } };
  }

  async #update({ request }: MobileRequest, phone: Phone): Promise<Answer> {
    const body = await this.#read(request);
    if (!isRecord(body)) throw new Refused(400, 'the body must be an object');
    if (body.id !== phone.name) throw new Refused(403, "this is not the token's phone");
    const sims = simsOf(body);
    phone.note({
      isPushed: isPushed(body),
      version: versionNow(request, phone),
      ...(sims && { sims }),
    });
    // The app says so at each of its starts, and seldom else.
    phone.driver?.restart();
    return { status: 204 };
  }

  async #list({ request, response, query }: MobileRequest, phone: Phone): Promise<Answer> {
    const driver = running(phone);
    const items = await driver.pull(knowsCancel(versionNow(request, phone)), () => !response.destroyed);
    response.once('close', () => {
      if (!response.writableFinished) driver.lost(items);
    });
    if (response.destroyed) driver.lost(items);
    return { status: 200, body: query.get('order') === 'lifo' ? items.toReversed() : items };
  }

  async #report({ request }: MobileRequest, phone: Phone): Promise<Answer> {
    const body = await this.#read(request);
    if (!Array.isArray(body)) throw new Refused(400, 'the body must be a list');
    if (body.length > mostReports) throw new Refused(413, `at most ${mostReports} states at a time`);
    const driver = running(phone);
    const reports = body.map(readReported).filter((reported): reported is Reported => reported !== undefined);
    await Promise.all(reports.map((reported) => driver.report(reported)));
    return { status: 204 };
  }

  #listWebhooks({ base }: MobileRequest, phone: Phone): Answer {
    const url = `${base}/hook/${this.#options.hub.hookOf(phone)}`;
    const hooks = wantedEvents.map((event) => ({
      id: `${phone.name}-${event.replace(':', '-')}`,
      url,
      event,
    }));
    return { status: 200, body: hooks };
  }

  #stream({ response }: MobileRequest, phone: Phone): Answer {
    const driver = running(phone);
    const stream = this.#options.streams.open(response, (ended) => {
      disconnect();
      phone.dropStream(ended);
    });
    const disconnect = driver.connect(stream);
    phone.addStream(stream, mostStreams);
    return undefined;
  }

  /** A call of the phone's: what it received, or how it is. Answered well only once that is in the journal. */
  async #takeCall({ request }: MobileRequest, hook: string): Promise<Answer> {
    const { hub, clock } = this.#options;
    const phone = hub.byHook(hook);
    if (phone === undefined) throw new Refused(404, 'there is nothing here');
    this.#options.onKnown(request);
    return this.#counted(phone, async () => {
      const body = await this.#options.bodies.read(request, openBodyBytes);
      const { 'x-timestamp': stamp, 'x-signature': signature } = request.headers;
      const signed = { stamp: String(stamp ?? ''), signature: String(signature ?? '') };
      if (!isGenuine(body, signed, hub.signingKeyOf(phone), clock.nowMs()))
        throw new Refused(401, 'the signature is wrong, or its time is not now');
      const event = readPhoneEvent(parseJson(body), clock.nowMs());
      if (event === undefined) throw new Refused(400, 'this is no event');
      const driver = running(phone);
      if (event.kind === 'ping') driver.noteBattery(event.battery);
      if (event.kind === 'received' && (await driver.receive(event.text)) === 'full')
        throw new Refused(503, 'too many texts wait; try again', 60);
      return { status: 204 };
    });
  }

  async #read(request: IncomingMessage, most = bodyBytes): Promise<unknown> {
    return parseJson(await this.#options.bodies.read(request, most));
  }
}

/** Throws Refused while the phone's agent does not run: the phone asks again, and does not take itself for unpaired. */
function running(phone: Phone): StockAppDriver {
  if (phone.driver === undefined) throw new Refused(503, 'the phone is being started; try again', 5);
  return phone.driver;
}

const versionNow = ({ headers }: IncomingMessage, phone: Phone) =>
  versionOf(headers['user-agent']) || phone.stored.version;

const isPushed = ({ pushToken }: Record<string, unknown>) =>
  typeof pushToken === 'string' && pushToken !== '';

/** The slots of the SIMs that the app names, in order; undefined when it says nothing of them. */
function simsOf({ simCards }: Record<string, unknown>): number[] | undefined {
  if (!Array.isArray(simCards)) return undefined;
  const slots = simCards.map((card: unknown) => (isRecord(card) ? Number(card.simNumber) : 0));
  return [...new Set(slots)].filter((slot) => Number.isInteger(slot) && slot >= 1 && slot <= 3).sort();
}
