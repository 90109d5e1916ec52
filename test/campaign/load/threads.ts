// A reader of conversations: what is wrong with a page by itself.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { Caller } from './caller.ts';
import type { ReadFault } from './reader.ts';
import type { Running } from './steady.ts';

/** Reads until it is over; returns what cannot be in `faults`. */
export async function readThreads(
  caller: Caller,
  tenant: Tenant,
  faults: ReadFault[],
  chance: Seeded,
  running: Running,
): Promise<void> {
  const get = (path: string) =>
    caller.ask(chance.below(caller.gateways), { path, key: chance.pick(tenant.keys), tenant });
  while (!running.isOver) {
    const { status, json, endedMs } = await get(`/api/v1/threads?limit=${chance.pick([10, 100])}`);
    if (status === 200) {
      const threads: { address_norm: string; last_message: { id: number } }[] = json.threads;
      const newest = threads.map((thread) => thread.last_message.id);
      if (!isFalling(newest))
        faults.push({ atMs: endedMs, what: `threads of ${tenant.name} are not newest first` });
      const thread = threads.length > 0 ? chance.pick(threads) : undefined;
      if (thread) {
        const path = `/api/v1/threads/${encodeURIComponent(thread.address_norm)}/messages?limit=50`;
        const page = await get(path);
        if (page.status === 200 && !isFalling(page.json.messages.map(({ id }: { id: number }) => id)))
          faults.push({ atMs: page.endedMs, what: `a thread of ${tenant.name} is not newest first` });
      }
    }
    await pause(chance.between(1_500, 4_000));
  }
}

const isFalling = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number < (numbers[index - 1] as number));
