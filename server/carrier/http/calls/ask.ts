// One request to the company, and what is certain about its outcome. Nothing is written before the connection stands,
// and a TLS connection only once its certificate was accepted: whatever fails until then certainly did not leave. From
// the first byte on, only a whole answer says anything.
import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../../../runtime/clock.ts';

/** Longest answer that is read, in bytes. */
export const maxAnswerBytes = 64 * 1024;

/** A request, ready to be written. */
export interface CarrierRequest {
  method: string;
  /** With its query; percent-encoded. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

/** The address of requests. */
export interface Peer {
  isSecure: boolean;
  host: string;
  port: number;
  agent: Agent;
}

export type Asked =
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: Uint8Array }
  /** Certainly nothing left. */
  | { kind: 'unsent'; detail: string }
  /** It may have arrived. */
  | { kind: 'lost'; detail: string };

interface AskOptions {
  clock: Clock;
  /** For everything, connecting included. */
  timeoutMs: number;
  /** Ends it early. */
  signal: AbortSignal;
}

/** Asks once. Never throws. */
export function ask(
  peer: Peer,
  request: CarrierRequest,
  { clock, timeoutMs, signal }: AskOptions,
): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>();
  let isWritten = false;
  let hasEnded = false;
  let call: ClientRequest | undefined;

  const end = (asked: Asked) => {
    if (hasEnded) return;
    hasEnded = true;
    cancelTimeout();
    signal.removeEventListener('abort', onAbort);
    if (asked.kind !== 'answered') call?.destroy();
    resolve(asked);
  };
  const fail = (unsent: string, lost: string) =>
    end(isWritten ? { kind: 'lost', detail: lost } : { kind: 'unsent', detail: unsent });
  const onAbort = () => fail('the carrier closes', 'the carrier was closed before it was answered');
  const cancelTimeout = clock.setTimeout(
    () => fail('the carrier could not be connected to in time', 'the carrier did not answer in time'),
    timeoutMs,
  );
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) {
    onAbort();
    return promise;
  }

  const write = () => {
    if (hasEnded) return;
    isWritten = true;
    call?.end(request.body ?? undefined);
  };
  try {
    call = (peer.isSecure ? requestSecurely : requestPlainly)({
      agent: peer.agent,
      host: peer.host,
      port: peer.port,
      method: request.method,
      path: request.path,
      headers: request.headers,
      setDefaultHeaders: true,
    });
  } catch {
    fail('the request cannot be expressed in HTTP', '');
    return promise;
  }
  call.on('error', (error: NodeJS.ErrnoException) =>
    fail(describeConnectError(error), 'the connection broke before the carrier answered'),
  );
  call.on('close', () => fail('the connection broke', 'the connection ended before the carrier answered'));
  call.on('socket', (socket) => whenOpen(socket, write));
  call.on('response', (response) => readAnswer(response, end));
  return promise;
}

/** Calls back once the connection stands; at once for one that was used before. */
function whenOpen(socket: Socket, write: () => void): void {
  if (socket instanceof TLSSocket) {
    if (socket.authorized) write();
    else socket.once('secureConnect', write);
  } else if (socket.connecting) {
    socket.once('connect', write);
  } else {
    write();
  }
}

function readAnswer(response: IncomingMessage, end: (asked: Asked) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxAnswerBytes) end({ kind: 'lost', detail: 'the answer of the carrier is too long' });
    else chunks.push(chunk);
  });
  response.on('end', () => {
    const { statusCode = 0, headers } = response;
    end({ kind: 'answered', status: statusCode, headers, body: Buffer.concat(chunks) });
  });
  response.on('error', () => end({ kind: 'lost', detail: 'the answer of the carrier broke off' }));
}

/** A sentence for a connection that was not made: the system's own words would name an address. */
function describeConnectError({ code = '' }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'the carrier refuses connections';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return "the carrier's host name cannot be resolved";
  if (/CERT|SIGNATURE|ALTNAME|ISSUER/.test(code)) return "the carrier's certificate is not to be trusted";
  return 'the carrier could not be connected to';
}
