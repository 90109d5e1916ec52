// One HTTP exchange with the phone, with a deadline and a bound on the answer. It distinguishes what matters to a text:
// the request certainly never reached the phone, was answered, or nobody can know. It retries nothing.
import type { Clock } from '../../../runtime/clock.ts';

/** An answer that is longer is not read. A page of 100 received texts is far below. */
const maxAnswerBytes = 2 * 1024 * 1024;

/** How an exchange ended. */
export type Exchange =
  /** `body` is the parsed JSON, undefined when it is none. */
  | { kind: 'answer'; status: number; body: unknown; dateMs: number | undefined; total: number | undefined }
  /** No connection came about: the request certainly did not leave. */
  | { kind: 'not_sent'; why: NotSent }
  /** The request may have arrived. */
  | { kind: 'no_answer'; why: 'timeout' | 'broken' | 'too_long' };

/** Why no connection came about. */
export type NotSent = 'refused' | 'unreachable' | 'unknown_host' | 'certificate';

/** A request. */
interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
}

const notSentCodes = new Map<string, NotSent>([
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['UND_ERR_CONNECT_TIMEOUT', 'unreachable'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
]);

/** Makes the exchange. Never throws; when `signal` aborts it ends as no_answer. */
export async function exchange(call: Call, clock: Clock, signal: AbortSignal): Promise<Exchange> {
  if (signal.aborted) return { kind: 'no_answer', why: 'broken' };
  const aborter = new AbortController();
  let late = false;
  const cancel = clock.setTimeout(() => {
    late = true;
    aborter.abort();
  }, call.timeoutMs);
  const stop = () => aborter.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await fetch(call.url, {
      method: call.method,
      redirect: 'manual',
      headers: {
        ...call.headers,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: aborter.signal,
    });
    const text = await readBounded(response);
    if (text === undefined) return { kind: 'no_answer', why: 'too_long' };
    return {
      kind: 'answer',
      status: response.status,
      body: parse(text),
      dateMs: numberOf(Date.parse(response.headers.get('date') ?? '')),
      total: numberOf(Number(response.headers.get('x-total-count') ?? Number.NaN)),
    };
  } catch (error) {
    const why = notSentCodes.get(codeOf(error));
    if (why !== undefined) return { kind: 'not_sent', why };
    return { kind: 'no_answer', why: late ? 'timeout' : 'broken' };
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
}

async function readBounded(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > maxAnswerBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numberOf = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** fetch hides the system's code behind a TypeError. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
