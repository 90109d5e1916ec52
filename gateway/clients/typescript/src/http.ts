// One request and its answer, whole or not at all.
import type { Clock } from './clock.ts';
import { ApiError, ConnectionError, type ErrorCode } from './errors.ts';

export interface Call {
  method: string;
  /** From /api/v1 on, without a query. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: unknown;
  /** For this attempt. */
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
}

interface Answer {
  headers: Headers;
  json: unknown;
}

interface Service {
  baseUrl: string;
  key: string;
  /** For platform keys: the account that is meant. */
  account?: number | undefined;
  clock: Clock;
}

function urlOf(baseUrl: string, { path, query = {} }: Call): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value));
  return `${baseUrl.replace(/\/+$/, '')}${path}${words.size > 0 ? `?${words}` : ''}`;
}

/** Asks once. Throws ApiError for a refusal, and ConnectionError when no whole answer came. */
export async function ask({ baseUrl, key, account, clock }: Service, call: Call): Promise<Answer> {
  const controller = new AbortController();
  const end = () => controller.abort();
  const cancel = clock.after(call.timeoutSeconds * 1000, end);
  call.signal?.addEventListener('abort', end, { once: true });
  if (call.signal?.aborted) end();
  try {
    const response = await fetch(urlOf(baseUrl, call), {
      method: call.method,
      // A redirect would repeat the request elsewhere.
      redirect: 'error',
      signal: controller.signal,
      headers: {
        authorization: `Bearer ${key}`,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(account !== undefined && { 'x-svc-account': String(account) }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
    const { status, headers } = response;
    const text = await response.text();
    if (status >= 200 && status < 300) return { headers, json: JSON.parse(text) };
    throw refusalOf(status, headers, text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ConnectionError(describe(error), { cause: error });
  } finally {
    cancel();
    call.signal?.removeEventListener('abort', end);
  }
}

function describe(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}

function refusalOf(status: number, headers: Headers, text: string): ApiError {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  let body: { error?: unknown; code?: unknown; next?: unknown } = {};
  try {
    body = Object(JSON.parse(text));
  } catch {
    // A proxy's own page.
  }
  const code = typeof body.code === 'string' ? (body.code as ErrorCode) : 'unknown';
  const message = typeof body.error === 'string' ? body.error : `status ${status}`;
  return new ApiError(message, code, status, {
    retryAfterSeconds: after >= 0 ? after : undefined,
    next: typeof body.next === 'string' ? body.next : undefined,
  });
}
