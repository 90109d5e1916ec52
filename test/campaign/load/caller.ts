// A client's HTTP: one request, its answer or that there was none, and what everybody's answers were like.
import { Agent, request } from 'node:http';
import type { Timeline } from '../timeline.ts';
import type { Key, Tenant } from '../world/tenant.ts';

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  key: Key;
  tenant: Tenant;
  body?: unknown;
  /** Longest wait for the whole answer, in milliseconds. */
  timeoutMs?: number;
  /** Ends the request. */
  signal?: AbortSignal;
  /** Cuts the connection once so many bytes of the answer are there. */
  cancelAfterBytes?: number;
  /** Codes of refusals that are right at this place. */
  expects?: readonly string[];
}

export interface Answer {
  /** 0: there was none. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the judges find out.
  json: any;
  startedMs: number;
  endedMs: number;
  gateway: number;
  /** From the header, in seconds; 0 without it. */
  retryAfterS: number;
}

/** An answer that nobody should get. */
export interface Oddity {
  atMs: number;
  tenant: string;
  gateway: number;
  path: string;
  status: number;
  body: string;
}

/** A request that nobody answered as asked, though its client waited for it. */
export interface Unanswered {
  atMs: number;
  tenant: string;
  gateway: number;
  path: string;
  /** 0: there was no answer. */
  status: number;
}

/** A key that answered when it should not. */
export interface RevokedUse {
  tenant: string;
  path: string;
  revokedMs: number;
  startedMs: number;
  endedMs: number;
  messages: number;
}

const defaultTimeoutMs = 30_000;
/** A revoked key counts nowhere after this, in milliseconds; a request that is held ends as soon. */
const revokedAfterMs = 1_500;
const heldAfterMs = 3_000;
/** What a well-formed request of a good key may be answered with while something is wrong. */
const usual = new Set([0, 200, 429, 502, 503, 504]);

export class Caller {
  readonly oddities: Oddity[] = [];
  readonly revokedUses: RevokedUse[] = [];
  readonly unanswered: Unanswered[] = [];
  readonly statuses = new Map<string, number>();
  /** When requests that were answered 200 began and ended, in the order of their answers. */
  readonly successes: { startedMs: number; endedMs: number }[] = [];
  /** When keys were revoked, by their secret. */
  readonly revoked = new Map<string, number>();
  readonly #ports: readonly number[];
  readonly #agents: Agent[];
  /** Gateways that get no new requests. */
  readonly #out = new Set<number>();
  readonly #timeline: Timeline;

  constructor(ports: readonly number[], timeline: Timeline) {
    this.#ports = ports;
    this.#timeline = timeline;
    this.#agents = ports.map(keptAlive);
  }

  get gateways(): number {
    return this.#ports.length;
  }

  /** Gives the gateway no new requests, as a load balancer does; those under way go on. */
  takeOut(gateway: number): void {
    this.#out.add(gateway);
  }

  /** Gives it requests again, on new connections. */
  takeIn(gateway: number): void {
    this.#agents[gateway] = keptAlive();
    this.#out.delete(gateway);
  }

  /** Asks a gateway, or the next one while it is out. Never throws. */
  async ask(wanted: number, ask: Ask): Promise<Answer> {
    const gateway = this.#out.has(wanted) ? (wanted + 1) % this.#ports.length : wanted;
    const startedMs = this.#timeline.nowMs();
    const { status, text, retryAfterS } = await this.#exchange(gateway, ask);
    const endedMs = this.#timeline.nowMs();
    const answer: Answer = { status, json: parse(text), startedMs, endedMs, gateway, retryAfterS };
    this.#note(ask, answer, text);
    return answer;
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #note(ask: Ask, answer: Answer, text: string): void {
    const { tenant, path, key, cancelAfterBytes, expects, signal } = ask;
    const { status, startedMs, endedMs, gateway } = answer;
    const name = `${tenant.role} ${status}${answer.json?.code ? ` ${answer.json.code}` : ''}`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    if (status === 200 && cancelAfterBytes === undefined) this.successes.push({ startedMs, endedMs });
    if ((status === 0 && cancelAfterBytes === undefined && signal === undefined) || status >= 500)
      this.unanswered.push({ atMs: endedMs, tenant: tenant.name, gateway, path, status });
    const revokedMs = this.revoked.get(key.secret);
    if (revokedMs !== undefined) {
      const messages = answer.json?.messages?.length ?? 0;
      const isAskedLate = startedMs > revokedMs + revokedAfterMs;
      const isHeldLate =
        endedMs > revokedMs + heldAfterMs && messages > 0 && !this.#isHeldUp(revokedMs, endedMs);
      if (status === 200 && (isAskedLate || isHeldLate))
        this.revokedUses.push({ tenant: tenant.name, path, revokedMs, startedMs, endedMs, messages });
      return;
    }
    const isCapReached = status === 402 && tenant.role === 'capped' && answer.json?.code === 'cap_reached';
    if (usual.has(status) || isCapReached || expects?.includes(answer.json?.code)) return;
    this.oddities.push({
      atMs: endedMs,
      tenant: tenant.name,
      gateway,
      path,
      status,
      body: text.slice(0, 300),
    });
  }

  /** Whether an answer that was given in time may have been held up on its way. */
  #isHeldUp(fromMs: number, toMs: number): boolean {
    return this.#timeline
      .between(fromMs - revokedAfterMs, toMs)
      .some(({ kind }) => /^(freeze|slow|stop_amid|half_open)_(core|gateway)/.test(kind));
  }

  #exchange(
    gateway: number,
    { method = 'GET', path, key, body, timeoutMs = defaultTimeoutMs, signal, cancelAfterBytes }: Ask,
  ): Promise<{ status: number; text: string; retryAfterS: number }> {
    return new Promise((resolve) => {
      const nothing = () => resolve({ status: 0, text: '', retryAfterS: 0 });
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.#ports[gateway] as number,
          method,
          path,
          agent: this.#agents[gateway] as Agent,
          headers: {
            authorization: `Bearer ${key.secret}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
        },
        (response) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          response.on('data', (piece: Buffer) => {
            pieces.push(piece);
            bytes += piece.length;
            if (cancelAfterBytes !== undefined && bytes >= cancelAfterBytes) response.destroy();
          });
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(pieces).toString('utf8'),
              retryAfterS: Number(response.headers['retry-after'] ?? 0) || 0,
            }),
          );
          response.on('error', nothing);
          response.on('close', nothing);
        },
      );
      sent.on('error', nothing);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

const keptAlive = () => new Agent({ keepAlive: true, maxFreeSockets: 64 });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
