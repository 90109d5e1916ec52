// A machine's clock that is set back stops no text: nobody waits for it to catch up.
import { expect, test, vi } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import type { Store } from '../../store/store.ts';
import { ReplicaLife } from '../replica_life.ts';
import { Rounds } from '../rounds.ts';

const { clock, idle } = simulateEachTest();
const anHourBack = -3_600_000;

test('a replica whose clock was set back does not claim before it has renewed its life, and renews it at once', async () => {
  const renewReplica = vi.fn(async () => 'kept' as const);
  const store = {
    enterReplica: async () => 7n,
    renewReplica,
    leaveReplica: async () => undefined,
  } as unknown as Store;
  const life = new ReplicaLife({ store, clock, log: createLog('test', 'silent') });
  await life.keep();
  expect(life.id).toBe(7n);
  clock.set(anHourBack);
  expect(life.id).toBeUndefined();
  await life.keep();
  expect(renewReplica).toHaveBeenCalledTimes(1);
  expect(life.id).toBe(7n);
  await life.leave();
});

test('a search that found nothing before the clock was set back delays no later one', async () => {
  const run = vi.fn(async () => {
    rounds.foundNothing();
    return false;
  });
  const rounds: Rounds = new Rounds(clock, run);
  rounds.wake();
  await idle();
  expect(run).toHaveBeenCalledTimes(1);
  clock.set(anHourBack);
  rounds.wake();
  await idle();
  expect(run).toHaveBeenCalledTimes(2);
});
