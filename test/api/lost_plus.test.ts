// A plus that was lost on the way, by a form, a query or a spreadsheet, makes no number somebody else's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import type { TestAccount } from '../support/core.ts';
import { callIncomingWebhook } from '../support/incoming_webhook_calls.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ servesTwilio: true, servesSmsgate: true });
  account = await stack.createAccount({ country: 'DE' });
});
afterAll(() => stack.stop());

const url = () => stack.gateways[0]?.url ?? '';
const ask = (method: string, path: string, body?: object) =>
  stack.ask({ method, path: `/api/v1/${path}`, key: account.key, ...(body && { body }) });
const form = (name: string, value: string) => ({
  'content-type': 'application/x-www-form-urlencoded',
  authorization: `Basic ${Buffer.from(`${name}:${value}`).toString('base64')}`,
});
/** The recipient of the text with these words. */
async function recipientOf(body: string): Promise<string> {
  const { json } = await ask('GET', 'messages?since=0&limit=500');
  return json.messages.find((text: { body: string }) => text.body === body)?.address_norm;
}

test.each([
  ['33612349001', '+33612349001'],
  [' 33612349002', '+33612349002'],
  ['491711239003', '+491711239003'],
  ['٤٩١٧١١٢٣٩٠٠٤', '+491711239004'],
  ['0171 1239005', '+491711239005'],
])('the number "%s" of a request is %s', async (address, number) => {
  const { json } = await ask('POST', 'messages', { address, body: address });
  expect(json.message).toMatchObject({ address, address_norm: number });
});

test('a form’s plus that nobody encoded, to an incoming webhook, is a plus', async () => {
  await ask('PUT', 'incoming-webhooks/orders', {
    ...{ template: 'Order {{id}}', recipients_field: 'to', event_id: '{{id}}' },
  });
  const called = await callIncomingWebhook(
    `${url()}/hooks/orders`,
    'id=1&to=+33612349101',
    form('any', account.key),
  );
  expect(called.status).toBe(200);
  await callIncomingWebhook(
    `${url()}/hooks/orders`,
    { id: 2, to: 491711239102 },
    { authorization: `Bearer ${account.key}` },
  );
  expect([await recipientOf('Order 1'), await recipientOf('Order 2')]).toEqual([
    '+33612349101',
    '+491711239102',
  ]);
});

test('a form’s plus that nobody encoded, to Twilio’s interface, is a plus', async () => {
  const sid = accountSid(account.id);
  const headers = form(sid, account.key);
  const path = `${url()}/2010-04-01/Accounts/${sid}/Messages.json`;
  for (const body of ['To=+33612349103&Body=three', 'To=491711239104&Body=four'])
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201);
  expect([await recipientOf('three'), await recipientOf('four')]).toEqual(['+33612349103', '+491711239104']);
  const listed = await fetch(`${path}?To=+33612349103`, { headers });
  expect(((await listed.json()) as { messages: object[] }).messages).toMatchObject([{ body: 'three' }]);
});

test('a plus that nobody encoded in a query finds whom it names, and nobody else', async () => {
  await ask('PUT', 'opt-outs/%2B33612349201');
  await ask('PUT', 'opt-outs/%2B4933612349201');
  await ask('POST', 'contacts', { address: '+33612349201', name: 'Ada' });
  const { json } = await ask('GET', 'opt-outs?address=+33612349201');
  expect(json.opt_outs).toMatchObject([{ address: '+33612349201' }]);
  const found = await ask('GET', 'contacts/find?addresses=+33612349201,+4933612349201');
  expect(found.json.found).toMatchObject([{ contact: { name: 'Ada' } }]);
  await ask('POST', 'messages', { address: '+33612349202', body: 'listed' });
  const thread = await ask('GET', 'threads/33612349202/messages');
  expect(thread.json).toMatchObject({ address_norm: '+33612349202', messages: [{ body: 'listed' }] });
});

test('a spreadsheet’s numbers that lost their plus are whose they were', async () => {
  const csv = 'name,number\nBo,33612349301\nCy,491711239302\nDi,0171 1239303\n';
  await ask('POST', 'contacts/import', { csv });
  const { json } = await ask('GET', 'contacts?limit=100');
  const numbers = json.contacts.map((each: { name: string; address: string }) => [each.name, each.address]);
  expect(numbers).toEqual(
    expect.arrayContaining([
      ['Bo', '+33612349301'],
      ['Cy', '+491711239302'],
      ['Di', '+491711239303'],
    ]),
  );
  await ask('POST', 'opt-outs/import', { csv: 'address\n33612349311\n491711239312\n' });
  const optOuts = (await ask('GET', 'opt-outs?limit=500')).json.opt_outs;
  expect(optOuts.map(({ address }: { address: string }) => address)).toEqual(
    expect.arrayContaining(['+33612349311', '+491711239312']),
  );
});
