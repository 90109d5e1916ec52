// What every story is played with.
import type { Seeded } from '../../../support/seeded.ts';
import { pause } from '../../timeline.ts';
import type { Tenant } from '../../world/tenant.ts';
import type { World } from '../../world/world.ts';
import type { Answer, Ask, Caller } from '../caller.ts';
import type { Sends } from '../sends.ts';
import type { Running } from '../steady.ts';

export interface Setting {
  world: World;
  caller: Caller;
  sends: Sends;
  chance: Seeded;
  running: Running;
}

/** Finds an account of the cast. */
export const named = ({ world }: Setting, name: string): Tenant =>
  world.tenants.find((tenant) => tenant.name === name) as Tenant;

const isDefinite = (status: number) => status === 200 || (status >= 400 && status < 500 && status !== 429);

/** Asks one gateway after the other until the answer is definite, or nobody asks any more; counts what was not answered. */
export async function askUntilKnown(
  { caller, sends, chance }: Setting,
  tenant: Tenant,
  ask: Omit<Ask, 'key' | 'tenant'>,
): Promise<{ answer: Answer; unanswered: number }> {
  let unanswered = 0;
  for (let gateway = chance.below(caller.gateways); ; gateway++) {
    const key = chance.pick(tenant.keys);
    const answer = await caller.ask(gateway % caller.gateways, { ...ask, key, tenant });
    const isRevoked = answer.status === 401 && caller.revoked.has(key.secret);
    if ((isDefinite(answer.status) && !isRevoked) || sends.isGivenUp) return { answer, unanswered };
    if (answer.status !== 429 && !isRevoked) unanswered++;
    await pause(Math.max(answer.retryAfterS * 1_000, chance.between(100, 800)));
  }
}
