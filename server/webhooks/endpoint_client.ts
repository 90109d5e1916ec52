// Requests to customers' endpoints, which may be anything: slow, endless, somewhere they must not be. The address is judged
// when the connection is made; nothing is followed, little is read, and every request ends in its time.
import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import type { Clock } from '../../runtime/clock.ts';
import { type EndpointPolicy, isAllowedAddress, notAllowed } from '../app/subscriptions/address_policy.ts';
import { checkEndpointUrl } from '../app/subscriptions/endpoint_url.ts';
import { failureSentence } from '../domain/subscriptions/delivery_failure.ts';
import { Refusal } from '../errors.ts';

/** How long an endpoint may take, in milliseconds. */
const requestTimeoutMs = 15_000;
/** How long a connection may take, names and TLS included: one that is given up beside its request stays open so long. */
const connectTimeoutMs = 5_000;
/** How long the body of an answer is waited for once its status is there, in milliseconds. */
const bodyTimeoutMs = 1_000;
/** As much of an answer's body is kept, in bytes. */
const keptBytes = 256;
/** As much of it is read, so that the connection can be used again. */
const readBytes = 16 * 1024;
const dnsTimeoutMs = 5_000;

/** The answer of an endpoint. */
export interface EndpointAnswer {
  /** The HTTP status; null when none came. */
  status: number | null;
  /** Why it is no acknowledgement; null for one. */
  error: string | null;
  /** The first bytes of the body. */
  answer: string;
  /** The whole body of an acknowledgement, where it was asked for; null for one that is longer than that. */
  words?: string | null;
  tookMs: number;
  /** The header Retry-After. */
  retryAfter: string | undefined;
}

interface EndpointRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** As much of the answer's body is read whole, in bytes; left out where it is not needed. */
  answerBytes?: number;
  /** Ends the request before its time. */
  signal?: AbortSignal;
}

/** Finds the addresses of a name. */
type Resolve = (hostname: string) => Promise<string[]>;

export interface EndpointClient {
  /** Sends a request. Never rejects. */
  post(request: EndpointRequest): Promise<EndpointAnswer>;
  close(): Promise<void>;
}

/** Asks name servers, on no thread that others need; where internal networks are allowed, as the machine does. */
function resolverFor({ allowedNetworks }: EndpointPolicy): Resolve {
  if (allowedNetworks)
    return (hostname) =>
      new Promise((resolve, reject) =>
        systemLookup(hostname, { all: true }, (error, found) =>
          error ? reject(error) : resolve(found.map(({ address }) => address)),
        ),
      );
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
}

class AddressRefused extends Error {}

/** A lookup that gives out allowed addresses only. */
function guardedLookup(policy: EndpointPolicy, resolve: Resolve): LookupFunction {
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    const found = await resolve(hostname);
    if (found.length === 0) throw new Error('the name has no address');
    const allowed = found.filter((address) => isAllowedAddress(address, policy));
    if (allowed.length === 0) throw new AddressRefused(failureSentence('address_not_public', notAllowed));
    return allowed.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return (hostname, options, callback) => {
    find(hostname).then(
      (all) => {
        const [first] = all as [LookupAddress];
        if (options.all) callback(null, all);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

/** One sentence about what went wrong; it never holds an address or anything of the request. */
function describe(error: unknown, isOver: boolean): string {
  if (isOver) return failureSentence('no_answer', `${requestTimeoutMs / 1000} seconds`);
  if (error instanceof AddressRefused || error instanceof Refusal) return error.message;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof AddressRefused) return cause.message;
  if (code?.startsWith('ERR_TLS') || /CERT|SELF_SIGNED|SSL|EPROTO|UNABLE_TO/.test(code ?? ''))
    return failureSentence('tls_failed', String(code));
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return failureSentence('no_connection', `${connectTimeoutMs / 1000} seconds`);
  return failureSentence('connection_failed', code ? `: ${code}` : '');
}

/** The first bytes of an answer, printable. */
const printable = (bytes: Buffer): string =>
  bytes
    .subarray(0, keptBytes)
    .toString('latin1')
    .replace(/[^\t\n\r\x20-\x7e]/g, '?');

async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let read = 0;
  for await (const part of body) {
    if (read < keptBytes) parts.push(part.subarray(0, keptBytes - read));
    read += part.length;
    if (read >= readBytes) break;
  }
  return printable(Buffer.concat(parts));
}

/** A body to its end; `words` is null for one that is longer than `most` bytes. Throws where it breaks off. */
async function readWhole(body: AsyncIterable<Buffer>, most: number) {
  const parts: Buffer[] = [];
  let read = 0;
  for await (const part of body) {
    parts.push(part);
    read += part.length;
    if (read > most) return { answer: printable(Buffer.concat(parts)), words: null };
  }
  const whole = Buffer.concat(parts);
  return { answer: printable(whole), words: whole.toString('utf8') };
}

/** Words that are needed may take as long as the answer, which the caller bounds; others are hardly waited for. */
async function readAnswer(
  body: AsyncIterable<Buffer>,
  most: number | undefined,
  { clock, abort }: { clock: Clock; abort: () => void },
) {
  if (most !== undefined) return readWhole(body, most);
  const cancel = clock.setTimeout(abort, bodyTimeoutMs);
  const answer = await readBody(body).catch(() => '');
  cancel();
  return { answer };
}

/** Opens a client. `resolve` finds addresses of names; name servers are asked when it is left out. */
export function openEndpointClient(
  clock: Clock,
  policy: EndpointPolicy,
  resolve: Resolve = resolverFor(policy),
): EndpointClient {
  const agent = new Agent({
    connect: { lookup: guardedLookup(policy, resolve), timeout: connectTimeoutMs },
    // One request a connection, and bounds that are known: HTTP/2 has others, and gains nothing here.
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
  });

  const send = async ({ url, headers, body }: EndpointRequest, signal: AbortSignal) => {
    // An address that was allowed when it was set may not be allowed any more.
    checkEndpointUrl(url, policy);
    const target = new URL(url);
    return agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      headers: { ...headers, 'user-agent': 'Textrelay-Webhooks' },
      body,
      signal,
    });
  };

  return {
    async post(request) {
      const startMs = clock.nowMs();
      const over = new AbortController();
      const abort = () => over.abort();
      request.signal?.addEventListener('abort', abort);
      let isOver = false;
      const cancel = clock.setTimeout(() => {
        isOver = true;
        abort();
      }, requestTimeoutMs);
      const tookMs = () => Math.max(clock.nowMs() - startMs, 0);
      try {
        const response = await send(request, over.signal);
        const { statusCode: status } = response;
        const isTaken = status >= 200 && status < 300;
        const said = await readAnswer(response.body, isTaken ? request.answerBytes : undefined, {
          clock,
          abort,
        });
        response.body.on('error', () => undefined).destroy();
        return {
          status,
          error: isTaken ? null : failureSentence('endpoint_answered', String(status)),
          ...said,
          tookMs: tookMs(),
          retryAfter: [response.headers['retry-after']].flat()[0],
        };
      } catch (error) {
        return {
          status: null,
          error: describe(error, isOver),
          answer: '',
          tookMs: tookMs(),
          retryAfter: undefined,
        };
      } finally {
        cancel();
        request.signal?.removeEventListener('abort', abort);
      }
    },
    close: () => agent.destroy(),
  };
}
