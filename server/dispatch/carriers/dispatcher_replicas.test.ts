// Several replicas on one database, and what the dead ones had claimed.
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, partsAt, provideDispatchWorld } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, ScriptedCarrier } from './testing/scripted_carrier.ts';

let world: DispatchWorld;
const unanswered = new DatabaseUnavailable(new Error('cut'));

// What one replica writes may stand still between two rows while others write.
provideDispatchWorld(
  (made) => {
    world = made;
  },
  { overlaps: 0.3 },
);

/** Lets a replica's life run out, as the database sees it. */
const kill = (replica: bigint) =>
  world.inspect`update core_replica set alive_until = ${new Date(world.clock.nowMs() - 1_000)} where id = ${replica}`;

/** After so long a replica has judged those that were dead when it began. */
const judgeS = '40 s';

describe('replicas', () => {
  test('replicas that claim at once never have the same text, and together have all', async () => {
    for (const id of [8n, 9n, 10n]) await world.addAccount(id);
    for (const id of [account, 8n, 9n, 10n])
      await world.send(
        id,
        Array.from({ length: 300 }, () => ({})),
      );
    const carriers = Array.from({ length: 4 }, () => new ScriptedCarrier({ window: 40 }));
    for (const carrier of carriers) world.start([configured('main', carrier)], await world.newPart());
    await world.run('2 s');
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
    const asleep = await world.newPart();
    await world.send(
      account,
      Array.from({ length: 8 }, () => ({})),
    );
    world.start([configured('main', dead)], asleep);
    await world.idle();
    expect(dead.waiting).toHaveLength(5);
    asleep.clock.kill();
    const carrier = new ScriptedCarrier();
    world.start([configured('main', carrier)]);
    await world.run(judgeS);
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
    expect(await world.submissions()).toHaveLength(8);
    expect((await world.messages()).filter(({ status }) => status === 'failed')).toHaveLength(5);
    expect(new Set(partsAt([dead, carrier])).size).toBe(8);
    expect(partsAt([dead, carrier])).toHaveLength(8);
  });

  test('what a dead replica had claimed is left alone by a replica that was cut off itself, until the others had time to come back', async () => {
    const carrier = new ScriptedCarrier({ script: () => 'wait' });
    await world.send(account, [{}]);
    const { clock } = await world.newPart();
    world.start([configured('main', carrier)], { clock });
    await world.idle();
    const [{ id: replica } = { id: 0n }] = await world.inspect<{ id: bigint }[]>`select id from core_replica`;
    clock.kill();
    let isAway = false;
    world.start([], {
      store: (store) => {
        const entries = Object.entries(store).map(([name, run]) => [
          name,
          async (...values: unknown[]) => {
            if (isAway) throw unanswered;
            return (run as (...all: unknown[]) => Promise<unknown>)(...values);
          },
        ]);
        return Object.fromEntries(entries);
      },
    });
    await world.run('20 s');
    isAway = true;
    await world.run('20 s');
    isAway = false;
    await world.run('20 s');
    expect((await world.messages())[0]).toMatchObject({ status: 'sending', holder: replica });
    await world.run('20 s');
    expect((await world.messages())[0]).toMatchObject({ status: 'failed' });
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: null });
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
    await world.idle();
    isAway = true;
    await world.run('25 s');
    carrier.waiting[0]?.answer({ kind: 'accepted', ref: 'a' });
    await world.run('1 s');
    expect(await world.message(account, 1n)).toMatchObject({
      status: 'sending',
      holder: null,
      carrier: 'main',
    });
    expect(carrier.submits).toHaveLength(1);
    isAway = false;
    carrier.script = acceptAll;
    await world.run('2 s');
    expect(await world.message(account, 1n)).toMatchObject({ status: 'sent' });
    expect(carrier.submits.map(({ part }) => part)).toEqual([1, 2, 3]);
  });
});
