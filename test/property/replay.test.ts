// An accepted client_ref is answered with its message, whatever happened to the account's quota meanwhile and
// whichever replica is asked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { defaultTiers } from '../../server/domain/plans/tier.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';
import { holdRow } from '../support/held_row.ts';

const tiers = defaultTiers.map((tier) => ({ ...tier, textsCap: 1 }));
let first: TestCore;
let second: TestCore;
let url: string;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  url = await createDatabase();
  first = await startTestCore(url, { tiers });
  second = await startTestCore(url, { tiers });
  inspect = openInspector(url);
});

afterAll(async () => {
  await Promise.all([first.stop(), second.stop(), inspect.end()]);
});

const answerOf = ({ outcome }: SendResult) => {
  if (outcome.case === 'accepted') return { id: outcome.value.message?.id, replayed: outcome.value.replayed };
  return outcome.value?.code;
};

async function send(core: TestCore, accountId: bigint, ...clientRefs: string[]) {
  const texts = clientRefs.map((clientRef) => ({ accountId, address: '+15005550006', body: 'x', clientRef }));
  return (await core.messages.sendMessages({ texts })).results.map(answerOf);
}

test('a client_ref that comes to two replicas at once takes the last text of the month, and neither refuses it', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await first.createAccount();
    const held = await holdRow(url, 'account', { id });
    const answers = [send(first, id, 'order'), send(second, id, 'order')];
    await held.waiters(2);
    await held.release();
    const reported = (await Promise.all(answers)).flat();
    expect(reported).toEqual(
      expect.arrayContaining([
        { id: 1n, replayed: false },
        { id: 1n, replayed: true },
      ]),
    );
  }
});

test('all replicas accept or refuse a client_ref alike, whatever its account loses meanwhile', async () => {
  const losses = [
    (id: bigint) => inspect`update account set plan = null where id = ${id}`,
    (id: bigint) => inspect`update account set subscription_status = 'canceled' where id = ${id}`,
    (id: bigint) => inspect`update device set unpaired_at = now() where account_id = ${id}`,
  ];
  for (const lose of losses) {
    const { id } = await first.createAccount();
    const held = await holdRow(url, 'account', { id });
    const accepted = send(first, id, 'order');
    await held.waiters(1);
    const lost = lose(id).execute();
    if (lose !== losses[2]) await held.waiters(2);
    else await lost;
    const repeated = send(second, id, 'order');
    await held.waiters(lose === losses[2] ? 2 : 3);
    await held.release();
    await lost;
    const reported = [...(await accepted), ...(await repeated)];
    const [stored] = await inspect`select count(*)::int as n from message where account_id = ${id}`;
    if (stored?.n === 0) expect(reported.every((answer) => typeof answer === 'number')).toBe(true);
    else {
      expect(reported).toEqual([
        { id: 1n, replayed: expect.any(Boolean) },
        { id: 1n, replayed: expect.any(Boolean) },
      ]);
      expect(await send(second, id, 'order')).toEqual([{ id: 1n, replayed: true }]);
    }
  }
});

test('a text that was never accepted is refused', async () => {
  const { id } = await first.createAccount();
  expect(await send(first, id, 'one', 'two', 'one')).toEqual([
    { id: 1n, replayed: false },
    ErrorCode.CAP_REACHED,
    { id: 1n, replayed: true },
  ]);
  expect(await send(second, id, 'two', 'one')).toEqual([ErrorCode.CAP_REACHED, { id: 1n, replayed: true }]);
});
