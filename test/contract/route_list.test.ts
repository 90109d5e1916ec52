// Nothing is served that is not on a list (OWASP API9): what the server really routes is the document, the index, and
// a short list of pages for people and calls of the payment provider and of carriers.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Interface } from '../support/described/interface.ts';
import { startDescribed } from '../support/described/start_described.ts';

/** Served, but no part of the interface. */
const besides = [
  'GET /',
  'GET /.well-known/api-catalog',
  'GET /accounts',
  'GET /accounts/*',
  'GET /assets/{name}',
  'GET /after-payment',
  'GET /confirm-email',
  'GET /approve-text',
  'GET /forgot-password',
  'GET /new-password',
  'GET /favicon.ico',
  'GET /invitation',
  'GET /me',
  'GET /operator/*',
  'GET /sign-in',
  'GET /sign-up',
  'GET /billing/return',
  'GET /docs',
  'GET /docs/{name}',
  'GET /sandbox/checkout/{id}',
  'GET /skills/textrelay/SKILL.md',
  'GET /webhooks/carriers/{name}/{hook}',
  'POST /hooks/{account}/{name}',
  'POST /hooks/{name}',
  'POST /mcp',
  'POST /mcp/',
  'POST /sandbox/checkout/{id}',
  'POST /webhooks/carriers/{name}/{hook}',
  'POST /webhooks/stripe',
];

/** A GET that does something, which HEAD must not: a carrier's call, and reading as a consumer, which takes its lease. */
const acting = ['GET /webhooks/carriers/{name}/{hook}', 'GET /api/v1/consumers/{name}/messages'];

const routed: string[] = [];
let url: string;
let described: Interface;
let stop: () => Promise<void>;

/** Fastify itself reports each route, so that none can be added past our own table. */
function listen(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    // Only there to be answered with 405.
    if (route.config?.isRefused) return;
    for (const method of [route.method].flat())
      routed.push(`${method} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  ({ url, described, stop } = await startDescribed());
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => stop());

test('what is routed is what is documented, and the list of what is not', () => {
  const documented = described.operations.map(({ method, path }) => `${method} ${path}`);
  const promised = Object.values(described.document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => !operation['x-extension']);
  expect(promised.length).toBe(13);
  // The console's change with its pages; each is documented, like any other.
  const ofConsole = described.consoleOperations.map(({ method, path }) => `${method} ${path}`);
  const listed = [...documented, ...ofConsole, ...besides];
  // HEAD asks for what GET answers, except where a GET does something.
  const heads = listed
    .filter((line) => line.startsWith('GET ') && !acting.includes(line))
    .map((line) => line.replace('GET', 'HEAD'));
  expect(routed.toSorted()).toEqual([...listed, ...heads].toSorted());
});

test('the index lists what is documented, in the same words', async () => {
  const answer = await fetch(`${url}/api/v1`);
  const { endpoints } = (await answer.json()) as {
    endpoints: { method: string; path: string; auth: string; summary: string }[];
  };
  const shown = endpoints.map(({ method, path, auth, summary }) => [method, path, auth !== 'none', summary]);
  const documented = described.operations.map(({ method, path, isProtected }) => {
    const { summary } = described.document.paths[path]?.[method.toLowerCase()] ?? {};
    return [method, path, isProtected, summary];
  });
  expect(shown.map(String).toSorted()).toEqual(documented.map(String).toSorted());
});
