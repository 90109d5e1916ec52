// A modem that goes away at every point of a submit, and a line that is cut anywhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { isNightly } from '../support/extent.ts';
import type { FaultPlan } from '../support/modem/faults.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { live } from './live_through.ts';

let core: CoreUnderTest;
beforeAll(async () => {
  core = await CoreUnderTest.start(await createDatabase());
});
afterAll(async () => {
  await core.stop();
});

describe('the modem goes away', () => {
  const points = ['before_prompt', 'after_prompt', 'after_ctrl_z', 'after_taken', 'inside_answer'] as const;
  for (const at of points) {
    for (const skip of isNightly ? [0, 2] : [0]) {
      test.concurrent(`${at}, at its ${skip + 1}. submit`, async () => {
        const plan: FaultPlan = { at, action: 'unplug', command: '+CMGS', skip };
        const { unknown } = await live(core, async (phone) => {
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
      const { unknown } = await live(core, async (phone) => {
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
  const few = [[400], [600, 700, 450]];
  const more = [
    [520, 480],
    [1_000, 333],
    [470, 470, 470, 470],
  ];
  for (const cuts of isNightly ? [...few, ...more] : few) {
    test.concurrent(`after ${cuts.join(', ')} octets`, async () => {
      const { unknown } = await live(core, async (phone) => {
        phone.line.cutsAfter = [...cuts];
        await phone.run();
      });
      expect(unknown).toBe(0);
    }, 120_000);
  }
});
