// Carries one request to the company and finds out what became of it. If the company sends a text only once however
// often it is asked, a request whose answer was lost is repeated; otherwise the answer stays lost.
import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Clock } from '../../../../runtime/clock.ts';
import type { AnswerRule } from '../http_settings.ts';
import { judgeAnswer, type Verdict } from '../reading/answer_rules.ts';
import type { DocumentFormat } from '../reading/document.ts';
import { type Asked, ask, type CarrierRequest, type Peer } from './ask.ts';

/** How often one text is asked for, and the pause before each repeat, in milliseconds. */
const maxAsks = 3;
const pausesMs = [500, 2_000];

interface CourierOptions {
  clock: Clock;
  /** Of the request's address. */
  origin: URL;
  /** PEM; undefined: the system's authorities. */
  ca: string | undefined;
  window: number;
  /** 0: every request has its own connection. */
  keepAliveMs: number;
  /** For one request. */
  timeoutMs: number;
  isIdempotent: boolean;
  answers: readonly AnswerRule[];
  format: DocumentFormat;
}

/** A connection, or some, to one company. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #peer: Peer;
  readonly #closing = new AbortController();

  constructor(options: CourierOptions) {
    this.#options = options;
    this.#peer = openPeer(options);
  }

  /** Never throws. No repeat begins after `expiresAtMs`. */
  async carry(request: CarrierRequest, expiresAtMs: number): Promise<Verdict> {
    const { clock, isIdempotent } = this.#options;
    const first = this.#judge(await this.#ask(request));
    let last = first;
    for (let asks = 1; last.result.kind === 'unknown' && isIdempotent && asks < maxAsks; asks++) {
      await this.#pause(pausesMs[asks - 1] as number);
      if (this.#closing.signal.aborted || clock.nowMs() >= expiresAtMs) break;
      const next = this.#judge(await this.#ask(request));
      // Only an acceptance says for certain what became of the first request; a refusal may be about the repeat.
      last =
        next.result.kind === 'accepted' || next.result.kind === 'divided'
          ? next
          : { result: first.result, backoffMs: next.backoffMs ?? first.backoffMs };
    }
    return last;
  }

  /** Ends what is under way. Safe to call twice. */
  close(): void {
    this.#closing.abort();
    this.#peer.agent.destroy();
  }

  #ask(request: CarrierRequest): Promise<Asked> {
    const { clock, timeoutMs } = this.#options;
    return ask(this.#peer, request, { clock, timeoutMs, signal: this.#closing.signal });
  }

  #judge(asked: Asked): Verdict {
    const { answers, format, clock } = this.#options;
    if (asked.kind === 'answered') return judgeAnswer(asked, { answers, format, nowMs: clock.nowMs() });
    const { detail } = asked;
    if (asked.kind === 'lost') return { result: { kind: 'unknown', detail }, backoffMs: 0 };
    return { result: { kind: 'rejected', code: 'carrier_failed', detail, retryable: true }, backoffMs: 0 };
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { signal } = this.#closing;
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = this.#options.clock.setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    return promise;
  }
}

function openPeer({ origin, ca, window, keepAliveMs }: CourierOptions): Peer {
  const isSecure = origin.protocol === 'https:';
  // An address of IPv6 has brackets in a URL and nowhere else.
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  const keeping =
    keepAliveMs === 0
      ? { keepAlive: false }
      : { keepAlive: true, timeout: keepAliveMs, maxFreeSockets: window };
  const limits = { ...keeping, maxSockets: window, scheduling: 'lifo' as const };
  const agent = isSecure
    ? new SecureAgent({
        ...limits,
        minVersion: 'TLSv1.2',
        rejectUnauthorized: true,
        ...(ca !== undefined && { ca }),
      })
    : new PlainAgent(limits);
  return { isSecure, host, port: Number(origin.port) || (isSecure ? 443 : 80), agent };
}
