// Instants in requests, at every door that takes one: what no clock shows is refused in words, and reaches no statement.

import { create } from '@bufbuild/protobuf';
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFilterInstant, readInstant } from '../../gateway/schemas/instants.ts';
import { BroadcastService } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { type Answer, sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ servesTwilio: true, servesSmsgate: true });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

const years = ['0000', '0001', '1969', '-000001', '-0001', '10000', '+010000', '+275760', '275760'];
const address = '+15005550006';

/** A request with the instant, for each field of a key's requests that takes one. */
const requests: Record<string, (at: string) => Promise<Answer>> = {
  'a text': (at) => stack.post('/api/v1/messages', account.key, { address, body: 'x', send_at: at }),
  'a text of a batch': (at) =>
    stack.post('/api/v1/messages/batch', account.key, { texts: [{ address, body: 'x', send_at: at }] }),
  'a dry run': (at) =>
    stack.post('/api/v1/messages', account.key, { address, body: 'x', send_at: at, dry_run: true }),
  'a reader': (at) =>
    stack.ask({ method: 'PUT', path: '/api/v1/consumers/reader', key: account.key, body: { at } }),
  "a reader's move": (at) => stack.post('/api/v1/consumers/reader/reset', account.key, { at }),
  "a webhook's move": (at) => stack.post('/api/v1/webhooks/reader/replay', account.key, { at }),
  "Twilio's send": (at) =>
    twilio(
      'POST',
      '',
      new URLSearchParams({ To: address, Body: 'x', ScheduleType: 'fixed', SendAt: at }).toString(),
    ),
  "Twilio's list": (at) => twilio('GET', `?DateSent=${encodeURIComponent(at)}`),
};

const twilio = (method: string, query: string, body?: string) =>
  sendRequest(stack.gateways[0]?.url ?? '', {
    method,
    path: `/2010-04-01/Accounts/${accountSid(account.id)}/Messages.json${query}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${accountSid(account.id)}:${account.key}`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body,
  });

test.each(Object.entries(requests))(
  '%s with an instant that no clock shows is refused with 400, in words',
  async (_, ask) => {
    for (const year of years) {
      const { status, text } = await ask(`${year}-01-01T00:00:00Z`);
      // What a batch refuses it says of each text.
      expect([year, status === 200 ? 400 : status]).toEqual([year, 400]);
      expect(text).toContain('must lie in the years 1970 to 9999');
    }
    expect((await ask('9999-12-31T23:59:59Z')).status).toBeLessThan(500);
    expect((await ask('1970-01-01T00:00:00Z')).status).toBeLessThan(500);
  },
);

test.each([readInstant, readFilterInstant])(
  'an instant beside the range is refused in words by %o',
  (read) => {
    for (const year of years)
      expect(() => read(`${year}-01-01T00:00:00Z`, 'from')).toThrow('from must lie in the years');
    expect(() => read('1969-12-31T23:59:59.999Z', 'from')).toThrow('must lie in the years');
    expect(() => read('9999-12-31T23:59:59-01:00', 'from')).toThrow('must lie in the years');
    expect(read('1970-01-01T00:00:00Z', 'from')).toMatchObject({ seconds: 0n, nanos: 0 });
    expect(read('9999-12-31T23:59:59.999Z', 'from')).toMatchObject({
      seconds: 253_402_300_799n,
      nanos: 999_000_000,
    });
  },
);

/** An instant as a service says it. */
const instant = (seconds: bigint, nanos = 0): Timestamp => create(TimestampSchema, { seconds, nanos });
const odd = [
  instant(-1n),
  instant(-62_135_596_800n),
  instant(-62_167_219_200n),
  instant(253_402_300_800n),
  instant(8_640_000_000_001n),
  instant(2n ** 63n - 1n),
  instant(-(2n ** 63n)),
  instant(0n, -1),
  instant(0n, 1_000_000_000),
];

test('over gRPC every such instant is an invalid argument', async () => {
  const { id: accountId } = account;
  const broadcasts = clientOf(BroadcastService, stack.core);
  const { broadcast } = await broadcasts.createBroadcast({ accountId, name: 'a', template: 'x' });
  const id = broadcast?.id ?? 0n;
  let number = 0;
  const calls: ((at: Timestamp) => Promise<unknown>)[] = [
    (sendAt) => stack.core.messages.sendMessages({ texts: [{ accountId, address, body: 'x', sendAt }] }),
    (sendAt) => stack.core.messages.previewMessages({ accountId, texts: [{ address, body: 'x', sendAt }] }),
    (from) => stack.core.messages.listMessages({ accountId, limit: 1, filter: { from } }),
    (to) => stack.core.messages.listMessages({ accountId, limit: 1, filter: { to } }),
    (sendAt) =>
      broadcasts.putBroadcastRecipients({
        accountId,
        id,
        recipients: [{ number: ++number, address, sendAt }],
      }),
    (sendAt) => broadcasts.startBroadcast({ accountId, id, sendAt }),
    (endsAt) => clientOf(KeyService, stack.core).createKey({ accountId, policy: { endsAt } }),
    (value) =>
      clientOf(SubscriptionService, stack.core).putConsumer({
        accountId,
        name: 'a',
        start: { position: { case: 'at', value } },
      }),
  ];
  for (const call of calls)
    for (const at of odd) {
      const refused = await call(at).then(
        (answered) =>
          JSON.stringify(answered, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        (error) => ConnectError.from(error).message,
      );
      expect(refused).toContain('must lie in the years 1970 to 9999');
    }
});
