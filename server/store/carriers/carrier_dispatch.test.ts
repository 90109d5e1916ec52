// Claims and records of route gateway judge on the rows as they are under the account's lock, whatever was read before.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitersForLocks } from '../../../test/support/held_row.ts';
import { DispatchWorld } from '../../dispatch/carriers/testing/dispatch_world.ts';
import { sandboxCarrier, sandboxIdOf } from '../../domain/accounts/sandbox.ts';
import type { Conclusion } from './conclude_submits.ts';

let world: DispatchWorld;
const account = 7n;
let replica: bigint;
let other: bigint;

beforeAll(async () => {
  world = await DispatchWorld.create();
});
beforeEach(async () => {
  await world.clear();
  await world.addAccount(account);
  replica = await world.store.enterReplica(30);
  other = await world.store.enterReplica(30);
});
afterAll(() => world.close());

const claim = async (
  as: bigint,
  id: bigint,
  attempt: number,
  carrier = 'main',
  accountId = account,
  number: string | null = null,
) => {
  const instants = { nowMs: world.clock.nowMs(), sendingGraceMs: 3_600_000 };
  const asked = [{ accountId, id, attempt, carrier, number }];
  return (await world.store.claimForCarriers(as, asked, instants)).claims;
};

async function conclude(id: bigint, change: Partial<Conclusion>): Promise<(bigint | null | 'locked')[]> {
  const [row] =
    await world.inspect`select identity from message where account_id = ${account} and id = ${id}`;
  return world.store.concludeSubmits(
    [
      {
        accountId: account,
        id,
        holder: replica,
        attempt: 1,
        identity: row?.identity,
        carrier: 'main',
        verdict: 'sent',
        error: null,
        retryAtMs: null,
        sentAtMs: null,
        mayHaveLeft: true,
        parts: [],
        refused: [],
        ...change,
      },
    ],
    { nowMs: world.clock.nowMs(), sentDeadlineMs: world.clock.nowMs() + 1_000, sendingGraceMs: 3_600_000 },
  );
}

const accepted = (part: number, total = 3) => {
  return { part, total, state: 'accepted' as const, ref: `r${part}`, submittedAtMs: world.clock.nowMs() };
};

/** Lets `work` begin and wait for the account with the tables as they are now; then `change` happens, and it goes on. */
async function overtake<T>(
  work: () => Promise<T>,
  change: (sql: DispatchWorld['inspect']) => Promise<unknown>,
): Promise<T> {
  let working: Promise<T> | undefined;
  await world.inspect.begin(async (sql) => {
    await sql`select from account where id = ${account} for update`;
    working = work();
    await waitersForLocks(world.inspect, 1);
    await change(sql as unknown as DispatchWorld['inspect']);
  });
  return working as Promise<T>;
}

describe('a claim', () => {
  test('gives a carrier nothing of a sandbox, and the carrier of sandboxes nothing of any other account', async () => {
    const sandbox = await world.addAccount(sandboxIdOf(account));
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
      values (${sandboxCarrier}, 'S0000000007', ${sandbox}, now()), ('main', '+12015550177', ${sandbox}, now())`;
    const [played = 0n] = await world.send(sandbox, [{}]);
    const [id = 0n] = await world.send(account, [{}]);
    // The number that the text must leave by would let no other carrier have it: this is about the claim alone.
    await world.inspect`update message set sender = null where account_id = ${sandbox}`;
    expect(await claim(replica, played, 0, 'main', sandbox)).toEqual([undefined]);
    expect(await claim(replica, id, 0, sandboxCarrier)).toEqual([undefined]);
    expect(await claim(replica, played, 0, sandboxCarrier, sandbox)).toMatchObject([{ attempt: 1 }]);
    expect(await claim(replica, id, 0, 'main')).toMatchObject([{ attempt: 1 }]);
  });

  test('with a number that was taken back since it was listed, or while it waited, gets nothing', async () => {
    const number = '+12015550188';
    const [id = 0n] = await world.send(account, [{}]);
    const claimFrom = () => claim(replica, id, 0, 'main', account, number);
    expect(await claimFrom()).toEqual([undefined]);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
      values ('main', ${number}, ${account}, now())`;
    expect(
      await overtake(claimFrom, (sql) => sql`delete from carrier_number where number = ${number}`),
    ).toEqual([undefined]);
    await world.inspect`insert into carrier_number (carrier, number, account_id, assigned_at)
      values ('main', ${number}, ${account}, now())`;
    expect(await claimFrom()).toMatchObject([{ attempt: 1 }]);
  });

  test('of a claimed text gets nothing, even as it stands', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    expect((await claim(other, id, 0))[0]).toMatchObject({ attempt: 1 });
    expect(await claim(replica, id, 1)).toEqual([undefined]);
    expect(await world.message(account, id)).toMatchObject({ holder: other, attempt: 1 });
  });

  test('that was overtaken by a whole try of another replica gets nothing: it could not know which parts left', async () => {
    const [id = 0n] = await world.send(account, [{ body: 'x'.repeat(400) }]);
    const [late] = await overtake(
      () => claim(replica, id, 0),
      async (sql) => {
        await sql`update message set status = 'sending', attempt = 1, carrier = 'main' where id = ${id}`;
        await sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
          values (${account}, ${id}, 1, 3, 'main', 'r1', 'accepted', now())`;
      },
    );
    expect(late).toBeUndefined();
    expect((await claim(replica, id, 1))[0]).toMatchObject({
      attempt: 2,
      earlierParts: [{ part: 1, total: 3, isUnknown: false }],
    });
  });

  test('that was overtaken by an end, another carrier or a later try gets nothing', async () => {
    const changes = [
      "status = 'failed', deadline_at = null",
      "status = 'sending', carrier = 'other'",
      `retry_at = '${new Date(world.clock.nowMs() + 1).toISOString()}'`,
      `deadline_at = '${new Date(world.clock.nowMs()).toISOString()}'`,
      "status = 'sending', holder = 99",
    ];
    for (const change of changes) {
      const [id = 0n] = await world.send(account, [{}]);
      const [late] = await overtake(
        () => claim(replica, id, 0),
        (sql) => sql.unsafe(`update message set ${change} where id = ${id}`),
      );
      expect([change, late]).toEqual([change, undefined]);
    }
  });

  test('counts the seq on from whatever happened meanwhile', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    const [late] = await overtake(
      () => claim(replica, id, 0),
      (sql) => sql`update account set last_seq = 40 where id = ${account}`,
    );
    expect(late?.seq).toBe(41n);
    const [row] = await world.inspect`select last_seq from account where id = ${account}`;
    expect(row?.last_seq).toBe(41n);
  });

  test('of a released text is no change that is announced', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    const [first] = await claim(replica, id, 0);
    expect(await conclude(id, { verdict: 'released', mayHaveLeft: false })).toEqual([null]);
    expect((await claim(replica, id, 1))[0]?.seq).toBe(first?.seq);
  });
});

describe('a record', () => {
  test('that was overtaken by the end of its text writes the parts down and leaves the end', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    await claim(replica, id, 0);
    const [seq] = await overtake(
      () => conclude(id, { parts: [accepted(1, 1)] }),
      (sql) =>
        sql`update message set status = 'failed', error = 'outcome_unknown: x', holder = null where id = ${id}`,
    );
    expect(seq).toBeNull();
    expect(await world.message(account, id)).toMatchObject({ status: 'failed', error: 'outcome_unknown: x' });
    expect(await world.submissions()).toMatchObject([
      { message_id: id, part: 1, state: 'accepted', ref: 'r1' },
    ]);
  });

  test('of an earlier claim, or of another replica, moves nothing', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    await claim(replica, id, 0);
    expect(await conclude(id, { holder: other })).toEqual([null]);
    await conclude(id, { verdict: 'released', mayHaveLeft: false });
    await claim(replica, id, 1);
    expect(await conclude(id, { verdict: 'failed', error: 'carrier_failed: x', mayHaveLeft: false })).toEqual(
      [null],
    );
    expect(await world.message(account, id)).toMatchObject({
      status: 'sending',
      attempt: 2,
      holder: replica,
      charged: true,
    });
    expect(await world.used(account)).toBe(1);
  });

  test('that comes twice counts once', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    await claim(replica, id, 0);
    const failed = { verdict: 'failed', error: 'carrier_failed: x', mayHaveLeft: false } as const;
    expect((await conclude(id, failed))[0]).toEqual(expect.any(BigInt));
    expect(await conclude(id, failed)).toEqual([null]);
    expect(await world.used(account)).toBe(0);
    const [next = 0n] = await world.send(account, [{}]);
    await claim(replica, next, 0);
    for (let time = 0; time < 2; time++) await conclude(next, { parts: [accepted(1, 1)] });
    expect(await world.submissions()).toHaveLength(1);
  });

  test('of a failure in a month that is over gives no unit back', async () => {
    const [id = 0n] = await world.send(account, [{}]);
    await claim(replica, id, 0);
    await world.inspect`update account set period = '2026-04-01', texts_used = 5 where id = ${account}`;
    await conclude(id, { verdict: 'failed', error: 'carrier_failed: x', mayHaveLeft: false });
    expect(await world.used(account)).toBe(5);
    expect(await world.message(account, id)).toMatchObject({ charged: true });
  });
});

describe('a search', () => {
  const carriers = [{ name: 'main', isOpen: true, sharedSender: '+1' }];
  const search = (afterAccountId: bigint, accounts: number, texts: number) =>
    world.store.listCarrierQueue(carriers, { nowMs: world.clock.nowMs(), afterAccountId, accounts, texts });

  test('walks round all accounts from where it has to begin, and gives each its share', async () => {
    for (const id of [1n, 3n, 9n]) await world.addAccount(id);
    for (const id of [1n, 3n, 7n])
      await world.send(
        id,
        Array.from({ length: 10 }, () => ({})),
      );
    const found = await search(3n, 10, 12);
    expect(found.accounts.map(({ accountId }) => accountId)).toEqual([7n, 1n, 3n]);
    expect(found.accounts.map(({ texts }) => texts.map(({ id }) => id))).toEqual([
      [1n, 2n, 3n, 4n],
      [1n, 2n, 3n, 4n],
      [1n, 2n, 3n, 4n],
    ]);
    expect([found.isAll, found.lastAccountId]).toEqual([false, 3n]);
    expect((await search(1n, 2, 100)).accounts.map(({ accountId }) => accountId)).toEqual([3n, 7n]);
    expect(await search(1n, 10, 100)).toMatchObject({ isAll: true, lastAccountId: 1n });
    expect((await search(1n, 3, 100)).isAll).toBe(false);
  });

  test('finds nothing where nothing can go: claimed, too early, too late, with another carrier, without a sender', async () => {
    const ids = await world.send(
      account,
      Array.from({ length: 5 }, () => ({})),
    );
    const later = new Date(world.clock.nowMs() + 1_000);
    await claim(replica, ids[0] as bigint, 0);
    await world.inspect`update message set retry_at = ${later} where id = ${ids[1] as bigint}`;
    await world.inspect`update message set deadline_at = ${new Date(world.clock.nowMs())} where id = ${ids[2] as bigint}`;
    await world.inspect`update message set carrier = 'gone' where id = ${ids[3] as bigint}`;
    const found = await search(0n, 10, 100);
    expect(found.accounts.map(({ texts }) => texts.map(({ id }) => id))).toEqual([[ids[4]]]);
    const full = { name: 'gone', isOpen: false, sharedSender: '+2' };
    const options = { nowMs: world.clock.nowMs(), afterAccountId: 0n, accounts: 10, texts: 100 };
    expect((await world.store.listCarrierQueue([...carriers, full], options)).accounts).toMatchObject([
      { senders: ['+1', '+2'], texts: [{ id: ids[4], takers: [true, true] }] },
    ]);
    expect((await world.store.listCarrierQueue([full], options)).accounts).toEqual([]);
    const nobody = { nowMs: world.clock.nowMs(), afterAccountId: 0n, accounts: 10, texts: 100 };
    expect(
      await world.store.listCarrierQueue([{ name: 'main', isOpen: true, sharedSender: null }], nobody),
    ).toMatchObject({
      accounts: [],
      isAll: true,
      lastAccountId: account,
    });
  });
});
