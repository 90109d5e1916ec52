// A tenant whose texts come at short, even intervals whatever became of those before, so that it shows when sends are
// acknowledged and when they are not.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Sends } from './sends.ts';
import type { Running } from './steady.ts';

/** For each time that senders pause as long as usual. */
const everyMs = 50;
/** Of a salvo. */
const salvo = { texts: 40, everyMs: 4 } as const;
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
    await pause(everyMs * running.ease);
  }
  await Promise.all(waiting);
}

/**
 * Sends many texts at once. Resolves at the first acknowledgement, while others are on their way: to true, or to false when
 * there is none.
 */
export async function fireSalvo(sends: Sends, tenant: Tenant, chance: Seeded): Promise<boolean> {
  const texts = Array.from({ length: salvo.texts }, async (_, index) => {
    await pause(index * salvo.everyMs);
    const sent = sends.compose(tenant, chance, { route: 'gateway' });
    await sends.send(sent, chance.stream(sent.word));
    if (!sent.reported.some(({ status }) => status === 200)) throw new Error('it was not acknowledged');
  });
  return Promise.any(texts).then(
    () => true,
    () => false,
  );
}
