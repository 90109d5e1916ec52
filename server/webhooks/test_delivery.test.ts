// Tests of endpoints that hang: who sends many of them keeps nobody else from testing.
import { expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { newWebhookSecret } from '../domain/webhook_signature.ts';
import { createFormats } from './formats/formats.ts';
import { createTestDelivery } from './test_delivery.ts';

const secrets = {
  ...{ url: 'https://shop.example/', secret: newWebhookSecret() },
  ...{ previousSecret: null, previousUntilMs: null, format: 'standard' as const },
};

test('16 accounts whose tests hang leave a place for the test of another one, and an account has 4 at most', async () => {
  const client = { post: () => new Promise<never>(() => undefined) };
  const deliver = createTestDelivery(client, createFormats({ reply: async () => null }), new ManualClock());
  const refused: bigint[] = [];
  const start = (accountId: bigint) =>
    deliver(accountId, secrets).catch(() => {
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
