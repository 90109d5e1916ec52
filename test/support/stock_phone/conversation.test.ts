// What the second judge finds in a server's answers, and in requests.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../simulation/each_test.ts';
import type { Exchange } from './conversation.ts';
import { Conversation } from './conversation.ts';
import { PhoneBench } from './phone_bench.ts';

let bench: PhoneBench;
const simulated = simulateEachTest();
beforeEach(async () => {
  bench = await PhoneBench.open(simulated);
});
afterEach(() => bench.close());

/** An exchange that departs from nothing, with changes. */
const exchange = (fields: Partial<Exchange>): Exchange => ({
  method: 'GET',
  url: 'http://127.0.0.1/mobile/v1/message?order=lifo',
  headers: { authorization: 'Bearer token', 'user-agent': 'me.capcom.smsgateway/1.66.2' },
  status: 200,
  answerHeaders: { 'content-type': 'application/json' },
  answer: '[]',
  ...fields,
});

function departuresOf(fields: Partial<Exchange>): string[] {
  const conversation = new Conversation();
  conversation.record(exchange(fields));
  return conversation.departures;
}

test('a whole day of a phone departs from nothing', async () => {
  const hook = (event: string) => ({ id: event, event, url: `${bench.server.url}/hook` });
  bench.server.hooks = ['sms:received', 'sms:sent'].map(hook);
  bench.server.settings = { ping: { interval_seconds: 600 }, messages: { processing_order: 'FIFO' } };
  const phone = await bench.paired();
  await bench.offer(
    bench.text('a'),
    bench.text('b', { simNumber: 2, validUntil: '2026-03-10T13:00:00.000Z' }),
  );
  phone.receive({ sender: 'Parcel', words: 'here' });
  phone.reboot();
  await bench.pass(86_400_000);
  expect(phone.conversation.departures).toEqual([]);
});

const listed = (fields: Record<string, unknown>) =>
  JSON.stringify([
    {
      id: 'a',
      phoneNumbers: ['+15005550006'],
      textMessage: { text: 'x' },
      state: 'Pending',
      createdAt: '2026-03-10T12:00:00.000Z',
      ...fields,
    },
  ]);

test.each<[string, Partial<Exchange>, RegExp]>([
  ['a status that is not listed', { status: 302 }, /answers 302, which is not listed/],
  ['an answer of another type', { answerHeaders: { 'content-type': 'text/html' } }, /200 is text\/html/],
  ['no JSON', { answer: '<html>' }, /is no JSON/],
  ['an object for a list', { answer: '{}' }, /must be array/],
  [
    'a date with six digits',
    { answer: listed({ createdAt: '2026-03-10T12:00:00.000000Z' }) },
    /createdAt must match/,
  ],
  [
    'a date without digits',
    { answer: listed({ validUntil: '2026-03-10T12:00:00Z' }) },
    /validUntil must match/,
  ],
  ['two contents', { answer: listed({ message: 'x' }) }, /must match exactly one schema/],
  ['a number twice', { answer: listed({ phoneNumbers: ['+1', '+1'] }) }, /duplicate/],
  ['a priority out of range', { answer: listed({ priority: 128 }) }, /priority must be <= 127/],
  [
    'a cancelled text for an old version',
    { answer: listed({ state: 'Cancelling' }) },
    /would send what is cancelled/,
  ],
  ['an id twice', { answer: `[${listed({}).slice(1, -1)},${listed({}).slice(1)}` }, /an id is listed twice/],
  ['an error without a message', { status: 401, answer: '{}' }, /must have required property 'message'/],
  [
    'an error that is no JSON',
    { status: 503, answer: 'no', answerHeaders: { 'content-type': 'text/plain' } },
    /503 is text\/plain/,
  ],
  [
    'a hook that an old version does not know',
    {
      url: 'http://127.0.0.1/m/webhooks',
      answer: '[{"id":"a","url":"http://127.0.0.1/x","event":"sms:cancelled"}]',
    },
    /1\.66\.2 does not know sms:cancelled/,
  ],
  [
    'a body where there is none',
    { method: 'PATCH', url: 'http://127.0.0.1/m/message', status: 204, answer: '{}', body: '[]' },
    /204 has a body/,
  ],
  [
    'a stream of another type',
    { url: 'http://127.0.0.1/m/events', answer: '', answerHeaders: { 'content-type': 'application/json' } },
    /the stream is application\/json/,
  ],
  ['a query that is not listed', { url: 'http://127.0.0.1/m/message?order=x' }, /asks with order=x/],
  ['a scheme that is not listed', { headers: { authorization: 'Digest x' } }, /asks with Digest/],
])('%s is a departure', (_name, fields, found) => {
  expect(departuresOf(fields).join('\n')).toMatch(found);
});

test('what departs from nothing is not complained of', () => {
  expect(departuresOf({})).toEqual([]);
  expect(departuresOf({ answer: listed({}) })).toEqual([]);
  expect(departuresOf({ status: undefined })).toEqual([]);
  expect(departuresOf({ status: 503, answer: '{"message":"away"}' })).toEqual([]);
});
