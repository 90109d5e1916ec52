// An account that is to be erased gets and does nothing from the answer on, also where something is added to it at the same moment;
// and so many requests of one are under way, also where they come at the same moment.
import { describe, expect, test } from 'vitest';
import { holdRow, waitersForLocks } from '../../../test/support/held_row.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';
import { createErasures } from './erasures.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld(
  (shared, own) => {
    [world, account] = [shared, own];
  },
  { isOnMachineTime: true },
);

const askAll = () =>
  createErasures({ store: world.store, clock: world.clock, onAsked: () => undefined }).askForAccount(
    account,
    null,
    'a',
    '',
  );
const pair = (code: string) =>
  world.store.pairDevice(hashSecret(code), hashSecret(`by ${code}`), 'phone', world.clock.nowMs());
const addCode = (code: string) => {
  const nowMs = world.clock.nowMs();
  const named = { accountId: account, codeHash: hashSecret(code), deviceName: '' };
  return world.store.insertPairingCode({ ...named, nowMs, expiresAtMs: nowMs + 60_000 });
};
const addKey = (key: string) => world.store.insertKey(account, hashSecret(key), '', '', world.clock.nowMs());

test('an erased account gets nothing from the answer on: no key, no code, and no device by a code from before', async () => {
  const code = `before ${account}`;
  expect(await addCode(code)).toBe('stored');
  await askAll();
  expect(await pair(code)).toBeUndefined();
  expect(await addCode(`after ${account}`)).toBe('no_account');
  expect(await addKey(`key ${account}`)).toBe('no_account');
});

test('no webhook of an erased account is called, whichever was added at the same moment', async () => {
  const { store, clock, inspect } = world;
  await inspect`insert into webhook (account_id, name, slot, url, format, secret, types, with_body, cursor_seq, cursor_notice,
      claim, claimed_at, moved_at, created_at, failures, is_slow, last_attempt)
    values (${account}, 'w', 1, 'https://x.example', 'standard', 's', array['text.received'], false, 0, 0,
      1, ${new Date(0)}, now(), now(), 0, false, 0)`;
  await world.receive(account, 'hello');
  const claim = async () => {
    const nowMs = clock.nowMs();
    const claimed = await store.claimWebhooks({ nowMs, untilMs: nowMs, quick: 100, slow: 100, held: [] }, [
      account,
    ]);
    return claimed.map(({ name }) => name);
  };
  expect(await claim()).toEqual(['w']);
  const [kept] = await inspect`select * from webhook where account_id = ${account}`;
  await askAll();
  await inspect`insert into webhook ${inspect(kept as object)}`;
  expect(await claim()).toEqual([]);
});

test('an erased account keeps no key and no device that came at the same moment', async () => {
  const code = `now ${account}`;
  await addCode(code);
  await world.inspect`update account set last_device_id = 10 where id = ${account}`;
  const held = await holdRow(world.url, 'account', { id: account });
  const added = [pair(code), addKey(`key ${account}`)];
  await held.waiters(2);
  const asked = askAll();
  await held.waiters(3);
  await held.release();
  await Promise.all([...added, asked]);
  expect(
    await world.inspect`select from device where account_id = ${account} and unpaired_at is null`,
  ).toHaveLength(0);
  expect(
    await world.inspect`select from api_key where account_id = ${account} and revoked_at is null`,
  ).toHaveLength(0);
});

describe('requests', () => {
  test('of an account are 100 under way and not one more, also when they come at once', async () => {
    await world.inspect`
      insert into erasure (account_id, id, addresses, kind, last_message_id, asked_by, note, asked_at, retained)
      select ${account}, n, array['+15005550006'], 'recipient', 0, 'the operator', '', now(), '[]' from generate_series(1, 96) n on conflict do nothing`;
    const cores = world.replicas.map(({ store }) =>
      createErasures({ store, clock: world.clock, onAsked: () => undefined }),
    );
    // All of them have looked at what there is before the first one may go on.
    const ends = await world.inspect.begin(async (holder) => {
      await holder`select from account where id = ${account} for update`;
      const asked = Promise.allSettled(
        Array.from({ length: 8 }, (_, index) =>
          cores[index % 2]?.askForRecipient(account, null, recipient, 'ticket 7'),
        ),
      );
      // Each core waits for the account.
      await waitersForLocks(world.inspect, 2);
      return { asked };
    });
    const settled = await ends.asked;
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const refusals = settled.flatMap((end) => (end.status === 'rejected' ? end.reason.message : []));
    expect(refusals).toEqual(Array(4).fill('an account may have at most 100 erasures under way'));
    await world.inspect`update erasure set done_at = now() where account_id = ${account} and id = 1`;
    expect(await cores[0]?.askForRecipient(account, null, recipient, 'ticket 7')).toMatchObject({ id: 101n });
    await world.inspect`update erasure set done_at = now() where account_id = ${account}`;
  });
});
