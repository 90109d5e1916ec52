// kill -9 of the core at every named place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { isNightly } from '../support/extent.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { live } from './live_through.ts';

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

describe('the core is killed', () => {
  for (const place of corePlaces) {
    for (const nth of isNightly && place.startsWith('report') ? [1, 3] : [1]) {
      test(`at ${place}, the ${nth}. time`, async () => {
        await core.stop();
        const { died } = await core.run(`${place}:${nth}`);
        const { unknown } = await live(core, async (phone) => {
          await phone.run();
          await died();
          await core.run();
        });
        expect(unknown).toBe(0);
      }, 120_000);
    }
  }
});
