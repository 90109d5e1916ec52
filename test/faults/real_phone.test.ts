// kill -9 of the agent or the core at every named place, a modem that goes away at every point of a submit, and a line
// that is cut anywhere: each part of each text leaves the phone at most once, every text ends, and what comes in
// arrives once and leaves the SIM only then.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failpointNames as agentPlaces } from '../../device-agent/failpoint.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { createDatabase } from '../support/database.ts';
import type { FaultPlan } from '../support/modem/faults.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { judgeNetwork, RealPhone } from './real_phone.ts';

const [anna, ben] = ['+15005550101', '+15005550102'] as const;
const long = 'a long text that takes three parts on the air. '.repeat(8);
const corePlaces = [
  'text_before_claim',
  'text_after_claim',
  'text_after_hand_over',
  'report_before_commit',
  'report_after_commit',
  'inbound_before_commit',
  'inbound_after_commit',
] as const;

let core: CoreUnderTest;
beforeAll(async () => {
  core = await CoreUnderTest.start(await createDatabase());
});
afterAll(async () => {
  await core.stop();
});

/** Sends three texts and receives two while `disturb` does its worst; judges what is left when all has settled. */
async function live(disturb: (phone: RealPhone) => Promise<void>): Promise<{ unknown: number }> {
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

test('undisturbed, every text is delivered and everything received has left the SIM', async () => {
  const { unknown } = await live(async (phone) => void (await phone.run()));
  expect(unknown).toBe(0);
}, 30_000);

describe('the agent is killed', () => {
  for (const place of agentPlaces) {
    for (const nth of [1, 3]) {
      test.concurrent(`at ${place}, the ${nth}. time`, async () => {
        const { unknown } = await live(async (phone) => {
          const { died } = await phone.run(`${place}:${nth}`);
          await died();
          await phone.run();
        });
        // The modem takes one part at a time.
        expect(unknown).toBeLessThanOrEqual(1);
      }, 120_000);
    }
  }
});

describe('the core is killed', () => {
  for (const place of corePlaces) {
    for (const nth of place.startsWith('report') ? [1, 3] : [1]) {
      test(`at ${place}, the ${nth}. time`, async () => {
        await core.stop();
        const { died } = await core.run(`${place}:${nth}`);
        const { unknown } = await live(async (phone) => {
          await phone.run();
          await died();
          await core.run();
        });
        expect(unknown).toBe(0);
      }, 120_000);
    }
  }
});

describe('the modem goes away', () => {
  const points = ['before_prompt', 'after_prompt', 'after_ctrl_z', 'after_taken', 'inside_answer'] as const;
  for (const at of points) {
    for (const skip of [0, 2]) {
      test.concurrent(`${at}, at its ${skip + 1}. submit`, async () => {
        const plan: FaultPlan = { at, action: 'unplug', command: '+CMGS', skip };
        const { unknown } = await live(async (phone) => {
          const struck = phone.modem.planFault(plan);
          await phone.run();
          await struck;
          phone.modem.plug();
        });
        const wasOpen = at !== 'before_prompt';
        expect(unknown).toBeLessThanOrEqual(wasOpen ? 1 : 0);
      }, 120_000);
    }
  }
  for (const at of ['inside_list', 'after_delete'] as const) {
    test.concurrent(`${at}`, async () => {
      const { unknown } = await live(async (phone) => {
        const struck = phone.modem.planFault({ at, action: 'unplug' });
        await phone.run();
        await struck;
        phone.modem.plug();
      });
      expect(unknown).toBe(0);
    }, 120_000);
  }
});

describe('the line to the core is cut', () => {
  for (const cuts of [[400], [520, 480], [600, 700, 450], [1_000, 333], [470, 470, 470, 470]]) {
    test.concurrent(`after ${cuts.join(', ')} octets`, async () => {
      const { unknown } = await live(async (phone) => {
        phone.line.cutsAfter = [...cuts];
        await phone.run();
      });
      expect(unknown).toBe(0);
    }, 120_000);
  }
});
