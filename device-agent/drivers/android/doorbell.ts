// The small HTTP listener that the app's webhooks call. A call is only a hint, whoever makes it: the phone itself is
// then asked. With a signing key, a call that is old or not from the phone is refused.
//
// Sources: docs/features/webhooks.md (events, X-Signature = hex HMAC-SHA256 of body + X-Timestamp in seconds, answers of
// 2xx within 30 s or it is called again: 14 times over about two days, stamped anew each time).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { keepNewest } from '../../../runtime/listeners/keep_newest.ts';
import { LastAnswers } from '../../../runtime/listeners/last_answers.ts';
import { closed } from '../../../runtime/listeners/listening.ts';
import type { Log } from '../../../runtime/log.ts';
import { seldom } from '../../../runtime/seldom.ts';
import { isRecord } from './phone_api.ts';

/** A long text is some thousand characters. */
const maxEventBytes = 64 * 1024;
const mostConnections = 100;
/** Most requests of one connection, which may send them without waiting for the answers. */
const mostRequests = 100;
/** How far the stamp may be from the phone's time. */
const maxSkewMs = 300_000;
/** How often at most a refused call is logged, in milliseconds: anybody may call. */
const logPeriodMs = 10_000;

/** An event at the phone. */
export interface PhoneEvent {
  /** Such as sms:received. */
  event: string;
  payload: Record<string, unknown>;
  /** Whether a signing key proves that it is the phone's. */
  signed: boolean;
}

interface DoorbellOptions {
  listen: { host: string; port: number };
  signingKey: string | undefined;
  log: Log;
  /** The phone's clock. */
  phoneNowMs(): number;
  /** Returns whether the event was taken; else the phone comes again later. */
  onEvent(event: PhoneEvent): Promise<boolean>;
}

/** The listener. */
export class Doorbell {
  readonly #options: DoorbellOptions;
  readonly #server: Server;
  readonly #answers: LastAnswers;
  readonly #isTimeForALine: () => boolean;

  constructor(options: DoorbellOptions) {
    this.#options = options;
    this.#isTimeForALine = seldom(logPeriodMs, options.phoneNowMs);
    const bounds = {
      requestTimeout: 10_000,
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8 * 1024,
    };
    this.#server = createServer(bounds, (request, response) => void this.#answer(request, response));
    this.#answers = new LastAnswers(this.#server);
    this.#server.maxRequestsPerSocket = mostRequests;
    keepNewest(this.#server, mostConnections);
  }

  /** Resolves once it listens; rejects when the address cannot be had. */
  async open(): Promise<void> {
    const { host, port } = this.#options.listen;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    this.#server.on('error', () => this.#options.log.warn('the webhook listener has trouble'));
  }

  close(): void {
    void this.#answers.end(() => closed(this.#server), 0);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const status = await this.#judge(request).catch(() => 400);
    // The rest of a body that is too long is not read.
    if (status === 413) response.writeHead(413, { connection: 'close' }).end(() => request.destroy());
    else response.writeHead(status).end();
  }

  async #judge(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    const { signingKey } = this.#options;
    if (signingKey !== undefined && !this.#isGenuine(request, body, signingKey)) {
      if (this.#isTimeForALine())
        this.#options.log.warn('a webhook call without a valid, recent signature was refused');
      return 401;
    }
    const event = readEvent(body, signingKey !== undefined);
    if (event === undefined) return 400;
    return (await this.#options.onEvent(event)) ? 200 : 503;
  }

  #isGenuine({ headers }: IncomingMessage, body: Buffer, key: string): boolean {
    const stamp = String(headers['x-timestamp'] ?? '');
    const signature = String(headers['x-signature'] ?? '');
    if (!/^\d{1,12}$/.test(stamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false;
    const expected = createHmac('sha256', key).update(body).update(stamp).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return false;
    return Math.abs(this.#options.phoneNowMs() - Number(stamp) * 1_000) <= maxSkewMs;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxEventBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > maxEventBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function readEvent(body: Buffer, signed: boolean): PhoneEvent | undefined {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    if (!isRecord(read) || typeof read.event !== 'string') return undefined;
    return { event: read.event, payload: isRecord(read.payload) ? read.payload : {}, signed };
  } catch {
    return undefined;
  }
}
