// GET /api/v1: the index names every endpoint, needs no key, and promises nothing that is not served.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const documented = [
  ['GET', '/api/v1/me', 'account_key'],
  ['GET', '/api/v1/usage', 'account_or_platform_key'],
  ['GET', '/api/v1/accounts', 'account_or_platform_key'],
  ['GET', '/api/v1/tiers', 'none'],
  ['POST', '/api/v1/plan', 'account_or_platform_key'],
  ['POST', '/api/v1/messages', 'account_key'],
  ['GET', '/api/v1/messages', 'account_key'],
  ['GET', '/api/v1/messages/{id}', 'account_key'],
  ['GET', '/api/v1/threads', 'account_key'],
  ['GET', '/api/v1/threads/{address}/messages', 'account_key'],
  ['GET', '/api/v1', 'none'],
];

test('the index has its documented fields and every documented endpoint, each with its kind of key', async () => {
  const { status, json } = await stack.get('/api/v1');
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual(['endpoints', 'guide', 'name', 'openapi', 'version']);
  expect(json).toMatchObject({ version: '1.2.0', openapi: '/api/v1/openapi.json', guide: '/llms.txt' });
  const listed = json.endpoints.map(({ method, path, auth }: Record<string, string>) => [method, path, auth]);
  for (const endpoint of documented) expect(listed).toContainEqual(endpoint);
  for (const endpoint of json.endpoints) {
    expect(Object.keys(endpoint).sort()).toEqual(['auth', 'method', 'path', 'summary']);
    expect(endpoint.summary).not.toBe('');
  }
});

test('every listed endpoint exists: without a key it answers or asks for one', async () => {
  const { json } = await stack.get('/api/v1');
  for (const { method, path, auth } of json.endpoints.filter(
    ({ path }: { path: string }) => path !== '/llms.txt',
  )) {
    const filled = path.replace('{id}', '1').replace('{address}', '+15005550006');
    const { status } = await stack.ask({ method, path: filled });
    expect([method, path, status]).toEqual([method, path, auth === 'none' ? 200 : 401]);
  }
});
