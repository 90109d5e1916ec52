// The role that each operation of the public interface needs from a person in the console, called with every role. An operation that is not
// in the table fails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../server/domain/users/role.ts';
import { askOf } from '../contract/answers/asked.ts';
import type { TestAccount } from '../support/core.ts';
import { sendRequest } from '../support/http_client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { consoleAsk, createUser, sessionHeaders } from '../support/users.ts';

/** Operations for everybody in the account. All others need a member, or an admin or owner. */
const forViewers = [
  'awaitOutcome',
  'exportBroadcasts',
  'exportContactsCsv',
  'exportContactsVcard',
  'exportOptOuts',
  'exportStats',
  'findContacts',
  'getBroadcast',
  'getConsumer',
  'getContact',
  'getContactGroup',
  'getIncomingWebhook',
  'getMe',
  'getMessage',
  'getOptOutSettings',
  'getQuietHours',
  'getUsage',
  'getWebhook',
  'listAccounts',
  'listBroadcastRecipients',
  'listBroadcasts',
  'listConsumers',
  'listContactGroups',
  'listContacts',
  'listGroupMembers',
  'listIncomingWebhooks',
  'listMessageEvents',
  'listMessages',
  'listOptOuts',
  'listStats',
  'listThreadMessages',
  'listThreads',
  'listWebhookAttempts',
  'listWebhooks',
  'searchAccount',
];
const forMembers = [
  'cancelBroadcast',
  'cancelMessage',
  'cancelMessageByRef',
  'changeGroupMembers',
  'createBroadcast',
  'createFailedBroadcast',
  'deleteContact',
  'pauseBroadcast',
  'putBroadcastRecipients',
  'putContact',
  'putContactGroup',
  'renameContactGroup',
  'resumeBroadcast',
  'sendBatch',
  'sendMessage',
  'startBroadcast',
  'updateContact',
];
const forAdmins = [
  'ackConsumer',
  'addOptOut',
  'changePlan',
  'clearQuietHours',
  'deleteConsumer',
  'deleteContactGroup',
  'deleteIncomingWebhook',
  'deleteWebhook',
  'disableWebhook',
  'enableWebhook',
  'importContacts',
  'importOptOuts',
  'previewIncomingWebhook',
  'putConsumer',
  'putIncomingWebhook',
  'putWebhook',
  'readConsumer',
  'removeOptOut',
  'replayWebhook',
  'resetConsumer',
  'rotateWebhook',
  'setOptOutSettings',
  'setQuietHours',
  'testWebhook',
];

let stack: Stack;
let account: TestAccount;

beforeAll(async () => {
  stack = await startStack();
  account = await stack.createAccount();
});
afterAll(() => stack.stop());

/** The operations that a person with a role may use. */
async function allowedTo(role: Role): Promise<string[]> {
  const { secret } = await createUser(stack.databaseUrl, { roles: [[account.id, role]] });
  await stack.ask(consoleAsk(`/console/accounts/${account.id}/switch`, secret, { method: 'POST' }));
  const headers = sessionHeaders(secret, account.id);
  const allowed: string[] = [];
  for (const operation of stack.described.operations.filter(({ isProtected }) => isProtected)) {
    // A key is never refused like this, so the document has no such answer.
    const { status, json } = await sendRequest(stack.gateways[0]?.url ?? '', askOf(operation, { headers }));
    if (status !== 403) allowed.push(operation.id);
    else expect([operation.id, json.code]).toEqual([operation.id, 'forbidden']);
    expect([401, 429]).not.toContain(status);
  }
  return allowed.toSorted();
}

test('viewers read and members send; routes, opt-outs and the plan need an admin or owner', async () => {
  expect(await allowedTo('viewer')).toEqual(forViewers);
  expect(await allowedTo('member')).toEqual([...forViewers, ...forMembers].toSorted());
  const all = [...forViewers, ...forMembers, ...forAdmins].toSorted();
  expect(await allowedTo('admin')).toEqual(all);
  expect(await allowedTo('owner')).toEqual(all);
});
