// Which requests the format smsgate makes of a text's changes.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type ChangedText, nothingKnown } from '../../store/messages/read_messages.ts';
import { eventOf } from '../event.ts';
import type { Endpoint } from './format.ts';
import { createSmsgateFormat } from './smsgate.ts';

const secret = 'a-key-of-16-or-more';
const endpoint = (event: string, withBody = true): Endpoint => ({
  ...{ accountId: 1n, name: 'hook', url: 'https://shop.example/texts', secret, types: [event], withBody },
  ...{ previousSecret: null, previousUntilMs: null, isFirstOfFormat: true },
});

const text = (fields: Partial<ChangedText>): ChangedText => ({
  ...nothingKnown,
  ...{ accountId: 1n, id: 7n, seq: 9n, direction: 'out', status: 'queued', route: 'device' },
  ...{ address: '+15005550006', addressNorm: '+15005550006', body: 'Hello', segments: 2, encoding: 'gsm7' },
  ...{ clientRef: 'smsgate:m:1', createdAtMs: 1_000, identity: 'i', deviceId: 3n, sim: 1 },
  ...fields,
});
const sent = text({ status: 'sent', sentAtMs: 2_000 });
const delivered = text({ status: 'delivered', sentAtMs: 2_000, deliveredAtMs: 3_000 });
const failed = text({ status: 'failed', error: 'device_failed: no', steps: 'h1500 d3.1\nf1800 |no\n' });
const cancelled = text({ status: 'failed', error: 'cancelled: by its account' });
const received = text({ direction: 'in', status: 'received', clientRef: null, ownNumber: '+15005550100' });
const all = {
  queued: text({}),
  sending: text({ status: 'sending' }),
  sent,
  delivered,
  failed,
  cancelled,
  received,
};

test.each([
  ['sms:received', ['received']],
  ['sms:sent', ['sent', 'delivered']],
  ['sms:delivered', ['delivered']],
  ['sms:failed', ['failed']],
])('%s is said of texts that are %s', (event, expected) => {
  const { isAsked } = createSmsgateFormat();
  const found = Object.entries(all).filter(([, each]) => isAsked(endpoint(event), eventOf(each)));
  expect(found.map(([name]) => name)).toEqual(expected);
});

test('that a text was sent is said once to each endpoint, and once more only when the sending comes again', () => {
  const format = createSmsgateFormat();
  const of = endpoint('sms:sent');
  format.onTaken?.(of, eventOf(sent));
  expect([sent, delivered].map((each) => format.isAsked(of, eventOf(each)))).toEqual([true, false]);
  const others = [
    { ...of, name: 'other' },
    { ...of, accountId: 2n },
  ];
  expect(others.map((other) => format.isAsked(other, eventOf(delivered)))).toEqual([true, true]);
  expect(format.isAsked(of, eventOf({ ...delivered, identity: 'j' }))).toBe(true);
});

test('as many are remembered as there may be, and the oldest is forgotten', () => {
  const format = createSmsgateFormat();
  const of = endpoint('sms:sent');
  for (let index = 0; index <= 10_000; index++)
    format.onTaken?.(of, eventOf({ ...sent, identity: String(index) }));
  const isSaid = (identity: string) => !format.isAsked(of, eventOf({ ...delivered, identity }));
  expect(['0', '1', '10000'].map(isSaid)).toEqual([false, true, true]);
});

test('a request has one event, is signed over its body and its time, and has the same id whenever it comes', () => {
  const { requestOf } = createSmsgateFormat();
  const first = requestOf(endpoint('sms:failed'), [eventOf(failed)], 1_700_000_000_999);
  const again = requestOf(endpoint('sms:failed'), [eventOf({ ...failed, seq: 12n })], 1_700_000_060_000);
  expect(first.body).toBe(again.body);
  expect(first.headers).toEqual({
    'content-type': 'application/json',
    'x-timestamp': '1700000000',
    'x-signature': createHmac('sha256', secret).update(`${first.body}1700000000`).digest('hex'),
  });
  expect(first.headers['x-signature']).not.toBe(again.headers['x-signature']);
  expect(JSON.parse(first.body)).toMatchObject({
    event: 'sms:failed',
    deviceId: '3',
    payload: { messageId: 'm', reason: 'device_failed: no', failedAt: '1970-01-01T00:00:01.800Z' },
  });
});

test('a text that a carrier brought has no device, and its words are left out where they must not be seen', () => {
  const { requestOf } = createSmsgateFormat();
  const carried = { ...received, deviceId: 0n, sim: null };
  const { body } = requestOf(endpoint('sms:received', false), [eventOf(carried)], 0);
  expect(JSON.parse(body)).toMatchObject({
    deviceId: '',
    payload: { messageId: 'text-7', sender: '+15005550006', recipient: '+15005550100', simNumber: null },
  });
  expect(body).not.toContain('Hello');
});
