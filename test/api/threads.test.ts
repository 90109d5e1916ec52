// GET /api/v1/threads and /api/v1/threads/{address}/messages: conversations, newest first, page by page.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { notIntegers, repeated } from './integer_inputs.ts';

const path = '/api/v1/threads';
const of = (address: string) => `${path}/${encodeURIComponent(address)}/messages`;
const numberOf = (index: number) => `+1500555${String(index).padStart(4, '0')}`;
let stack: Stack;
const agents: RawAgent[] = [];

beforeAll(async () => {
  stack = await startStack();
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
});
afterAll(() => stack.stop());

async function fill({ id }: TestAccount, addresses: readonly string[]): Promise<void> {
  const texts = addresses.map((address, index) => ({ accountId: id, address, body: `text ${index + 1}` }));
  for (let start = 0; start < texts.length; start += 500)
    await stack.core.messages.sendMessages({ texts: texts.slice(start, start + 500) });
}
async function receive(account: TestAccount, address: string, body: string): Promise<void> {
  const agent = await RawAgent.linked(stack.core, account.deviceToken, 'journal', 1);
  agents.push(agent);
  agent.send({ case: 'inbound', value: { inboundId: body, address, body } });
  await agent.expect('inboundAck');
}
const pluck = <T>(list: Record<string, T>[], name: string) => list.map((entry) => entry[name]);

describe('the list of conversations', () => {
  test('the list of conversations is empty for an account that never wrote', async () => {
    const { key } = await stack.createAccount();
    const { status, json } = await stack.get(path, key);
    expect([status, json]).toEqual([200, { threads: [], next_cursor: null }]);
  });

  test('the list of conversations is one entry for each address, newest text first, as documented', async () => {
    const account = await stack.createAccount();
    for (const address of [numberOf(1), numberOf(2), '(500) 555-0001']) await fill(account, [address]);
    await receive(account, 'MyBank', 'your code');
    const { json } = await stack.get(path, account.key);
    expect(pluck(json.threads, 'address_norm')).toEqual(['MyBank', numberOf(1), numberOf(2)]);
    expect(pluck(json.threads, 'message_count')).toEqual([1, 2, 1]);
    expect(json.threads[0].last_message).toMatchObject({ direction: 'in', body: 'your code' });
    expect(json.threads[1]).toMatchObject({ address: '(500) 555-0001', last_message: { id: 3 } });
    expect(json.threads[1].updated_at).toBe(json.threads[1].last_message.created_at);
    expect(json.next_cursor).toBeNull();
  });

  test('the list of conversations goes on at its cursor, with each conversation once', async () => {
    const account = await stack.createAccount();
    await fill(
      account,
      Array.from({ length: 7 }, (_, index) => numberOf(index)),
    );
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await stack.get(
        `${path}?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
        account.key,
      );
      seen.push(...pluck(json.threads, 'address_norm'));
      cursor = json.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => numberOf(6 - index)));
  });

  test('the list of conversations has 100 entries unless a limit from 1 to 500 is given', async () => {
    const account = await stack.createAccount();
    await fill(
      account,
      Array.from({ length: 501 }, (_, index) => numberOf(index)),
    );
    for (const [query, expected] of [
      ['', 100],
      ['limit=500', 500],
      ['limit=501', 500],
      ['limit=0', 1],
      ['limit=-5', 1],
    ] as const) {
      const { json } = await stack.get(`${path}?${query}`, account.key);
      expect([query, json.threads.length, typeof json.next_cursor]).toEqual([query, expected, 'string']);
    }
  });

  test('the list of conversations refuses an invalid limit or cursor', async () => {
    const { key } = await stack.createAccount();
    for (const query of [
      ...notIntegers.map((value) => `limit=${value}`),
      repeated('limit'),
      'cursor=',
      'cursor=abc',
      'cursor=-1',
      'cursor=1.5',
      'cursor=99999999999999999999',
      repeated('cursor'),
    ]) {
      const { status, json } = await stack.get(`${path}?${query}`, key);
      expect([query, status, json.code]).toEqual([query, 400, 'invalid_request']);
    }
  });
});

describe('one conversation', () => {
  test('one conversation holds the texts in both directions, newest first, for any form of the number', async () => {
    const account = await stack.createAccount();
    for (const address of ['+15005550006', '(500) 555-0006', '+15005550007']) await fill(account, [address]);
    await receive(account, '500-555-0006', 'answer');
    for (const form of [
      '+15005550006',
      '5005550006',
      '(500) 555-0006',
      '1.500.555.0006',
      'tel:+15005550006',
      '\u202a+15005550006\u202c',
      '\u200e(500) 555\u200b0006',
    ]) {
      const { json } = await stack.get(of(form), account.key);
      expect([form, json.address_norm, pluck(json.messages, 'id')]).toEqual([
        form,
        '+15005550006',
        [4, 2, 1],
      ]);
      expect(json.next_before).toBeNull();
    }
    const plain = await stack.get(`${path}/+15005550006/messages`, account.key);
    expect(plain.json.messages).toHaveLength(3);
  });

  test.each([
    ['DE', '030/901820', '+4930901820'],
    ['GB', '07700 900123', '+447700900123'],
    ['AU', '0412 345 678', '+61412345678'],
  ])(
    "one conversation is found by a national number of the account's country (%s)",
    async (country, address, normal) => {
      const account = await stack.createAccount({ country });
      await fill(account, [normal]);
      const { json } = await stack.get(of(address), account.key);
      expect([json.address_norm, json.messages.length]).toEqual([normal, 1]);
    },
  );

  test('one conversation with a named sender is found by that name only', async () => {
    const account = await stack.createAccount();
    await receive(account, 'My Bank/Ünïted', 'code');
    const { json } = await stack.get(of('My Bank/Ünïted'), account.key);
    expect(json).toMatchObject({ address_norm: 'My Bank/Ünïted', messages: [{ body: 'code' }] });
    const { status } = await stack.get(of('my bank/ünïted'), account.key);
    expect(status).toBe(400);
  });

  test('one conversation is empty for an unknown address, and for one of another account', async () => {
    const [mine, other] = [await stack.createAccount(), await stack.createAccount()];
    await fill(other, ['+15005550006']);
    const theirs = await stack.get(of('+15005550006'), mine.key);
    const nobodys = await stack.get(of('+15005550007'), mine.key);
    expect([theirs.status, nobodys.status]).toEqual([200, 200]);
    expect(theirs.json).toEqual({ address_norm: '+15005550006', messages: [], next_before: null });
    expect(theirs.text.replaceAll('0006', '0007')).toBe(nobodys.text);
    expect((await stack.get(path, mine.key)).json.threads).toEqual([]);
  });

  test('one conversation goes on at next_before, with each text once', async () => {
    const account = await stack.createAccount();
    await fill(
      account,
      Array.from({ length: 7 }, () => '+15005550006'),
    );
    const seen: unknown[] = [];
    let before = '';
    do {
      const { json } = await stack.get(`${of('+15005550006')}?limit=3${before}`, account.key);
      seen.push(...pluck(json.messages, 'id'));
      before = json.next_before === null ? '' : `&before=${json.next_before}`;
    } while (before !== '');
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('one conversation has 100 texts unless a limit from 1 to 500 is given', async () => {
    const account = await stack.createAccount();
    await fill(
      account,
      Array.from({ length: 501 }, () => '+15005550006'),
    );
    for (const [query, expected, next] of [
      ['', 100, 402],
      ['limit=500', 500, 2],
      ['limit=501', 500, 2],
      ['limit=0', 1, 501],
      ['limit=-5', 1, 501],
      ['before=0', 0, null],
      ['before=-3', 0, null],
      ['before=3', 2, null],
      ['before=99999999999999999999&limit=1', 1, 501],
    ] as const) {
      const { json } = await stack.get(`${of('+15005550006')}?${query}`, account.key);
      expect([query, json.messages.length, json.next_before]).toEqual([query, expected, next]);
    }
  });

  test('one conversation refuses a limit or a before that is not an integer', async () => {
    const { key } = await stack.createAccount();
    for (const name of ['limit', 'before'])
      for (const query of [...notIntegers.map((value) => `${name}=${value}`), repeated(name)]) {
        const { status, json } = await stack.get(`${of('+15005550006')}?${query}`, key);
        expect([query, status, json.code]).toEqual([query, 400, 'invalid_request']);
      }
  });

  test.each(['letters', '12', '+1', '+999123456789', '%20', 'x'.repeat(65), '+15005550006x', '.', '..%2F..'])(
    'one conversation with the unusable address %s is 400 invalid_address',
    async (address) => {
      const { key } = await stack.createAccount();
      const { status, json } = await stack.get(`${path}/${address}/messages`, key);
      expect([status, json.code]).toEqual([400, 'invalid_address']);
    },
  );

  test.each(['%00', '%zz', '%ff', '%ed%a0%80', '%'])(
    'one conversation with the broken path %s is 400',
    async (address) => {
      const { key } = await stack.createAccount();
      const { status, json } = await stack.get(`${path}/${address}/messages`, key);
      expect([status, json.code]).toEqual([400, 'invalid_request']);
    },
  );
});
