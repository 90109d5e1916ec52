// A long text that a company divides by itself: what became of each part is in its answer, and a receipt follows for each.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpKind } from '../../server/carrier/http/http_kind.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { Company } from '../support/http_carrier_end/company.ts';
import { keyInBodyCloud } from '../support/http_carrier_end/providers.ts';
import { type Stack, startStack } from '../support/stack.ts';

const number = '+15005550100';
const secret = 'a-long-secret-of-tests';
let service: SimulatedService;
let end: Company;
let stack: Stack;
let inspect: ReturnType<typeof openInspector>;
let account: TestAccount;
/** What is answered for each part of the next texts. */
let statuses: string[];

beforeAll(async () => {
  service = await SimulatedService.begin();
  end = await Company.start();
  end.onRequest = () => ({
    body: JSON.stringify({
      messages: statuses.map((status, index) => ({
        status,
        ...(status === '0' && { 'message-id': `${end.requests.length}-${index + 1}` }),
      })),
    }),
  });
  stack = await startStack({
    service,
    carriers: [
      { name: 'main', kind: httpKind, priority: 10, sender: null, settings: keyInBodyCloud(end.url) },
    ],
  });
  inspect = openInspector(stack.databaseUrl);
});
beforeEach(async () => {
  account = await stack.createAccount({ paired: false });
  end.requests.length = 0;
  await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number: numberOf(account) });
});
afterAll(async () => {
  await inspect.end();
  await stack.stop();
  await end.close();
  await service.end();
});

let numbers = 0;
const given = new Map<bigint, string>();
const numberOf = ({ id }: TestAccount) => {
  const own = given.get(id) ?? `${number.slice(0, -4)}${String(1_000 + numbers++)}`;
  given.set(id, own);
  return own;
};

const call = (query: string, body?: object) =>
  service.simulation.during(
    fetch(`${stack.gateways[0]?.url}/webhooks/carriers/main/${query}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

const send = async () => {
  const { json } = await stack.send(account, { body: 'a long text '.repeat(30) });
  return String(json.message.id);
};
const message = async (id: string) => {
  await service.simulation.run('1 s');
  const [read] =
    await inspect`select status, error from message where account_id = ${String(account.id)} and id = ${id}`;
  return read as { status: string; error: string | null };
};
const report = (part: number, status: string) =>
  call(`receipt.${secret}`, { messageId: `1-${part}`, status, 'message-timestamp': '2026-03-10T12:00:00Z' });

describe('a text that a company divides', () => {
  test.each([['first'], ['second'], ['last']])(
    'a text that a company divides is submitted once, and failed, when its %s part is throttled',
    async (which) => {
      statuses = ['0', '0', '0'].with(['first', 'second', 'last'].indexOf(which), '1');
      const id = await send();
      // The carrier pauses for some seconds after the text before was throttled.
      await service.simulation.run('4 s');
      expect(await message(id)).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/^carrier_failed: /),
      });
      expect(end.requests).toHaveLength(1);
    },
  );

  test('a text that a company divides is delivered when its last part is, and not before', async () => {
    statuses = ['0', '0', '0'];
    const id = await send();
    expect((await message(id)).status).toBe('sent');
    for (const part of [3, 1]) {
      expect((await report(part, 'delivered')).status).toBe(200);
      expect((await message(id)).status).toBe('sent');
    }
    await report(2, 'delivered');
    expect((await message(id)).status).toBe('delivered');
  });

  test('a text that a company divides fails when one part does, whatever came before', async () => {
    statuses = ['0', '0', '0'];
    const id = await send();
    expect((await message(id)).status).toBe('sent');
    await report(1, 'delivered');
    await report(3, 'failed');
    expect((await message(id)).status).toBe('failed');
    await report(2, 'delivered');
    expect((await message(id)).status).toBe('failed');
  });
});

test('a text without words to a number in any form is there, and one that is for nobody is kept for the operator', async () => {
  const own = numberOf(account).slice(1);
  const received = async () => {
    const { json } = await stack.get('/api/v1/messages?since=0', account.key);
    return json.messages.map(({ body, address_norm }: Record<string, string>) => [address_norm, body]);
  };
  const query = (fields: Record<string, string>) => call(`text.${secret}?${new URLSearchParams(fields)}`);
  for (const fields of [
    { messageId: 'a', msisdn: '15005550006', to: own, text: 'hello' },
    { messageId: 'b', msisdn: '15005550006', to: own.slice(1), type: 'binary' },
    { messageId: 'c', to: own, text: 'who am I' },
    { messageId: 'd', msisdn: '15005550006', text: 'to nobody' },
    { messageId: 'e', msisdn: '15005550006', to: '15005559999', text: 'to nobody of us' },
  ] as Record<string, string>[])
    expect((await query(fields)).status).toBe(200);
  expect((await call(`receipt.${secret}`, { messageId: '1-9' })).status).toBe(200);
  expect(await received()).toEqual([
    ['+15005550006', 'hello'],
    ['+15005550006', '(a text without words came)'],
    ['unknown', 'who am I'],
  ]);
  const { deadLetters } = await stack.core.admin.listDeadLetters({ carrier: 'main' });
  expect(deadLetters.map(({ source, raw }) => [source, raw.includes('to ') || raw.includes('1-9')])).toEqual([
    ['receipt', true],
    ['text', true],
    ['text', true],
    // The one without words is there, and kept as it came.
    ['text', false],
  ]);
});
