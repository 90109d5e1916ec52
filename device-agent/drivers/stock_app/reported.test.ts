// What is certain by what the app says; see the table of the guide Phones.
import { expect, test } from 'vitest';
import type { Result } from '../driver.ts';
import { readReported, submitEndOf } from './reported.ts';

test.each<[string, string | undefined, Partial<Result> | undefined]>([
  ['Pending', undefined, undefined],
  ['Processed', undefined, undefined],
  ['Sent', undefined, { kind: 'accepted' }],
  ['Delivered', undefined, { kind: 'accepted' }],
  ['Failed', 'TTL expired', { kind: 'rejected', retryable: true }],
  ['Failed', "Can't send message: SIM 3 not found", { kind: 'rejected' }],
  ['Failed', 'sendSMS: boom', { kind: 'rejected', retryable: false }],
  ['Failed', 'Send result: RESULT_ERROR_NO_SERVICE', { kind: 'rejected', retryable: true }],
  ['Failed', 'Send result: RESULT_ERROR_GENERIC_FAILURE', { kind: 'unknown' }],
  ['Failed', 'Send result: RESULT_MODEM_ERROR', { kind: 'unknown' }],
  ['Failed', 'Delivery result: 70', { kind: 'accepted' }],
  ['Failed', 'what nobody knows', { kind: 'unknown' }],
])('%s %s ends a submit as %o', (state, error, ended) => {
  const reported = readReported({ id: 'x', recipients: [{ state, error }] });
  if (reported === undefined) throw new Error('no report');
  const result = submitEndOf(reported, 1)?.result;
  if (ended === undefined) expect(result).toBeUndefined();
  else expect(result).toMatchObject(ended);
});

test('what is no report is none', () => {
  for (const item of [null, 7, [], {}, { id: 7, state: 'Sent' }, { id: 'x' }, { id: 'x', state: 'Flown' }])
    expect(readReported(item)).toBeUndefined();
});
