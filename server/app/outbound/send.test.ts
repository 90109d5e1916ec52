// What a batch of sends keeps, whatever its texts look like.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import type { Message } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { startTestCore, type TestCore } from '../../../test/support/core.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { accountKeyPrefix, createSecret } from '../../domain/keys/api_key.ts';

let core: TestCore;
let url: string;

beforeAll(async () => {
  url = await createDatabase();
  core = await startTestCore(url);
});

afterAll(() => core.stop());

test('texts are accepted in the order of the batch, national and international addresses mixed', async () => {
  const { id: accountId } = await core.createAccount({ country: 'GB' });
  const addresses = ['07400 123456', '+447400123456', 'abc', '07400 123457', '+447400123457', '07400 123456'];
  const { results } = await core.messages.sendMessages({
    texts: addresses.map((address) => ({ accountId, address, body: 'x' })),
  });
  const outcomes = results.map(({ outcome }) =>
    outcome.case === 'accepted' ? Number(outcome.value.message?.id) : outcome.value?.code,
  );
  expect(outcomes).toEqual([1, 2, ErrorCode.INVALID_ADDRESS, 3, 4, 5]);
});

test('texts of an account that does not exist are refused alone', async () => {
  const { id: accountId } = await core.createAccount();
  const { results } = await core.messages.sendMessages({
    texts: [
      { accountId: 5n, address: '07400 123456', body: 'x' },
      { accountId, address: '(500) 555-0006', body: 'x' },
      { accountId: 5n, address: '+15005550006', body: 'x' },
    ],
  });
  expect(results.map(({ outcome }) => outcome.case)).toEqual(['error', 'accepted', 'error']);
});

const throughTheDoor = (apiKey: string, clientRef?: string) => ({
  admission: { apiKey, method: 'MessageService/SendMessages' },
  address: '+15005550006',
  body: 'x',
  ...(clientRef !== undefined && { clientRef }),
});

test('a client_ref that comes twice in a batch under two keys of one account is one message', async () => {
  const { id: accountId, key } = await core.createAccount();
  const { secret: other } = await core.admin.createKey({ accountId });
  const { results } = await core.messages.sendMessages({
    texts: [
      throughTheDoor(key, 'order-1'),
      throughTheDoor(other, 'order-1'),
      throughTheDoor(other, 'order-2'),
    ],
  });
  const answers = results.map(({ outcome }) => outcome.case === 'accepted' && outcome.value);
  expect(answers.map((answer) => answer && Number(answer.message?.id))).toEqual([1, 1, 2]);
  expect(answers.map((answer) => answer && answer.replayed === true)).toEqual([false, true, false]);
});

test('of 130 texts of one key in one batch exactly 120 are accepted, and all answers give the allowance', async () => {
  const { key } = await core.createAccount();
  const { results } = await core.messages.sendMessages({
    texts: Array.from({ length: 130 }, () => throughTheDoor(key)),
  });
  const codes = results.map(({ outcome }) => (outcome.case === 'error' ? outcome.value.code : 'accepted'));
  expect(codes.slice(0, 120)).toEqual(Array(120).fill('accepted'));
  expect(codes.slice(120)).toEqual(Array(10).fill(ErrorCode.RATE_LIMITED));
  expect(results.map(({ rate }) => rate?.remaining)).toEqual(Array(130).fill(0));
});

test('a bad key is refused before a bad text, and a bad text of a good key counts as a request', async () => {
  const { key } = await core.createAccount();
  const unknown = createSecret(accountKeyPrefix);
  const { results } = await core.messages.sendMessages({
    texts: [
      { ...throughTheDoor(unknown), body: '' },
      throughTheDoor(unknown),
      { ...throughTheDoor(key), address: '+1' },
    ],
  });
  expect(results.map(({ outcome }) => outcome.case === 'error' && outcome.value.code)).toEqual([
    ErrorCode.INVALID_API_KEY,
    ErrorCode.INVALID_API_KEY,
    ErrorCode.INVALID_ADDRESS,
  ]);
  expect(results.map(({ rate }) => rate?.remaining)).toEqual([undefined, undefined, 119]);
});

test('a text that was sent under an earlier ref within ten minutes is its repeat, whoever is at the door', async () => {
  const { id: accountId, key } = await core.createAccount();
  const { id: strangerId } = await core.createAccount();
  const send = async (text: object) => {
    const { results } = await core.messages.sendMessages({ texts: [text] });
    const [{ outcome } = { outcome: { case: undefined, value: undefined } }] = results;
    if (outcome.case !== 'accepted') return outcome.value?.message;
    return { id: Number(outcome.value.message?.id), replayed: outcome.value.replayed };
  };
  const again = { ...throughTheDoor(key, 'late'), earlierRefs: ['none', 'first'] };
  expect(await send(throughTheDoor(key, 'first'))).toEqual({ id: 1, replayed: false });
  expect(await send(again)).toEqual({ id: 1, replayed: true });
  const national = { address: '(500) 555-0006', body: 'x', clientRef: 'late', earlierRefs: ['first'] };
  expect(await send({ ...national, accountId })).toEqual({ id: 1, replayed: true });
  expect(await send({ ...national, accountId: strangerId })).toEqual({ id: 1, replayed: false });

  const sql = openInspector(url);
  await sql`update message set created_at = now() - interval '601 seconds' where account_id = ${String(accountId)}`;
  await sql.end();
  expect(await send(again)).toEqual({ id: 2, replayed: false });

  const refs = (count: number) => Array.from({ length: count }, (_, at) => `ref-${at}`);
  expect(await send({ ...again, earlierRefs: refs(4) })).toEqual({ id: 2, replayed: true });
  expect(await send({ ...again, earlierRefs: refs(5) })).toBe('earlier_refs must have at most 4 entries');
  expect(await send({ ...again, earlierRefs: ['x'.repeat(64)] })).toEqual({ id: 2, replayed: true });
  expect(await send({ ...again, earlierRefs: ['x'.repeat(65)] })).toBe(
    'each of earlier_refs must have at most 64 characters',
  );
  expect(await send({ ...throughTheDoor(key), earlierRefs: ['first'] })).toBe(
    'earlier_refs must come with a client_ref',
  );
});

test('no other operation lets a text through: a platform key cannot send by naming one that it may do', async () => {
  const { id: accountId, key } = await core.createAccount();
  const { secret, key: platform } = await core.admin.createPlatformKey({ name: 'Integrator' });
  await core.admin.linkPlatform({ id: platform?.id as bigint, accountId });
  const named = { targetAccount: String(accountId) };
  const { results } = await core.messages.sendMessages({
    texts: [
      { ...throughTheDoor(key), admission: { apiKey: secret, method: 'AccountService/GetUsage', ...named } },
      {
        ...throughTheDoor(key),
        admission: { apiKey: secret, method: 'MessageService/SendMessages', ...named },
      },
      { ...throughTheDoor(key), admission: { apiKey: key, method: 'MessageService/ListChanges' } },
      { ...throughTheDoor(key), admission: { apiKey: key, method: 'MessageService/SendMessages', ...named } },
    ],
  });
  expect(
    results.map(({ outcome }) => (outcome.case === 'error' ? outcome.value.code : outcome.case)),
  ).toEqual([ErrorCode.INVALID_REQUEST, ErrorCode.PLATFORM_KEY_SCOPE, ErrorCode.INVALID_REQUEST, 'accepted']);
});

test('a brief answer leaves out what the asker has, but never of a replay; an account is named for its key only', async () => {
  const { id: accountId, key } = await core.createAccount();
  const texts = [throughTheDoor(key, 'order-1'), { accountId, address: '(500) 555-0006', body: 'y' }];
  const ask = async (brief: boolean) => {
    const { results } = await core.messages.sendMessages({ texts, brief });
    return results.map(({ outcome, accountId: named }) => {
      const { message } = outcome.value as { message: Message };
      const { address, addressNorm, body, clientRef } = message;
      return { named, address, addressNorm, body, clientRef };
    });
  };
  const addressNorm = '+15005550006';
  expect(await ask(true)).toEqual([
    { named: accountId, address: '', addressNorm, body: '', clientRef: undefined },
    { named: 0n, address: '', addressNorm, body: '', clientRef: undefined },
  ]);
  const replayed = { named: accountId, address: addressNorm, addressNorm, body: 'x', clientRef: 'order-1' };
  expect((await ask(true))[0]).toEqual(replayed);
  expect(await ask(false)).toEqual([
    replayed,
    { named: 0n, address: '(500) 555-0006', addressNorm, body: 'y', clientRef: undefined },
  ]);
});
