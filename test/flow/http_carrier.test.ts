// A text through an HTTP carrier that settings alone describe, from the public interface to a company and back: the
// receipt and the answer come as signed calls on the gateway, and every call may come twice and to any core.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpKind } from '../../server/carrier/http/http_kind.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Arrived, Company } from '../support/http_carrier_end/company.ts';
import { bearerCloud, formCloud } from '../support/http_carrier_end/providers.ts';
import { type Stack, startStack } from '../support/stack.ts';

const number = '+15005550100';
let service: SimulatedService;
let end: Company;
let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  service = await SimulatedService.begin();
  end = await Company.start();
  end.onRequest = ({ url }) =>
    url.startsWith('/v2/')
      ? { status: 429, headers: { 'retry-after': '60' } }
      : { status: 201, body: JSON.stringify({ sid: `SM${end.requests.length}` }) };
  const carrierOf = (name: string, settings: object, priority: number) => ({
    name,
    kind: httpKind,
    priority,
    sender: null,
    settings,
  });
  stack = await startStack({
    service,
    cores: 2,
    carriers: [carrierOf('busy', bearerCloud(end.url), 10), carrierOf('main', formCloud(end.url), 20)],
  });
  account = await stack.createAccount({ paired: false });
  for (const carrier of ['busy', 'main'])
    await stack.core.admin.assignNumber({
      accountId: account.id,
      carrier,
      number: carrier === 'main' ? number : '+15005550101',
    });
});
afterAll(async () => {
  await stack.stop();
  await end.close();
  await service.end();
});

const base = () => `${(stack.gateways[0] as { url: string }).url}/webhooks/carriers`;

const ask = (path: string, init: RequestInit) => service.simulation.during(fetch(base() + path, init));

/** A call of the company, signed for the address that it was configured with. */
function call(hook: string, fields: Record<string, string>, changes: Record<string, string> = {}) {
  const sorted = Object.keys(fields)
    .toSorted()
    .map((name) => name + fields[name])
    .join('');
  const signature = createHmac('sha1', 'auth-token-of-tests')
    .update(`https://sms.example.com/webhooks/carriers/main/${hook}${sorted}`)
    .digest('base64');
  return ask(`/main/${hook}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams({ ...fields, ...changes }).toString(),
  });
}

const readMessage = async (id: string) => (await stack.get(`/api/v1/messages/${id}`, account.key)).json;

describe('a text', () => {
  test('a text goes past a carrier that is throttled, and its signed receipt makes it delivered, once', async () => {
    const { json } = await stack.send(account, { body: 'Zürich & 😀' });
    const id = String((json as { message: { id: string } }).message.id);
    await service.simulation.run('2 s');
    const arrived = end.requests.find(({ url }) => url.startsWith('/2010')) as Arrived;
    expect(new URLSearchParams(arrived.body).get('Body')).toBe('Zürich & 😀');
    expect(new URLSearchParams(arrived.body).get('From')).toBe(number);
    const sid = `SM${end.requests.indexOf(arrived) + 1}`;

    const forged = await call(
      'receipt',
      { MessageSid: sid, MessageStatus: 'failed' },
      { MessageStatus: 'delivered' },
    );
    expect(forged.status).toBe(403);
    const reported = { MessageSid: sid, MessageStatus: 'delivered' };
    const answers = await Promise.all([call('receipt', reported), call('receipt', reported)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await service.simulation.idle();
    expect(await readMessage(id)).toMatchObject({ message: { status: 'delivered' } });
    expect(end.requests.filter(({ url }) => url.startsWith('/2010'))).toHaveLength(1);
  });

  test('a text that is received twice, through either core, is there once', async () => {
    const fields = { MessageSid: 'SMin1', From: '+15005550006', To: number, Body: 'hello back' };
    for (let times = 0; times < 4; times++) {
      const answer = await call('text', fields);
      expect([answer.status, await answer.text()]).toEqual([200, '<Response/>']);
    }
    const { json } = await stack.get('/api/v1/messages?since=0', account.key);
    expect(JSON.stringify(json).split('hello back')).toHaveLength(2);
  });

  test('a text to a number that nobody owns is taken and dropped', async () => {
    const answer = await call('text', {
      MessageSid: 'SMin2',
      From: '+15005550006',
      To: '+15005559999',
      Body: 'x',
    });
    expect(answer.status).toBe(200);
  });
});

test.each([
  ['nobody', '/nobody/receipt', 404],
  ['no hook', '/main/nothing', 404],
  ['a hook without its signature', '/main/receipt', 401],
])('a call for %s is refused', async (_name, path, status) => {
  const answer = await ask(path, { method: 'POST', body: 'a=b' });
  expect(answer.status).toBe(status);
});

test('no bytes from outside cause an internal error', async () => {
  const bodies = ['', '{', '\u0000'.repeat(100), 'a'.repeat(256 * 1024), '[[[[', '%%%%=&&&'];
  for (const body of bodies)
    for (const hook of ['receipt', 'text', 'events', '%00', '__proto__', 'constructor'])
      for (const name of ['main', 'busy', 'constructor']) {
        const { status } = await ask(`/${name}/${hook}`, { method: 'POST', body });
        expect([status, status >= 400 && status < 500]).toEqual([status, true]);
      }
});
