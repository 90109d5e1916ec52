// A tenant that takes what it can get: floods of texts, the longest there are, and the largest pages, given up half-way.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Caller } from './caller.ts';
import type { Sends } from './sends.ts';
import type { Running } from './steady.ts';

const flood = 30;
const pagesAtOnce = 12;
const maxBigTexts = 300;

/** Floods until it is over. */
export async function beGreedy(
  sends: Sends,
  caller: Caller,
  tenant: Tenant,
  chance: Seeded,
  running: Running,
): Promise<void> {
  let bigTexts = 0;
  const send = async (big: boolean) => {
    const sent = sends.compose(tenant, chance, { big });
    await sends.send(sent, chance.stream(sent.word));
  };
  const read = async () => {
    const path = chance.chance(0.7) ? '/api/v1/messages?since=0&limit=500' : '/api/v1/threads?limit=500';
    await caller.ask(chance.below(caller.gateways), {
      path,
      key: chance.pick(tenant.keys),
      tenant,
      cancelAfterBytes: chance.between(1_000, 200_000),
    });
  };
  while (!running.isOver) {
    const work: Promise<void>[] = [];
    if (chance.chance(0.3)) for (let text = 0; text < flood; text++) work.push(send(false));
    if (bigTexts++ < maxBigTexts) work.push(send(true));
    for (let page = 0; page < pagesAtOnce; page++) work.push(read());
    await Promise.race([Promise.all(work), pause(20_000)]);
    await pause(chance.between(2_000, 6_000));
  }
}
