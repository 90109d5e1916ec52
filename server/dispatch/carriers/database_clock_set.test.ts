// The database's own clock is set, by hours: no core takes another, or itself, for dead because of it.
import { expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { ReplicaLife } from '../replica_life.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, provideDispatchWorld } from './testing/provide_dispatch_world.ts';

let world: DispatchWorld;

provideDispatchWorld((made) => {
  world = made;
});

/** A replica that has lived for so long that it may judge, and the clock that it lives by. */
async function judgeAndClock(): Promise<{ life: ReplicaLife; clock: ManualClock }> {
  const clock = new ManualClock();
  const life = new ReplicaLife({ store: world.store, clock, log: createLog('core', 'silent') });
  for (let second = 0; second < 40; second++) {
    await life.keep();
    clock.advance(1_000);
  }
  expect(life.mayJudge).toBe(true);
  return { life, clock };
}

/** A living replica with a claimed text. */
async function holdOne(): Promise<bigint> {
  const holder = await world.store.enterReplica(30);
  const [id] = await world.send(account, [{}]);
  await world.inspect`update message set status = 'sending', holder = ${holder}, carrier = 'main', attempt = 1
    where account_id = ${account} and id = ${id as bigint}`;
  return holder;
}

/** Sets the database's clock, as far as lives are concerned: all that was written is so much older. */
const setClock = (hours: number) =>
  world.inspect`update core_replica set alive_until = alive_until - make_interval(hours => ${hours})`;

test.each([1, -1, 3])(
  'set by %d hours, it makes nobody dead, and whoever judges waits until all have renewed',
  async (hours) => {
    const { life, clock } = await judgeAndClock();
    const holder = await holdOne();
    await setClock(hours);
    expect(await world.store.listClaimedByDead(10, life.id as bigint)).toEqual([]);
    await world.store.dropDeadReplicas(life.id as bigint);
    clock.advance(6_000);
    await life.keep();
    expect(life.mayJudge).toBe(false);
    expect(await world.store.renewReplica(holder, 30)).toBe('lapsed');
    for (let second = 0; second < 40; second++) {
      await life.keep();
      clock.advance(1_000);
    }
    expect(life.mayJudge).toBe(true);
    expect(await world.store.listClaimedByDead(10, life.id as bigint)).toEqual([]);
  },
);

test('what a dead replica had claimed is found though its life seems to end in hours, because the clock was set back', async () => {
  const holder = await holdOne();
  await setClock(-2);
  const { life } = await judgeAndClock();
  expect(await world.store.listClaimedByDead(10, life.id as bigint)).toHaveLength(1);
  expect(await world.store.renewReplica(holder, 30)).toBe('lapsed');
});
