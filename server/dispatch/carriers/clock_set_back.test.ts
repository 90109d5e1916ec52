// A machine's clock that is set back stops no text: nobody waits for it to catch up.
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import type { Store } from '../../store/store.ts';
import { ReplicaLife } from '../replica_life.ts';
import { Rounds } from '../rounds.ts';

const anHourEarlier = '2026-03-10T11:00:00.000Z';

test('a replica whose clock was set back does not claim before it has renewed its life, and renews it at once', async () => {
  const clock = new ManualClock();
  const renewReplica = vi.fn(async () => 'kept' as const);
  const store = { enterReplica: async () => 7n, renewReplica } as unknown as Store;
  const life = new ReplicaLife({ store, clock, log: createLog('test', 'silent') });
  await life.keep();
  expect(life.id).toBe(7n);
  clock.jumpTo(anHourEarlier);
  expect(life.id).toBeUndefined();
  await life.keep();
  expect(renewReplica).toHaveBeenCalledTimes(1);
  expect(life.id).toBe(7n);
});

test('a search that found nothing before the clock was set back delays no later one', async () => {
  const clock = new ManualClock();
  const run = vi.fn(async () => {
    rounds.foundNothing();
    return false;
  });
  const rounds: Rounds = new Rounds(clock, run);
  rounds.wake();
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setImmediate(resolve));
  clock.jumpTo(anHourEarlier);
  rounds.wake();
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
});
