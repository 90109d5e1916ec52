// A text is known by its identity: what is said of a text that a restored database forgot touches no other one that has
// its id now, and two replicas never have one name, whatever the database has counted to.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DispatchWorld } from '../../dispatch/carriers/testing/dispatch_world.ts';

const account = 7n;
const other = 'ffffffff-0000-4000-8000-000000000000';
let world: DispatchWorld;
let replica: bigint;
let id: bigint;
let identity: string;

beforeAll(async () => {
  world = await DispatchWorld.create();
});
beforeEach(async () => {
  await world.clear();
  await world.addAccount(account);
  replica = await world.store.enterReplica(30);
  [id] = (await world.send(account, [{}])) as [bigint];
  const { claims } = await world.store.claimForCarriers(
    replica,
    [{ accountId: account, id, attempt: 0, carrier: 'main', number: null }],
    { nowMs: world.clock.nowMs(), sendingGraceMs: 3_600_000 },
  );
  identity = claims[0]?.identity as string;
});
afterAll(() => world.close());

const report = (about: string | null) =>
  world.store.updateMessages([
    {
      accountId: account,
      id,
      attempt: 1,
      identity: about,
      from: null,
      status: 'sent',
      error: null,
      atMs: world.clock.nowMs(),
      deadlineMs: null,
    },
  ]);

const conclude = (about: string) =>
  world.store.concludeSubmits(
    [
      {
        accountId: account,
        id,
        attempt: 1,
        identity: about,
        holder: replica,
        carrier: 'main',
        verdict: 'sent',
        error: null,
        retryAtMs: null,
        sentAtMs: world.clock.nowMs(),
        mayHaveLeft: true,
        parts: [{ part: 1, total: 1, state: 'accepted', ref: 'r1', submittedAtMs: world.clock.nowMs() }],
        refused: [],
      },
    ],
    { nowMs: world.clock.nowMs(), sentDeadlineMs: world.clock.nowMs() + 1_000, sendingGraceMs: 3_600_000 },
  );

test('a report that names another identity moves nothing; one that names this one or none does', async () => {
  expect(await report(other)).toEqual([{ seq: null }]);
  expect(await report(identity)).toEqual([{ seq: expect.any(BigInt) }]);
  await world.inspect`update message set status = 'sending' where id = ${id}`;
  expect(await report(null)).toEqual([{ seq: expect.any(BigInt) }]);
});

test('what left of a lost text is not written down as a part of the text that has its id now', async () => {
  expect(await conclude(other)).toEqual([null]);
  expect(await world.submissions()).toEqual([]);
  expect(await conclude(identity)).toEqual([expect.any(BigInt)]);
  expect(await world.submissions()).toHaveLength(1);
});

test('a replica that enters never gets the id of one that a restored database forgot', async () => {
  const rounds = 20;
  const ids = new Set([replica]);
  for (let round = 0; round < rounds; round++) {
    await world.inspect`truncate core_replica restart identity`;
    ids.add(await world.store.enterReplica(30));
  }
  expect(ids.size).toBe(rounds + 1);
});
