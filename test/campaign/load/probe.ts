// A tenant whose texts come at short, even intervals whatever became of those before, so that it shows when sends are
// acknowledged and when they are not.
import type { Seeded } from '../seeded.ts';
import { pause } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Sends } from './sends.ts';
import type { Running } from './steady.ts';

const everyMs = 200;
/** Texts that wait at once, at most. */
const atOnce = 150;

/** Sends until it is over. */
export async function probe(sends: Sends, tenant: Tenant, chance: Seeded, running: Running): Promise<void> {
  const waiting = new Set<Promise<void>>();
  while (!running.isOver) {
    if (waiting.size < atOnce) {
      const sent = sends.compose(tenant, chance, { route: 'gateway' });
      const done = sends.send(sent, chance.stream(sent.word)).finally(() => waiting.delete(done));
      waiting.add(done);
    }
    await pause(everyMs);
  }
  await Promise.all(waiting);
}
