// Nothing that was written before somebody asked to be forgotten leaves after that, however it waits; what is written after it does. The
// eraser does not run here, but where a test says so.
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import { Refusal } from '../../errors.ts';
import type { Advance } from '../messages/advances.ts';
import { type OptOutWorld, recipient } from '../opt_outs/testing/opt_out_world.ts';
import { provideOptOutWorld } from '../opt_outs/testing/provide_opt_out_world.ts';
import { startEraser } from './eraser.ts';
import { createErasures } from './erasures.ts';

let world: OptOutWorld;
let account: bigint;
provideOptOutWorld((shared, own) => {
  [world, account] = [shared, own];
});

const other = '+15005550007';
const ask = async (address = recipient) => {
  const { store, clock } = world;
  return createErasures({ store, clock, onAsked: () => undefined }).askForRecipient(
    account,
    null,
    address,
    '',
  );
};
const open = (published: Advance[] = []) => {
  const { store, clock } = world;
  const log = createLog('core', 'silent');
  const publish = (advances: readonly Advance[]) => void published.push(...advances);
  return startEraser({ store, clock, log, publish, failpoint: () => undefined });
};
const sent = (to = recipient) => world.inspect`
  select body from message where account_id = ${account} and address_norm = ${to} and direction = 'out'`;

describe('the reply to a keyword', () => {
  /** Nobody answers it but the test. */
  const help = async () => {
    for (const { follower } of world.replicas) follower.stop();
    await world.inspect`insert into opt_out_settings values (${account}, '{}', null, null, 'ask us anything')`;
    await world.receive(account, 'HELP');
  };
  const pending = async () =>
    (await world.inspect`select from keyword_answer where account_id = ${account} and is_pending`).length;

  test('is not sent to who asked to be forgotten after their text', async () => {
    await help();
    await ask();
    expect(await world.store.listPendingAnswers([], 10, 10)).toEqual([]);
    const eraser = open();
    await eraser.wake();
    await eraser.stop();
    expect([await pending(), await sent()]).toEqual([0, []]);
  });

  test('is not sent by a core that had read it before', async () => {
    await help();
    const answers = await world.store.listPendingAnswers([], 10, 10);
    const [answer] = answers.filter(({ accountId }) => accountId === account);
    await ask();
    const { asOfErasure, addressNorm: address } = answer as NonNullable<typeof answer>;
    const text = { address, body: 'ask us anything', clientRef: 'keyword-1', asOfErasure };
    const { outcome } = await (world.replicas[0] as (typeof world.replicas)[0]).send(account, text);
    expect(outcome).toBeInstanceOf(Refusal);
    expect([(outcome as Refusal).code, await sent()]).toEqual(['unavailable', []]);
  });
});

test('a text that answers a received one is not sent once that is to be erased, and one to another person is', async () => {
  await world.receive(account, 'hello');
  await world.receive(account, 'hello', { from: other });
  expect(await world.store.findErasureAsOf(account, 1n)).toBe(0n);
  await ask();
  expect(await world.store.findErasureAsOf(account, 1n)).toBeUndefined();
  expect(await world.store.findErasureAsOf(account, 2n)).toBe(1n);
  const eraser = open();
  await eraser.wake();
  await eraser.stop();
  expect(await world.store.findErasureAsOf(account, 1n)).toBeUndefined();
});

test('a phone is asked for the text that it holds before any other request is done, and what it says is recorded', async () => {
  const held = (await world.send(account)) as bigint;
  await world.inspect`update message set status = 'sending', device_id = 1, sim = 1, attempt = 1
    where account_id = ${account} and id = ${held}`;
  for (let before = 0; before < 20; before++) await ask(other);
  const erasure = await ask();
  const published: Advance[] = [];
  const eraser = open(published);
  await eraser.begin(erasure);
  await eraser.stop();
  expect(published[0]).toMatchObject({ accountId: account, wantedBack: held });
  const move = { attempt: 1, from: 'sending' as const, status: 'failed' as const, deadlineMs: null };
  const error = 'cancelled: the account cancelled the text before it left';
  const nowMs = world.clock.nowMs();
  await world.store.updateMessages([{ accountId: account, id: held, ...move, error, atMs: nowMs }]);
  expect(await world.feed(account)).toMatchObject([{ id: held, status: 'failed' }]);
  const next = open();
  await next.wake();
  await next.stop();
  expect(await world.feed(account)).toEqual([]);
});

test('what is written after the request is sent, and stays', async () => {
  await ask();
  const later = await world.send(account);
  const eraser = open();
  await eraser.wake();
  await eraser.stop();
  expect(await world.feed(account)).toMatchObject([{ id: later, status: 'queued' }]);
});
