// The database's own clock is set, by hours: no core takes another, or itself, for dead because of it.
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { ReplicaLife } from '../replica_life.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, provideDispatchWorld } from './testing/provide_dispatch_world.ts';

let world: DispatchWorld;

provideDispatchWorld((made) => {
  world = made;
});

const lives: ReplicaLife[] = [];
afterEach(() => Promise.all(lives.splice(0).map((life) => life.leave())));

/** Begins the life of a replica. */
async function beginLife(): Promise<ReplicaLife> {
  const { store, clock } = world;
  const life = new ReplicaLife({ store, clock, log: createLog('core', 'silent') });
  lives.push(life);
  await life.keep();
  return life;
}

/** A replica that has lived for so long that it may judge. */
async function beginJudge(): Promise<ReplicaLife> {
  const life = await beginLife();
  await world.run('31 s');
  expect(life.mayJudge).toBe(true);
  return life;
}

/** Lets a replica hold a text that it has claimed. */
async function holdOne(holder: bigint): Promise<void> {
  const [id] = await world.send(account, [{}]);
  await world.inspect`update message set status = 'sending', holder = ${holder}, carrier = 'main', attempt = 1
    where account_id = ${account} and id = ${id as bigint}`;
}

/** Sets the database's clock, as far as lives are concerned: all that was written is so much older. */
const setClock = (hours: number) =>
  world.inspect`update core_replica set alive_until = alive_until - make_interval(hours => ${hours})`;

test.each([1, -1, 3])(
  'set by %d hours, it makes nobody dead, and whoever judges waits until all have renewed',
  async (hours) => {
    const judge = await beginJudge();
    const holder = await beginLife();
    await holdOne(holder.id as bigint);
    await setClock(hours);
    expect(await world.store.listClaimedByDead(10, judge.id as bigint)).toEqual([]);
    await world.store.dropDeadReplicas(judge.id as bigint);
    expect(await world.store.renewReplica(holder.id as bigint, 30)).toBe('lapsed');
    await world.run('5 s');
    expect(judge.mayJudge).toBe(false);
    await world.run('31 s');
    expect(judge.mayJudge).toBe(true);
    expect(await world.store.listClaimedByDead(10, judge.id as bigint)).toEqual([]);
  },
);

test('what a dead replica had claimed is found though its life seems to end in hours, because the clock was set back', async () => {
  const holder = await world.store.enterReplica(30);
  await holdOne(holder);
  await setClock(-2);
  const judge = await beginJudge();
  expect(await world.store.listClaimedByDead(10, judge.id as bigint)).toHaveLength(1);
  expect(await world.store.renewReplica(holder, 30)).toBe('lapsed');
});
