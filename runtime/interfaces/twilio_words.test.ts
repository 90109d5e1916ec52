import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountSid, messageSid, readAccountSid, readMessageSid, twilioStatus } from './twilio_words.ts';

const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });

test('a SID names one account or one text, and leads back to it', () => {
  fc.assert(
    fc.property(id, id, (accountId, textId) => {
      const [account, text] = [accountSid(accountId), messageSid({ accountId, id: textId })];
      expect(account).toMatch(/^AC[0-9a-f]{32}$/);
      expect(text).toMatch(/^SM[0-9a-f]{32}$/);
      expect([readAccountSid(account), readMessageSid(text)]).toEqual([accountId, { accountId, id: textId }]);
    }),
  );
});

test('what is no SID of ours is none', () => {
  const zeros = '0'.repeat(32);
  for (const sid of [
    '',
    `AC${zeros}`,
    `AC${'f'.repeat(32)}`,
    `AC${'0'.repeat(31)}`,
    `SM${'0'.repeat(31)}1`,
    `ac${zeros}`,
  ])
    expect([sid, readAccountSid(sid)]).toEqual([sid, undefined]);
  for (const sid of [
    '',
    `SM${zeros}`,
    `SM${'0'.repeat(31)}1`,
    `SM${'0'.repeat(15)}1${'0'.repeat(16)}`,
    `MM${'1'.repeat(32)}`,
  ])
    expect([sid, readMessageSid(sid)]).toEqual([sid, undefined]);
  expect(readMessageSid(`SM${'f'.repeat(16)}${'0'.repeat(15)}1`)).toBeUndefined();
});

test('each state has a word of Twilio’s, and each failure a number', () => {
  const at = { error: null, sendAtMs: null, sentAtMs: null };
  const words = (standing: Parameters<typeof twilioStatus>[0]) => {
    const { status, errorCode } = twilioStatus(standing, 1_000);
    return [status, errorCode];
  };
  for (const status of ['queued', 'sending', 'sent', 'delivered', 'received'])
    expect(words({ ...at, status })).toEqual([status, null]);
  expect(words({ ...at, status: 'queued', sendAtMs: 1_001 })).toEqual(['scheduled', null]);
  expect(words({ ...at, status: 'queued', sendAtMs: 1_000 })).toEqual(['queued', null]);
  const failed = (error: string, sentAtMs: number | null = null) =>
    words({ ...at, status: 'failed', error, sentAtMs });
  expect(failed('cancelled: asked for')).toEqual(['canceled', null]);
  expect(failed('expired_in_queue: x')).toEqual(['failed', 30036]);
  expect(failed('outcome_unknown: x')).toEqual(['undelivered', 30410]);
  expect(failed('rejected_by_network: x')).toEqual(['undelivered', 30008]);
  expect(failed('opted_out: x')).toEqual(['failed', 21610]);
  expect(failed('device_failed: x')).toEqual(['failed', 30008]);
  expect(failed('device_failed: x', 1)).toEqual(['undelivered', 30008]);
  expect(failed('something_new: x')).toEqual(['failed', 30008]);
});
