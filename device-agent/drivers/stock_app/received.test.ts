// What the app's call of a received text says.
import { expect, test } from 'vitest';
import { readPhoneEvent } from './received.ts';

const simOf = (simNumber: unknown) => {
  const payload = {
    messageId: 'a',
    sender: '+15005550102',
    message: 'hi',
    receivedAt: '2026-01-01T00:00:00Z',
  };
  const event = readPhoneEvent({ event: 'sms:received', payload: { ...payload, simNumber } }, 0);
  return event?.kind === 'received' ? event.text.sim : 'nothing';
};

test('a received text without words is a text', () => {
  for (const message of ['', null, undefined])
    expect(readPhoneEvent({ event: 'sms:received', payload: { messageId: 'a', message } }, 0)).toMatchObject({
      kind: 'received',
      text: { body: '' },
    });
});

test('the SIM of a received text is the one that the app names, and unknown where it names none', () => {
  expect([1, 2, undefined, null, '2'].map(simOf)).toEqual([1, 2, undefined, undefined, undefined]);
});
