// Several replicas on one database, and what the dead ones had claimed.
import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../runtime/testing/manual_clock.ts';
import { until } from '../../../runtime/testing/until.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, partsAt, provideDispatchWorld } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, ScriptedCarrier } from './testing/scripted_carrier.ts';

let world: DispatchWorld;
const unanswered = new DatabaseUnavailable(new Error('cut'));

provideDispatchWorld((made) => {
  world = made;
});

/** Lets a replica's life run out, as the database sees it. */
const kill = (replica: bigint) =>
  world.inspect`update core_replica set alive_until = now() - interval '1 second' where id = ${replica}`;

/** Lets the time run until a replica may judge others. */
async function judge(clock: ManualClock, isDone: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    clock.advance(1_000);
    return isDone();
  });
}

describe('replicas', () => {
  test('replicas that claim at once never have the same text, and together have all', async () => {
    for (const id of [8n, 9n, 10n]) await world.addAccount(id);
    for (const id of [account, 8n, 9n, 10n])
      await world.send(
        id,
        Array.from({ length: 300 }, () => ({})),
      );
    const carriers = Array.from({ length: 4 }, () => new ScriptedCarrier({ window: 40 }));
    for (const carrier of carriers) world.start([configured('main', carrier)], { url: world.url });
    await until(async () => {
      world.clock.advance(1_000);
      return (await world.messages()).every(({ status }) => status === 'sent');
    });
    expect(new Set(partsAt(carriers)).size).toBe(1200);
    expect(partsAt(carriers)).toHaveLength(1200);
    expect((await world.messages()).every(({ status, attempt }) => status === 'sent' && attempt === 1)).toBe(
      true,
    );
    expect(carriers.filter(({ submits }) => submits.length > 0).length).toBeGreaterThan(1);
  });

  test('claim one text of many at once: one of them gets it', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    const replicas = await Promise.all(Array.from({ length: 8 }, () => world.store.enterReplica(30)));
    const request = { accountId: account, id, attempt: 0, carrier: 'main', number: null };
    const instants = { nowMs: world.clock.nowMs(), sendingGraceMs: 1_000 };
    const claims = await Promise.all(
      replicas.map((replica) => world.store.claimForCarriers(replica, [request], instants)),
    );
    expect(claims.flatMap((answer) => answer.claims).filter((claim) => claim !== undefined)).toHaveLength(1);
  });
});

describe('what a dead replica had claimed', () => {
  test('what a dead replica had claimed ends as outcome_unknown and is never submitted again; what it did not hold goes on', async () => {
    const dead = new ScriptedCarrier({ window: 5, script: () => 'wait' });
    const frozen = new ManualClock();
    await world.send(
      account,
      Array.from({ length: 8 }, () => ({})),
    );
    world.start([configured('main', dead)], { clock: frozen, url: world.url });
    await until(() => dead.waiting.length === 5);
    const [{ id: replica } = { id: 0n }] = await world.inspect<{ id: bigint }[]>`select id from core_replica`;
    await kill(replica);
    const carrier = new ScriptedCarrier();
    world.start([configured('main', carrier)]);
    await judge(world.clock, async () =>
      (await world.messages()).every(({ status }) => status !== 'sending' && status !== 'queued'),
    );
    const rows = await world.messages();
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(3);
    const ended = rows.filter(({ status }) => status === 'failed');
    expect(ended).toHaveLength(5);
    for (const row of ended)
      expect(row).toMatchObject({
        error: expect.stringMatching(/^outcome_unknown: /),
        holder: null,
        charged: true,
      });
    // It was only asleep: what it learns is written down, and changes nothing.
    for (const { submission, answer } of [...dead.waiting]) answer(acceptAll(submission) as never);
    await until(async () => (await world.submissions()).length === 8);
    expect((await world.messages()).filter(({ status }) => status === 'failed')).toHaveLength(5);
    expect(new Set(partsAt([dead, carrier])).size).toBe(8);
    expect(partsAt([dead, carrier])).toHaveLength(8);
  });

  test('what a dead replica had claimed is left alone by a replica that was cut off itself, until the others had time to come back', async () => {
    const carrier = new ScriptedCarrier({ script: () => 'wait' });
    await world.send(account, [{}]);
    const held = world.start([configured('main', carrier)], { clock: new ManualClock() });
    await until(() => carrier.waiting.length === 1);
    const [{ id: replica } = { id: 0n }] = await world.inspect<{ id: bigint }[]>`select id from core_replica`;
    let isAway = false;
    let asking = 0;
    const judging = world.start([], {
      store: (store) => {
        const entries = Object.entries(store).map(([name, run]) => [
          name,
          async (...values: unknown[]) => {
            if (isAway) throw unanswered;
            asking++;
            return (run as (...all: unknown[]) => Promise<unknown>)(...values).finally(() => asking--);
          },
        ]);
        return Object.fromEntries(entries);
      },
    });
    /** Lets the time run as slowly as the database answers. */
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        world.clock.advance(1_000);
        for (let quiet = 0; quiet < 5; quiet = asking > 0 ? 0 : quiet + 1)
          await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await pass(40);
    isAway = true;
    await pass(60);
    await kill(replica);
    isAway = false;
    await pass(20);
    expect((await world.messages())[0]).toMatchObject({ status: 'sending', holder: replica });
    await judge(world.clock, async () => (await world.messages())[0]?.status === 'failed');
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: null });
    await Promise.all([held.stop(), judging.stop()]);
  });

  test('a replica that is dead by the database claims nothing', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    const replica = await world.store.enterReplica(30);
    await kill(replica);
    const request = { accountId: account, id, attempt: 0, carrier: 'main', number: null };
    const instants = { nowMs: world.clock.nowMs(), sendingGraceMs: 1_000 };
    expect(await world.store.claimForCarriers(replica, [request], instants)).toEqual({
      claims: [undefined],
      ended: [],
    });
  });

  test('a replica that could not renew its life for long submits nothing more of what it holds', async () => {
    await world.send(account, [{ body: 'x'.repeat(400) }]);
    const carrier = new ScriptedCarrier({ window: 1, script: () => 'wait' });
    let isAway = false;
    world.start([configured('main', carrier)], {
      store: (store) => ({
        ...store,
        renewReplica: async (...values) => {
          if (isAway) throw unanswered;
          return store.renewReplica(...values);
        },
      }),
    });
    await until(() => carrier.waiting.length === 1);
    isAway = true;
    world.clock.advance(26_000);
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
    const row = await world.settled(account, 1n, ({ holder }) => holder === null);
    expect(row).toMatchObject({ status: 'sending', carrier: 'main' });
    expect(carrier.submits).toHaveLength(1);
    isAway = false;
    carrier.script = acceptAll;
    await world.reached(account, 1n, ({ status }) => status === 'sent');
    expect(carrier.submits.map(({ part }) => part)).toEqual([1, 2, 3]);
  });
});
