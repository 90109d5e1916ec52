// A message has one state, whatever those of its recipients are.
import { expect, test } from 'vitest';
import type { SmsgateState } from '../../runtime/interfaces/smsgate_words.ts';
import { mergedState } from './message_state.ts';

test.each<[SmsgateState, SmsgateState[]]>([
  ['Pending', ['Delivered', 'Pending', 'Failed']],
  ['Pending', ['Cancelled', 'Pending']],
  ['Cancelled', ['Cancelled', 'Processed', 'Sent']],
  ['Processed', ['Processed', 'Sent', 'Failed']],
  ['Failed', ['Failed', 'Failed']],
  ['Delivered', ['Delivered', 'Delivered']],
  ['Sent', ['Sent', 'Delivered']],
  ['Sent', ['Delivered', 'Failed']],
  ['Sent', ['Sent', 'Failed']],
])('%s is the state of recipients who are %s', (state, ofRecipients) => {
  expect(mergedState(ofRecipients)).toBe(state);
  expect(mergedState(ofRecipients.toReversed())).toBe(state);
});
