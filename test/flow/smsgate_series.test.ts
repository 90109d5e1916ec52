// How the texts of a message of SMS Gateway for Android are found: by their client_refs, and by the series of those.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { delivered, deliveredLater, message, SmsgateWorld } from '../support/smsgate_world.ts';

let world: SmsgateWorld;
beforeAll(async () => {
  world = await SmsgateWorld.start();
});
afterEach(() => world.tidy());
afterAll(() => world.stop());

test('a core finds texts by the series of their client_refs within the account that asks', async () => {
  const [account, foreign] = [await world.stack.createAccount(), await world.stack.createAccount()];
  for (const ref of ['r:1', 'q:7', 'r:12', 'r:x', 'r:1000', 'r:1:1', 'r:0', 'r:01'])
    await world.stack.send(account, { client_ref: ref });
  await world.stack.send(foreign, { client_ref: 'r:2' });
  const find = (series: string[], knownIds: bigint[] = []) =>
    world.stack.core.messages.listMessagesByRef({ accountId: account.id, series, knownIds });
  const refsOf = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).messages.map(({ message: text }) => text?.clientRef);
  expect(await refsOf(['q:', 'nothing:', 'r:'])).toEqual(['q:7', 'r:1', 'r:12']);
  expect(await refsOf(['r:', 'q:'], [1n])).toEqual(['r:12', 'q:7']);
  expect((await find(['q:'])).messages[0]).not.toHaveProperty('failedAt.seconds');
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
  expect((await find(many(100))).answered).toBe(100);
  await expect(find(many(101))).rejects.toThrow(/series must have 1 to 100/);
  expect(await refsOf(['q:'], many(2_000).map(BigInt))).toEqual([]);
  await expect(find(['q:'], many(2_001).map(BigInt))).rejects.toThrow(/known_ids must have at most 2000/);
  await expect(find(['nul\0'])).rejects.toThrow(/U\+0000/);
});

test('texts that do not fit into one answer are asked for again, whole series at a time', async () => {
  const account = await world.stack.createAccount({ exempt: true });
  const series = ['a:', 'b:', 'c:', 'd:', 'e:', 'f:'];
  const refs = series.flatMap((name) => Array.from({ length: 90 }, (_, index) => `${name}${index + 1}`));
  const texts = refs.map((clientRef) => ({
    accountId: account.id,
    address: delivered,
    body: 'x',
    clientRef,
  }));
  for (const from of [0, 270])
    await world.stack.core.messages.sendMessages({ texts: texts.slice(from, from + 270) });
  const find = (asked: string[]) =>
    world.stack.core.messages.listMessagesByRef({ accountId: account.id, series: asked });
  const first = await find(series);
  expect([first.messages.length, first.answered]).toEqual([450, 5]);
  const rest = await find(series.slice(5));
  expect([rest.messages.length, rest.answered]).toEqual([90, 1]);
});

test('a message has its own recipients alone, although the ids of others begin like its own', async () => {
  const account = await world.stack.createAccount();
  const client = world.clientOf(account);
  for (const id of ['a', 'a:1', 'a:1:1', 'a\u001f1', 'a:']) await client.send(message([delivered], { id }));
  await client.send(message([delivered, deliveredLater], { id: 'a:2' }));
  const recipientsOf = async (id: string) =>
    (await world.ask(account, 'GET', `/messages/${encodeURIComponent(id)}`)).json.recipients.length;
  for (const id of ['a', 'a:1', 'a:1:1', 'a\u001f1', 'a:'])
    expect([id, await recipientsOf(id)]).toEqual([id, 1]);
  expect(await recipientsOf('a:2')).toBe(2);
});

test('a core finds texts by client_ref within the account that asks, and bounds how many', async () => {
  const [account, foreign] = [await world.stack.createAccount(), await world.stack.createAccount()];
  for (const ref of ['r1', 'r2']) await world.stack.send(account, { client_ref: ref });
  await world.stack.send(foreign, { client_ref: 'r1' });
  const find = async (clientRefs: string[]) =>
    (await world.stack.core.messages.listMessagesByRef({ accountId: account.id, clientRefs })).messages;
  const found = await find(['r2', 'nothing', 'r1', 'r1', 'nul\0']);
  expect(found.map(({ message: text }) => [text?.id, text?.clientRef])).toEqual([
    [1n, 'r1'],
    [2n, 'r2'],
  ]);
  expect(found[0]).not.toHaveProperty('failedAt.seconds');
  for (const count of [0, 501])
    await expect(find(Array.from({ length: count }, String))).rejects.toThrow(
      /client_refs must have 1 to 500/,
    );
});
