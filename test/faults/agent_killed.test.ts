// kill -9 of the agent at every named place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failpointNames as agentPlaces } from '../../device-agent/failpoint.ts';
import { createDatabase } from '../support/database.ts';
import { isNightly } from '../support/extent.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { live } from './live_through.ts';

let core: CoreUnderTest;
beforeAll(async () => {
  core = await CoreUnderTest.start(await createDatabase());
});
afterAll(async () => {
  await core.stop();
});

test('when nothing goes wrong, every text is delivered and every received text has left the SIM', async () => {
  const { unknown } = await live(core, async (phone) => void (await phone.run()));
  expect(unknown).toBe(0);
}, 30_000);

describe('the agent is killed', () => {
  for (const place of agentPlaces) {
    for (const nth of isNightly ? [1, 3] : [1]) {
      test.concurrent(`at ${place}, the ${nth}. time`, async () => {
        const { unknown } = await live(core, async (phone) => {
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
