// Answers that an SMSC does not show that it received: it may never read them, and they are only so many.
import { expect, test } from 'vitest';
import { textOf } from '../../../../test/support/smsc/deliveries.ts';
import { command, encodeShortMessage } from '../pdu/pdu.ts';
import { Deliveries, maxUnconfirmed, maxUnderWay } from './deliveries.ts';

/** Delivers and answers so many texts; returns the numbers of those that are confirmed when a request is answered. */
async function confirmedOf(count: number): Promise<number[]> {
  const confirmed: number[] = [];
  let taken = 0;
  const deliveries = new Deliveries({
    take: async () => {
      const number = taken++;
      return { status: 0, onReceived: () => confirmed.push(number) };
    },
    onUnreadable: () => {},
    respond: () => {},
    onCapacity: () => {},
  });
  const body = encodeShortMessage(textOf('+15005550006', '+15005550100', 'hello'));
  for (let sequence = 1; sequence <= count; sequence++) {
    deliveries.take({ command: command.deliverSm, status: 0, sequence }, body, 0);
    if (sequence % maxUnderWay === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await new Promise((resolve) => setImmediate(resolve));
  deliveries.passUnconfirmed()();
  return confirmed;
}

test('as many answers as may wait are confirmed together, and one more leaves the oldest unconfirmed', async () => {
  expect(await confirmedOf(maxUnconfirmed)).toHaveLength(maxUnconfirmed);
  const further = await confirmedOf(maxUnconfirmed + 1);
  expect([further.length, further[0]]).toEqual([maxUnconfirmed, 1]);
});
