// The app's own server as the judge: compares its interface for programs, by the OpenAPI document that it is made with (commit 22074dda
// of August 2026), with the answers here. The list at the end has the intended differences; any other difference is a
// fault.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAccount } from '../support/core.ts';
import { sendRequest } from '../support/http_client.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let account: TestAccount;
beforeAll(async () => {
  stack = await startStack({ servesSmsgate: true });
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

interface Shape {
  required: readonly string[];
  optional: readonly string[];
}

const state: Shape = {
  required: ['id', 'deviceId', 'state', 'recipients'],
  optional: ['isHashed', 'isEncrypted', 'states', 'textMessage', 'dataMessage', 'hashedMessage'],
};
const recipient: Shape = { required: ['phoneNumber', 'state'], optional: ['error'] };
const device: Shape = {
  required: [],
  optional: ['id', 'name', 'createdAt', 'updatedAt', 'deletedAt', 'lastSeen', 'simCards'],
};
const webhook: Shape = { required: ['url', 'event'], optional: ['id', 'deviceId'] };
const health: Shape = { required: [], optional: ['status', 'version', 'releaseId', 'checks'] };

interface TheirOperation {
  /** The same call, made here. */
  call: string;
  body?: unknown;
  /** The statuses in their document. */
  statuses: readonly number[];
  /** Fields of a successful answer, or of each item of a list. */
  shape?: Shape;
}

const message = { id: 'judged', textMessage: { text: 'hello' }, phoneNumbers: ['+15005550006'] };
const hook = { id: 'judged', url: 'https://hooks.example/x', event: 'sms:received' };

const operations: readonly TheirOperation[] = [
  { call: 'POST /messages', body: message, statuses: [202, 400, 401, 403, 409, 500, 503], shape: state },
  { call: 'GET /messages', statuses: [200, 400, 401, 403, 500], shape: state },
  { call: 'GET /messages/judged', statuses: [200, 400, 401, 403, 500], shape: state },
  { call: 'GET /messages/nobodys', statuses: [200, 400, 401, 403, 500] },
  { call: 'DELETE /messages/judged', statuses: [200, 400, 401, 403, 404, 500], shape: state },
  { call: 'DELETE /messages/judged', statuses: [200, 400, 401, 403, 404, 500] },
  { call: 'DELETE /messages/nobodys', statuses: [200, 400, 401, 403, 404, 500] },
  { call: 'GET /devices', statuses: [200, 400, 401, 403, 500], shape: device },
  { call: 'DELETE /devices/1', statuses: [204, 400, 401, 403, 404, 500] },
  { call: 'POST /webhooks', body: hook, statuses: [201, 400, 401, 403, 500], shape: webhook },
  { call: 'GET /webhooks', statuses: [200, 401, 403, 500], shape: webhook },
  { call: 'DELETE /webhooks/judged', statuses: [204, 401, 403, 500] },
  { call: 'GET /health', statuses: [200, 503], shape: health },
  { call: 'GET /inbox', statuses: [200, 400, 401, 403, 500, 501] },
  { call: 'POST /inbox/refresh', body: {}, statuses: [202, 400, 401, 403, 500] },
  { call: 'GET /logs', statuses: [200, 401, 403, 500, 501] },
  { call: 'GET /settings', statuses: [200, 401, 403, 500] },
  { call: 'PUT /settings', body: {}, statuses: [200, 400, 401, 403, 500] },
  { call: 'PATCH /settings', body: {}, statuses: [200, 400, 401, 403, 500] },
  { call: 'POST /auth/token', body: { scopes: [] }, statuses: [201, 400, 401, 403, 500, 501] },
  { call: 'POST /auth/token/refresh', statuses: [201, 401, 403, 500, 501] },
  { call: 'DELETE /auth/token/x', statuses: [204, 401, 403, 500, 501] },
];

/** The differences. The guide gives a reason for each. */
const onPurpose = [
  // Their document leaves it out here, although it has it for the cancel.
  'GET /messages/nobodys: 404',
  // A program's key cannot unpair a phone.
  'DELETE /devices/1: 501',
  // The secret of a new webhook is shown this once.
  'POST /webhooks: 201 has signingKey',
  // Phones have no settings here, and received texts are kept by the service.
  ...['POST /inbox/refresh: 501', 'GET /settings: 501', 'PUT /settings: 501', 'PATCH /settings: 501'],
];

function departures(where: string, value: unknown, { required, optional }: Shape): string[] {
  const fields = Object.keys(value as object);
  return [
    ...required.filter((name) => !fields.includes(name)).map((name) => `${where} lacks ${name}`),
    ...fields
      .filter((name) => !required.includes(name) && !optional.includes(name))
      .map((name) => `${where} has ${name}`),
  ];
}

test('only the intended differences from their own server’s document exist', async () => {
  const found: string[] = [];
  for (const { call, body, statuses, shape } of operations) {
    const [method, path] = call.split(' ') as [string, string];
    const answer = await sendRequest((stack.gateways[0] as { url: string }).url, {
      ...{ method, path: smsgatePath + path, key: account.key },
      ...(body !== undefined && { body }),
    });
    const where = `${call}: ${answer.status}`;
    if (!statuses.includes(answer.status)) found.push(where);
    if (answer.status >= 400) {
      found.push(...departures(where, answer.json, { required: ['message'], optional: ['code', 'data'] }));
    } else if (shape !== undefined) {
      for (const item of [answer.json].flat()) {
        found.push(...departures(where, item, shape));
        for (const each of item.recipients ?? []) found.push(...departures(where, each, recipient));
      }
    }
  }
  expect(found).toEqual(onPurpose);
});
