// Looks once a second at the keys of those who wait: one that was revoked ends its waits. What is answered with texts
// is judged again in any case; this is what keeps a revoked key from keeping a request open.
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';
import type { Ask } from '../core_client/ask.ts';
import type { WaitingList } from '../waiting/waiting_list.ts';

const periodMs = 1_000;
/** Most keys of one look; of more, each look takes the next ones. */
const keysPerLook = 2_000;

interface KeyWatchOptions {
  ask: Ask;
  waitingList: WaitingList;
  clock: Clock;
}

/** Starts looking; returns a function that ends it. */
export function watchKeys({ ask, waitingList, clock }: KeyWatchOptions): () => void {
  let next = 0;
  const look = async () => {
    const all = waitingList.apiKeys();
    if (next >= all.length) next = 0;
    const keys = all.slice(next, next + keysPerLook);
    next += keys.length;
    if (keys.length === 0) return;
    const { valid } = await ask(AccessService.method.checkKeys, { apiKeys: keys });
    if (valid.length !== keys.length) return;
    const refused = new Set(keys.filter((_key, index) => !valid[index]));
    if (refused.size > 0) waitingList.refuse(refused);
  };
  // A look that fails is followed by the next one, a second later.
  const looks = every({ clock, periodMs, work: look });
  return () => void looks.stop();
}
