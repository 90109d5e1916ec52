// Three texts go out and two come in while a fault does its worst. Each part of each text leaves the phone at most
// once, every text ends, and each received text arrives once and leaves the SIM only then.
import { expect } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { CoreUnderTest } from './core_under_test.ts';
import { judgeNetwork, RealPhone } from './real_phone.ts';

const [anna, ben] = ['+15005550101', '+15005550102'] as const;
const long = 'a long text that takes three parts on the air. '.repeat(8);

/** Sends three texts and receives two while `disturb` does its worst, and judges the result once everything is quiet. */
export async function live(
  core: CoreUnderTest,
  disturb: (phone: RealPhone) => Promise<void>,
): Promise<{ unknown: number }> {
  const phone = await RealPhone.pair(core);
  try {
    phone.modem.receive({ from: '+15005550199', text: 'hello' });
    phone.modem.receive({ from: '+15005550198', text: long, order: [3, 1, 2] });
    await phone.send(anna, 'one');
    await phone.send(ben, long);
    await phone.send(anna, 'two');
    await disturb(phone);
    const messages = await phone.settled(2);
    await phone.simIsEmpty();
    const left = judgeNetwork(phone);
    expect(left.get(anna) ?? 0).toBeLessThanOrEqual(2);
    expect(left.get(ben) ?? 0).toBeLessThanOrEqual(3);
    let unknown = 0;
    for (const { status, error, direction, body } of messages) {
      if (status === MessageStatus.DELIVERED || status === MessageStatus.RECEIVED) continue;
      if (status === MessageStatus.SENT) continue;
      expect({ direction, body, status, error }).toMatchObject({
        error: expect.stringMatching(/^outcome_unknown: /),
      });
      unknown += 1;
    }
    if (unknown === 0) expect([left.get(anna), left.get(ben)]).toEqual([2, 3]);
    const received = messages.filter(({ status }) => status === MessageStatus.RECEIVED);
    expect(received.map(({ body }) => body).sort()).toEqual([long, 'hello'].sort());
    return { unknown };
  } finally {
    await phone.throwAway();
  }
}
