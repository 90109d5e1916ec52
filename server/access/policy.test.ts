// The table of access, read as people read it: what each kind of caller may do, by name.
import { expect, test } from 'vitest';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { reflectedServices, whoMayCall } from './policy.ts';

const cells = reflectedServices.flatMap((service) =>
  service.methods.map((method) => [`${service.name}.${method.name}`, method] as const),
);

test('devices are seen by keys and everybody in the account, and changed by admins', () => {
  const rows = cells.filter(([name]) => name.startsWith('DeviceService.'));
  expect(
    rows.map(([name, method]) => [name.slice('DeviceService.'.length), ...whoMayCall(methodName(method))]),
  ).toEqual([
    ['CreatePairingCode', 'service', 'admin'],
    ['ListDevices', 'service', 'account key', 'viewer'],
    ['UnpairDevice', 'service', 'admin'],
    ['SetSimBudget', 'service', 'admin'],
    ['ListDeviceAddresses', 'service', 'viewer'],
  ]);
});

test('who only looks changes and sends nothing: what viewers may call is this, and no more', () => {
  const open = cells.filter(([, method]) => whoMayCall(methodName(method)).includes('viewer'));
  expect(open.map(([name]) => name).toSorted()).toEqual([
    'AccountService.GetAccount',
    'AccountService.GetMemberAccount',
    'AccountService.GetOverview',
    'AccountService.GetQuietHours',
    'AccountService.GetUsage',
    'AccountService.ListAccountsOfKey',
    'AccountService.ListStats',
    'BroadcastService.GetBroadcast',
    'BroadcastService.ListBroadcastRecipients',
    'BroadcastService.ListBroadcasts',
    'CarrierService.ListNumbers',
    'ContactService.FindContacts',
    'ContactService.GetContact',
    'ContactService.GetContactGroup',
    'ContactService.ListContactGroups',
    'ContactService.ListContacts',
    'ContactService.ListGroupMembers',
    'DeviceService.ListDeviceAddresses',
    'DeviceService.ListDevices',
    'InboxService.GetInboxRules',
    'InboxService.GetThreadState',
    'InboxService.ListSavedReplies',
    'InboxService.ListWriters',
    'IncomingWebhookService.GetIncomingWebhook',
    'IncomingWebhookService.ListIncomingWebhooks',
    'MessageService.GetMessage',
    'MessageService.ListChanges',
    'MessageService.ListMessageEvents',
    'MessageService.ListMessages',
    'MessageService.ListMessagesByRef',
    'MessageService.ListOutcomes',
    'OptOutService.GetOptOutSettings',
    'OptOutService.ListOptOuts',
    'RetentionService.GetRetention',
    'SearchService.Search',
    'SubscriptionService.GetConsumer',
    'SubscriptionService.GetWebhook',
    'SubscriptionService.ListConsumers',
    'SubscriptionService.ListWebhookAttempts',
    'SubscriptionService.ListWebhooks',
    'ThreadService.CountThreads',
    'ThreadService.ListThreadMessages',
    'ThreadService.ListThreads',
    'ThreadService.ListUnreadThreads',
    'ThreadService.MarkThreadRead',
    'UserService.ListMembers',
    'UserService.RemoveMember',
    'UserService.SwitchAccount',
  ]);
});

test('keys are for admins and services, and a key is described to services alone', () => {
  const rows = cells.filter(([name]) => name.startsWith('KeyService.'));
  for (const [name, method] of rows)
    expect([name, ...whoMayCall(methodName(method))]).toEqual([
      name,
      ...(method.name === 'DescribeKey' ? ['service'] : ['service', 'admin']),
    ]);
});

/** The methods of UserService, by the callers that they are open to. */
function methodsByCallers(): Record<string, string[]> {
  const methods = reflectedServices
    .filter(({ typeName }) => typeName === UserService.typeName)
    .flatMap((service) => service.methods);
  const found: Record<string, string[]> = {};
  for (const method of methods) {
    const callers = whoMayCall(methodName(method)).join(', ');
    found[callers] = [...(found[callers] ?? []), method.name].toSorted();
  }
  return found;
}

test('what people do to sign in is for anybody, what they do about themselves for them, and their accounts by role', () => {
  expect(methodsByCallers()).toEqual({
    anybody: [
      'BeginPasskeySignIn',
      'GetLink',
      'GetStart',
      'RequestPasswordReset',
      'SetNewPassword',
      'SignIn',
      'SignOut',
      'SignUp',
    ],
    user: [
      'AcceptLink',
      'AddPasskey',
      'BeginPasskeyRegistration',
      'BeginReauthentication',
      'ChangePassword',
      'ConfirmTotp',
      'EndAllSessions',
      'EndSession',
      'GetMe',
      'ListSecurityEvents',
      'ListSessions',
      'Reauthenticate',
      'RemovePasskey',
      'RemoveTotp',
      'RequestEmailChange',
      'StartTotp',
      'UpdateMe',
      'VerifyEmail',
    ],
    viewer: ['ListMembers', 'RemoveMember', 'SwitchAccount'],
    admin: ['RevokeInvitation', 'SetMemberRole'],
    'service, operator, admin': ['InviteUser'],
    'service, operator': ['GetUser', 'ListUsers'],
    service: ['CreateFirstLink', 'CreateResetLink', 'UpdateUser'],
  });
});
