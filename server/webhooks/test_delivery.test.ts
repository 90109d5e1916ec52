// Tests of endpoints that hang: who sends many of them keeps nobody else from testing.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import {
  type FormatRules,
  type WebhookFormat,
  webhookFormats,
} from '../domain/subscriptions/webhook_format.ts';
import { newWebhookSecret } from '../domain/subscriptions/webhook_signature.ts';
import type { EndpointClient } from './endpoint_client.ts';
import { createFormats } from './formats/formats.ts';
import { createTestDelivery } from './test_delivery.ts';

const { clock } = simulateEachTest();

const secrets = {
  ...{ url: 'https://shop.example/', secret: newWebhookSecret() },
  ...{ previousSecret: null, previousUntilMs: null, format: 'standard' as const, withBody: true },
};

test('16 accounts whose tests hang leave a place for the test of another one, and an account has 4 at most', async () => {
  const client = { post: () => new Promise<never>(() => undefined) };
  const deliver = createTestDelivery(client, createFormats({ reply: async () => null }), clock);
  const refused: bigint[] = [];
  const start = (accountId: bigint) =>
    deliver(accountId, secrets, null).catch(() => {
      refused.push(accountId);
    });
  for (let count = 0; count < 5; count += 1) void start(1n);
  await Promise.resolve();
  expect(refused).toEqual([1n]);
  for (let round = 0; round < 4; round += 1)
    for (let account = 2n; account <= 16n; account += 1n) void start(account);
  void start(17n);
  await Promise.resolve();
  expect(refused).toContain(2n);
  expect(refused).not.toContain(17n);
});

test('an endpoint is tried with each type that its format has words for, and sees words only where it may', async () => {
  const bodies: string[] = [];
  const post: EndpointClient['post'] = async ({ body }) => {
    bodies.push(body);
    return { status: 200, error: null, answer: '', tookMs: 1, retryAfter: undefined };
  };
  const deliver = createTestDelivery({ post }, createFormats({ reply: async () => null }), clock);
  for (const withBody of [true, false])
    for (const [format, { types }] of Object.entries(webhookFormats) as [WebhookFormat, FormatRules][])
      for (const type of types) {
        await deliver(1n, { ...secrets, format, withBody }, type);
        const body = bodies.pop() as string;
        const said =
          format === 'twilio' ? /MessageStatus=delivered|SmsStatus=received/ : new RegExp(`"${type}"`);
        expect([format, type, body]).toEqual([format, type, expect.stringMatching(said)]);
        expect([type, /This(\+| )is/.test(body)]).toEqual([type, withBody && hasWords(format, type)]);
      }
});

/** Words are in what was received, and in our own format in what is sent as well. */
const hasWords = (format: WebhookFormat, type: string) =>
  /received$/.test(type) || (format === 'standard' && type === 'text.updated');
