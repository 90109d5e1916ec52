// Requests of programs that use neither package: Home Assistant's notify.rest and rest_command, n8n's HTTP node in the app's
// own example, and scripts of older versions of the interface.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequest } from '../support/http_client.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

const number = '+15005550006';
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ servesSmsgate: true });
});
afterAll(() => stack.stop());

interface Program {
  path: string;
  /** How the program signs in with a key. */
  scheme: 'Basic' | 'Bearer';
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

const programs: [string, Program][] = [
  [
    'n8n’s HTTP node',
    {
      path: '/messages?skipPhoneValidation=true',
      scheme: 'Basic',
      headers: { 'content-type': 'application/json', accept: 'application/json,text/html,*/*;q=0.9' },
      body: { textMessage: { text: 'hello' }, phoneNumbers: [number] },
    },
  ],
  [
    'Home Assistant’s notify.rest, with its message beside what its data holds',
    {
      path: '/message',
      scheme: 'Basic',
      headers: { 'content-type': 'application/json', 'user-agent': 'HomeAssistant/2026.8.1' },
      body: { message: 'hello', phoneNumbers: [number], simNumber: null },
    },
  ],
  [
    'Home Assistant’s rest_command, with its payload and content type',
    {
      path: '/messages',
      scheme: 'Bearer',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { textMessage: { text: 'hello' }, phoneNumbers: [number], withDeliveryReport: true },
    },
  ],
  [
    'a script that leaves nothing out',
    {
      path: '/messages?skipPhoneValidation=false&deviceActiveWithin=0',
      scheme: 'Basic',
      body: {
        ...{ id: '', deviceId: '', message: '', isEncrypted: false, priority: 100, ttl: 86_400 },
        ...{ textMessage: { text: 'hello' }, phoneNumbers: [number], withDeliveryReport: true },
      },
    },
  ],
];

test.each(programs)('%s sends a text and reads its outcome', async (_name, program) => {
  const { path, scheme, headers, body } = program;
  const { url } = stack.gateways[0] as { url: string };
  const { key } = await stack.createAccount();
  const secret = scheme === 'Bearer' ? key : Buffer.from(`home:${key}`).toString('base64');
  const authorization = `${scheme} ${secret}`;
  const sent = await sendRequest(url, {
    ...{ method: 'POST', path: smsgatePath + path, body, headers: { ...headers, authorization } },
  });
  expect(sent).toMatchObject({
    status: 202,
    json: { state: 'Pending', recipients: [{ phoneNumber: number, state: 'Pending' }] },
  });
  const at = `${smsgatePath}/messages/${sent.json.id}`;
  expect(sent.headers.location).toBe(at);
  expect(await sendRequest(url, { path: at, headers: { authorization } })).toMatchObject({
    status: 200,
    json: { id: sent.json.id },
  });
});
