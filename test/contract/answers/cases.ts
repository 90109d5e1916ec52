// One case for each endpoint, status and code of the document. Most are alike for every endpoint and made from the
// document itself; the rest stands in a table.

import { mostAnswers } from '../../../server/store/outbound/answers.ts';
import { setAnswers } from '../../support/answered_rows.ts';
import { openInspector } from '../../support/database.ts';
import type { DescribedOperation } from '../../support/described/interface.ts';
import { type Answer, type Ask, sendBytes, sendRequest } from '../../support/http_client.ts';
import { type KeyLimits, makeLimitedKey } from '../../support/limited_keys.ts';
import { type Asked, askOf, bodies } from './asked.ts';
import { broadcastCases } from './broadcast_cases.ts';
import { createDeclined, type World } from './world.ts';

export interface Case {
  /** operationId, status and code, as in "getUsage 404 not_found"; "ok" for a success. */
  name: string;
  operation: DescribedOperation;
  ask(world: World): Promise<Answer>;
}

const bytesOfBodies: Readonly<Record<string, number>> = {
  importOptOuts: 1_200_000,
  importContacts: 10 * 1024 * 1024,
  putBroadcastRecipients: 1_048_576,
};
/** The largest body that an operation takes. */
const bytesOfBody = ({ id }: DescribedOperation) => bytesOfBodies[id] ?? 65_536;

const bytesOf = ({ method, path }: Ask, headers: string) => `${method} ${path} HTTP/1.1\r\n${headers}`;

/** What every endpoint answers that has it in the document. */
const alike: Readonly<Record<string, Asked>> = {
  '400 invalid_request': ({ stack }, operation) => {
    const ask = askOf(operation);
    return stack.bytes(bytesOf(ask, 'Connection: close\r\n\r\n'), ask);
  },
  '408 invalid_request': ({ lostUrl }, operation) =>
    sendBytes(lostUrl, bytesOf(askOf(operation), 'Host: x\r\n')),
  '431 invalid_request': ({ stack }, operation) => {
    const ask = askOf(operation);
    return stack.bytes(bytesOf(ask, `Host: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`), ask);
  },
  '401 invalid_api_key': ({ stack }, operation) => stack.ask(askOf(operation)),
  '403 platform_key_scope': ({ stack, platform }, operation) =>
    stack.ask(askOf(operation, { key: platform.key })),
  '403 key_ended': ({ stack, endedKey }, operation) => stack.ask(askOf(operation, { key: endedKey })),
  // What a key that reads may ask, one that manages may not.
  '403 key_scope': async ({ stack, limitedKeys }, operation) => {
    const answer = await stack.ask(askOf(operation, { key: limitedKeys.read }));
    return answer.status === 403 ? answer : stack.ask(askOf(operation, { key: limitedKeys.manage }));
  },
  '404 not_found': ({ stack, account, other }, operation) =>
    stack.ask(askOf(operation, { key: account.key, headers: { 'x-svc-account': String(other.id) } })),
  '413 invalid_request': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: ' '.repeat(bytesOfBody(operation) + 1) })),
  '415 invalid_request': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, headers: { 'content-type': 'text/plain' } })),
  '429 rate_limited': ({ stack, spentKey }, operation) => stack.ask(askOf(operation, { key: spentKey })),
  '503 unavailable': ({ lostUrl, account }, operation) =>
    sendRequest(lostUrl, askOf(operation, { key: account.key })),
  '304 ok': ({ stack }, operation) => stack.ask(askOf(operation, { headers: { 'if-none-match': '*' } })),
  '200 ok': async ({ stack, account }, operation) => {
    await stack.send(account);
    return stack.ask(askOf(operation, operation.isProtected ? { key: account.key } : {}));
  },
};

/** A send of a new account. */
const sendAs =
  (account: Parameters<World['stack']['createAccount']>[0]): Asked =>
  async ({ stack }, operation) => {
    const { key } = await stack.createAccount(account);
    return stack.ask(askOf(operation, { key }));
  };

/** A send with a key that has a policy. */
const sendWith =
  (policy: Partial<KeyLimits>, body: object = {}): Asked =>
  async ({ stack, account }, operation) => {
    const { secret: key } = await makeLimitedKey(stack, account, policy);
    if (policy.perHour !== undefined) await stack.send({ key });
    const asked = askOf(operation, { key });
    return stack.ask({ ...asked, body: { ...(asked.body as object), ...body } });
  };

/** A cancel of a text that a phone has been handed. */
const cancelHandedOver =
  (target: string): Asked =>
  async ({ stack }, { method }) => {
    const account = await stack.createAccount();
    await stack.send(account, { client_ref: 'r' });
    const sql = openInspector(stack.databaseUrl);
    await sql`update message set status = 'sending' where account_id = ${String(account.id)}`;
    await sql.end();
    return stack.ask({ method, path: `/api/v1/messages${target}`, key: account.key });
  };
/** Of an account that has the consumer, webhook or incoming webhook that is meant. */
const withNamed =
  (what: 'consumers' | 'webhooks' | 'incoming-webhooks'): Asked =>
  async ({ stack }, operation) => {
    const { key } = await stack.createAccount();
    const body =
      bodies[
        { consumers: 'putConsumer', webhooks: 'putWebhook', 'incoming-webhooks': 'putIncomingWebhook' }[what]
      ];
    await stack.ask({ method: 'PUT', path: `/api/v1/${what}/shop`, key, body });
    return stack.ask(askOf(operation, { key }));
  };
/** Of an account that has a contact and a group, each the first. */
const withContact: Asked = async ({ stack }, operation) => {
  const { key } = await stack.createAccount();
  await stack.post('/api/v1/contacts', key, bodies.putContact);
  await stack.post('/api/v1/groups', key, bodies.putContactGroup);
  return stack.ask(askOf(operation, { key }));
};
/** Of a consumer that another reader has. */
const ofBusy: Asked = async ({ stack }, operation) => {
  const { key } = await stack.createAccount();
  await stack.ask({ method: 'PUT', path: '/api/v1/consumers/shop', key, body: {} });
  await stack.get('/api/v1/consumers/shop/messages', key);
  return stack.ask(askOf(operation, { key }));
};

const special: Readonly<Record<string, Asked>> = {
  ...broadcastCases,
  'getConsumer 200 ok': withNamed('consumers'),
  'deleteConsumer 200 ok': withNamed('consumers'),
  'readConsumer 200 ok': withNamed('consumers'),
  'readConsumer 409 consumer_busy': ofBusy,
  'ackConsumer 200 ok': withNamed('consumers'),
  'ackConsumer 409 consumer_busy': ofBusy,
  'resetConsumer 200 ok': withNamed('consumers'),
  'getIncomingWebhook 200 ok': withNamed('incoming-webhooks'),
  'deleteIncomingWebhook 200 ok': withNamed('incoming-webhooks'),
  'putIncomingWebhook 400 invalid_address': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: { template: 'x', recipients: ['12'] } })),
  'previewIncomingWebhook 400 invalid_address': ({ stack, account }, operation) =>
    stack.ask(
      askOf(operation, {
        key: account.key,
        body: { body: {}, settings: { template: 'x', recipients: ['12'] } },
      }),
    ),
  'getWebhook 200 ok': withNamed('webhooks'),
  'deleteWebhook 200 ok': withNamed('webhooks'),
  'listWebhookAttempts 200 ok': withNamed('webhooks'),
  'rotateWebhook 200 ok': withNamed('webhooks'),
  'testWebhook 200 ok': withNamed('webhooks'),
  'replayWebhook 200 ok': withNamed('webhooks'),
  'enableWebhook 200 ok': withNamed('webhooks'),
  'disableWebhook 200 ok': withNamed('webhooks'),
  'sendMessage 400 invalid_address': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: { address: '12', body: 'hello' } })),
  'sendMessage 402 no_plan': sendAs({ plan: '' }),
  'sendMessage 402 no_subscription': async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount();
    await stack.core.admin.updateAccount({ accountId: id, subscriptionStatus: 'canceled' });
    return stack.ask(askOf(operation, { key }));
  },
  'sendMessage 402 cap_reached': async ({ stack }, operation) => {
    const account = await stack.createAccount({ plan: 'starter' });
    await stack.send(account);
    return stack.ask(askOf(operation, { key: account.key }));
  },
  'sendMessage 409 no_route': sendAs({ paired: false }),
  'sendBatch 413 invalid_request': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: ' '.repeat(1_048_577) })),
  'cancelMessage 409 not_cancellable': cancelHandedOver('/1'),
  'cancelMessageByRef 409 not_cancellable': cancelHandedOver('?client_ref=r'),
  'cancelMessageByRef 200 ok': async ({ stack, account }, { method, path }) => {
    await stack.send(account, { client_ref: 'cancelled' });
    return stack.ask({ method, path: `${path}?client_ref=cancelled`, key: account.key });
  },
  'sendMessage 409 opted_out': async ({ stack }, operation) => {
    const { key } = await stack.createAccount();
    await stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/+15005550006', key });
    return stack.ask(askOf(operation, { key }));
  },
  'sendMessage 403 account_suspended': async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount();
    await stack.core.admin.suspendAccount({ accountId: id, reason: '' });
    return stack.ask(askOf(operation, { key }));
  },
  'sendMessage 403 recipient_not_allowed': sendWith({ recipients: ['writers'] }),
  'sendMessage 403 sender_not_allowed': sendWith({ from: 'device:1' }, { from: 'device:2' }),
  'sendMessage 403 key_budget_reached': sendWith({ perHour: 1 }),
  'sendMessage 409 loop_suspected': async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount();
    const sql = openInspector(stack.databaseUrl);
    await setAnswers(sql, id, '+15005550006', { count: mostAnswers, unanswered: 1 });
    await sql.end();
    return stack.ask(askOf(operation, { key }));
  },
  'listOptOuts 400 invalid_address': ({ stack, account }) =>
    stack.ask({ path: `/api/v1/opt-outs?address=${'5'.repeat(65)}`, key: account.key }),
  'addOptOut 400 invalid_address': ({ stack, account }) =>
    stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/12', key: account.key }),
  'removeOptOut 400 invalid_address': ({ stack, account }) =>
    stack.ask({ method: 'DELETE', path: `/api/v1/opt-outs/${'5'.repeat(65)}`, key: account.key }),
  'removeOptOut 200 ok': async ({ stack, account }, operation) => {
    await stack.ask({ method: 'PUT', path: '/api/v1/opt-outs/+15005550009', key: account.key });
    return stack.ask(askOf(operation, { key: account.key }));
  },
  'findContacts 200 ok': ({ stack, account }) =>
    stack.get('/api/v1/contacts/find?addresses=5005550006', account.key),
  'searchAccount 200 ok': ({ stack, account }) => stack.get('/api/v1/search?q=hello', account.key),
  'getContact 200 ok': withContact,
  'updateContact 200 ok': withContact,
  'deleteContact 200 ok': withContact,
  'getContactGroup 200 ok': withContact,
  'renameContactGroup 200 ok': withContact,
  'deleteContactGroup 200 ok': withContact,
  'listGroupMembers 200 ok': withContact,
  'changeGroupMembers 200 ok': withContact,
  'putContact 400 invalid_address': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: { address: '12', name: 'Ada' } })),
  'updateContact 400 invalid_address': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: { address: '12' } })),
  'listThreadMessages 400 invalid_address': ({ stack, account }) =>
    stack.ask({ path: '/api/v1/threads/12/messages', key: account.key }),
  'changePlan 400 unknown_plan': ({ stack, account }, operation) =>
    stack.ask(askOf(operation, { key: account.key, body: { plan: 'free' } })),
  'changePlan 409 exempt_account': async ({ stack }, operation) => {
    const { key } = await stack.createAccount({ plan: '', exempt: true });
    return stack.ask(askOf(operation, { key }));
  },
  'changePlan 403 account_suspended': async ({ stack }, operation) => {
    const { id, key } = await stack.createAccount({ plan: '' });
    await stack.core.admin.suspendAccount({ accountId: id, reason: 'spam' });
    return stack.ask(askOf(operation, { key }));
  },
  'changePlan 502 payment_error': async (world, operation) => {
    const { key } = await createDeclined(world);
    return world.stack.ask(askOf(operation, { key }));
  },
  'changePlan 503 billing_disabled': async ({ withoutProvider }, operation) => {
    const { key } = await withoutProvider.createAccount();
    return withoutProvider.ask(askOf(operation, { key }));
  },
};

/** Every case that an operation has: what it documents among those that are alike, and its own. */
export function casesOf(operation: DescribedOperation): Case[] {
  const { id } = operation;
  const shared = Object.keys(alike)
    .map((name) => `${id} ${name}`)
    .filter((name) => documentedBy(operation).includes(name));
  const own = Object.keys(special).filter((name) => name.startsWith(`${id} `) && !shared.includes(name));
  return [...shared, ...own].map((name) => {
    const asked = special[name] ?? (alike[name.slice(id.length + 1)] as Asked);
    return { name, operation, ask: (world) => asked(world, operation) };
  });
}

/** What the document says that an operation may end with. */
export function documentedBy({ id, statuses, response }: DescribedOperation): string[] {
  return statuses.flatMap((status) => {
    const { codes = [] } = response(status) ?? {};
    return (codes.length > 0 ? codes : ['ok']).map((code) => `${id} ${status} ${code}`);
  });
}
