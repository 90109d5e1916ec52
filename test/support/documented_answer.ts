// What is true of every answer of the public interface, whatever was asked (SPEC: Errors, Limits). Each
// answer that a test of the API receives passes through here.
import { expect } from 'vitest';
import type { Answer, Ask } from './http_client.ts';

/** The statuses that each code may come with. */
const statusesOf: Readonly<Record<string, readonly number[]>> = {
  invalid_api_key: [401],
  platform_key_scope: [403],
  not_found: [404],
  invalid_request: [400, 405, 408, 413, 415, 431],
  invalid_address: [400],
  unknown_plan: [400],
  no_subscription: [402],
  cap_reached: [402],
  no_plan: [402],
  no_route: [409],
  exempt_account: [409],
  rate_limited: [429],
  payment_error: [502],
  billing_disabled: [503],
  unavailable: [503],
};

/** The endpoints that need a key. */
const protectedEndpoints: readonly (readonly [method: string, path: RegExp])[] = [
  ['GET', /^\/api\/v1\/me$/],
  ['GET', /^\/api\/v1\/usage$/],
  ['GET', /^\/api\/v1\/accounts$/],
  ['POST', /^\/api\/v1\/plan$/],
  ['POST', /^\/api\/v1\/messages$/],
  ['GET', /^\/api\/v1\/messages$/],
  ['GET', /^\/api\/v1\/messages\/[^/]*$/],
  ['GET', /^\/api\/v1\/threads$/],
  ['GET', /^\/api\/v1\/threads\/[^/]*\/messages$/],
];

function isWellEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** True when the request reached an endpoint that needs a key. */
function isProtected({ method = 'GET', path }: Pick<Ask, 'method' | 'path'>): boolean {
  const bare = path.split('?', 1)[0] as string;
  return (
    isWellEncoded(bare) && protectedEndpoints.some(([verb, known]) => verb === method && known.test(bare))
  );
}

/** Fails the test unless the answer is one that the interface documents. `ask` is undefined for what is no HTTP. */
export function expectDocumented(ask: Pick<Ask, 'method' | 'path'> | undefined, answer: Answer): void {
  const { status, headers } = answer;
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie'])
    expect(headers[name]).toBeUndefined();
  // A key or a text is in nobody's cache, and nothing is taken for what it does not say it is.
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (ask === undefined || isProtected(ask)) expect(headers['cache-control']).toBe('no-store');
  if (ask?.method === 'HEAD') expect(answer.text).toBe('');
  else expectBody(answer);

  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer');
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  else expect(headers.allow).toBeUndefined();
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  else expect(headers['retry-after']).toBeUndefined();
  // One that its address was refused for has no key that would have an allowance.
  const isWrongKey = status === 429 && answer.json?.error.includes('with a wrong key');
  const passedTheDoor =
    ask !== undefined &&
    isProtected(ask) &&
    status !== 401 &&
    !isWrongKey &&
    answer.json?.code !== 'unavailable';
  if (passedTheDoor) {
    expect(headers['ratelimit-policy']).toBe('"key";q=120;w=60');
    expect(headers.ratelimit).toMatch(/^"key";r=(\d|[1-9]\d|1[01]\d);t=([1-9]|[1-5]\d|60)$/);
  } else {
    expect([headers.ratelimit, headers['ratelimit-policy']]).toEqual([undefined, undefined]);
  }
}

function expectBody({ status, text, json }: Answer): void {
  expect(text).not.toMatch(/\n\s+at |node:internal|node_modules/);
  expect(typeof json === 'object' && json !== null && !Array.isArray(json)).toBe(true);
  if (status === 200) {
    expect(json).not.toHaveProperty('code');
    return;
  }
  expect(Object.keys(json).sort()).toEqual(['code', 'error']);
  expect(json.error).toMatch(/^\S.*\S$/);
  expect(Object.keys(statusesOf)).toContain(json.code);
  expect(statusesOf[json.code]).toContain(status);
}
