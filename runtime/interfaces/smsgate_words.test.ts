// The names under which texts stand for messages of SMS Gateway for Android.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestId, mostRecipients, readRef, refOf, smsgateState } from './smsgate_words.ts';

test('a client_ref leads back to its message and recipient, and is never longer than one may be', () => {
  const id = fc.string({ unit: 'binary', minLength: 1, maxLength: longestId });
  fc.assert(
    fc.property(id, fc.integer({ min: 1, max: mostRecipients }), (name, position) => {
      const ref = refOf(name, position);
      expect(readRef(ref)).toEqual({ id: name, position });
      expect([...ref].length).toBeLessThanOrEqual(64);
    }),
  );
});

test.each([
  '',
  'x',
  'smsgate:',
  'smsgate::1',
  'smsgate:a:0',
  'smsgate:a:101',
  'smsgate:a:01',
  `smsgate:${'x'.repeat(37)}:1`,
])('%s is no such client_ref', (ref) => {
  expect(readRef(ref)).toBeUndefined();
});

test('each status of a text has one state', () => {
  const states = (
    [
      ['queued', null],
      ['sending', null],
      ['sent', null],
      ['delivered', null],
      ['failed', 'rejected_by_network: no'],
      ['failed', 'outcome_unknown: nobody knows'],
      ['failed', 'cancelled: by its account'],
    ] as const
  ).map(([status, error]) => smsgateState({ status, error }));
  expect(states).toEqual(['Pending', 'Processed', 'Sent', 'Delivered', 'Failed', 'Failed', 'Cancelled']);
});
