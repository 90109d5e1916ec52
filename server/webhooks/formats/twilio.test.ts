// Requests of Twilio's format, judged by Twilio's own package, and what is done with answers.
import fc from 'fast-check';
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { type Refusal, unavailable } from '../../errors.ts';
import { type ChangedText, nothingKnown } from '../../store/messages/read_messages.ts';
import { eventOf } from '../event.ts';
import type { Endpoint } from './format.ts';
import { createTwilioFormat, type Reply } from './twilio.ts';

const endpoint: Endpoint = {
  ...{ accountId: 7n, name: 'program', url: 'https://shop.example/sms', secret: 'the-token-of-the-program' },
  ...{ previousSecret: 'the-token-that-was-before', previousUntilMs: 9e15, types: ['text.received'] },
  ...{ withBody: true, isFirstOfFormat: true },
};
const received: ChangedText = {
  ...nothingKnown,
  ...{ accountId: 7n, id: 3n, seq: 9n, identity: 'b7f1', direction: 'in', address: '0151', body: 'Hi' },
  ...{ addressNorm: '+15005550123', segments: 1, encoding: 'gsm7' },
  ...{ status: 'received', route: 'gateway', createdAtMs: 0, ownNumber: '+12015550140', deviceId: 0n },
};

type ReplyText = Parameters<Reply>[1];

/** What an answer sends, and what is noted of it. */
async function follow(words: string | null, refusalOf: (text: ReplyText) => Refusal | null = () => null) {
  const sent: ReplyText[] = [];
  const format = createTwilioFormat(async (_, text) => {
    sent.push(text);
    return refusalOf(text);
  });
  return { sent, followed: await format.follow?.(endpoint, eventOf(received), words) };
}

const answerOf = (messages: number) =>
  `<Response>${Array.from({ length: messages }, (_, index) => `<Message>${index}</Message>`).join('')}</Response>`;

test('every request has a signature that Twilio’s package finds right, under the newer secret alone', () => {
  const format = createTwilioFormat(async () => null);
  const words = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed());
  const query = fc.array(fc.tuple(words, words)).map((pairs) => `?${new URLSearchParams(pairs)}`);
  fc.assert(
    fc.property(words, query, (body, search) => {
      const url = `https://shop.example:8443/sms${search}`;
      const {
        headers,
        body: form,
        ...request
      } = format.requestOf({ ...endpoint, url }, [eventOf({ ...received, body })], 0);
      const params = Object.fromEntries(new URLSearchParams(form));
      expect(params).toMatchObject({ Body: body, From: '+15005550123', To: '+12015550140' });
      const signature = headers['x-twilio-signature'] ?? '';
      expect(twilio.validateRequest(endpoint.secret, signature, request.url, params)).toBe(true);
      expect(twilio.validateRequest('the-token-that-was-before', signature, request.url, params)).toBe(false);
    }),
  );
});

test('where an endpoint must not see words, it gets none', () => {
  const format = createTwilioFormat(async () => null);
  const { body } = format.requestOf({ ...endpoint, withBody: false }, [eventOf(received)], 0);
  expect(new URLSearchParams(body).has('Body')).toBe(false);
});

test('the messages of an answer have names of their own that stay, whatever the answer is the next time', async () => {
  const [first, again] = [
    await follow(answerOf(2)),
    await follow('<Response><Message>x</Message></Response>'),
  ];
  const refs = first.sent.map(({ clientRef }) => clientRef);
  expect(new Set(refs).size).toBe(2);
  expect(again.sent.map(({ clientRef }) => clientRef)).toEqual([refs[0]]);
  for (const ref of refs) expect(ref.length).toBeLessThanOrEqual(64);
  expect(first.sent[0]).toMatchObject({ address: '+15005550123', sender: '+12015550140', body: '0' });
});

test('an answer whose messages cannot be sent now is followed when the event comes again', async () => {
  const { sent, followed } = await follow(answerOf(3), ({ body }) =>
    body === '1' ? unavailable('x') : null,
  );
  expect(sent).toHaveLength(2);
  expect(followed).toMatchObject({ isDone: false, note: expect.any(String) });
});

test('ten messages of an answer are sent, and the list of attempts says that there were more', async () => {
  const { sent, followed } = await follow(answerOf(11));
  expect(sent).toHaveLength(10);
  expect(followed).toEqual({ isDone: true, note: 'only the first 10 of 11 messages were sent' });
});

test('a statusCallback of an answer may be written as one beside the endpoint', async () => {
  const { sent } = await follow('<Response><Message statusCallback="../s?id=1">x</Message></Response>');
  expect(sent[0]?.statusCallback).toBe('https://shop.example/s?id=1');
});
