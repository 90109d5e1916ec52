// Which calls leave a line in the audit log, read as people read it: a method that is new is judged here.
import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { PutContactRequestSchema } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { KeyService, RevokeKeyRequestSchema } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { objectOf } from './audit.ts';
import { isAudited, reflectedServices } from './policy.ts';

test('every method that changes an account or the service leaves a line, and no other does', () => {
  const noted = reflectedServices
    .flatMap((service) => service.methods)
    .filter(isAudited)
    .map(methodName);
  expect(noted.toSorted()).toMatchInlineSnapshot(`
    [
      "AccountService/ClearQuietHours",
      "AccountService/CreateAccount",
      "AccountService/RenameAccount",
      "AccountService/ResumeAccount",
      "AccountService/SetQuietHours",
      "AccountService/SuspendAccount",
      "AccountService/UpdateAccount",
      "ApprovalService/CreateApprovalLink",
      "ApprovalService/DecideApproval",
      "BroadcastService/CancelBroadcast",
      "BroadcastService/CreateBroadcast",
      "BroadcastService/CreateFailedBroadcast",
      "BroadcastService/PauseBroadcast",
      "BroadcastService/ResumeBroadcast",
      "BroadcastService/StartBroadcast",
      "CarrierService/AssignNumber",
      "CarrierService/ReleaseNumber",
      "ContactService/ChangeGroupMembers",
      "ContactService/DeleteContact",
      "ContactService/DeleteContactGroup",
      "ContactService/ImportContacts",
      "ContactService/PutContact",
      "ContactService/PutContactGroup",
      "ContactService/RenameContactGroup",
      "ContactService/UpdateContact",
      "DeviceService/CreatePairingCode",
      "DeviceService/SetSimBudget",
      "DeviceService/UnpairDevice",
      "ErasureService/EraseAccount",
      "ErasureService/EraseRecipient",
      "InboxService/AddSavedReply",
      "InboxService/ChangeSavedReply",
      "InboxService/RemoveSavedReply",
      "InboxService/SetInboxRules",
      "IncomingWebhookService/DeleteIncomingWebhook",
      "IncomingWebhookService/PutIncomingWebhook",
      "KeyService/ChangeKey",
      "KeyService/CreateKey",
      "KeyService/RevokeKey",
      "OperationsService/DecideHeldTexts",
      "OptOutService/AddOptOut",
      "OptOutService/ImportOptOuts",
      "OptOutService/RemoveOptOut",
      "OptOutService/SetOptOutSettings",
      "PlanService/ChangePlan",
      "PlatformService/CreatePlatformKey",
      "PlatformService/LinkPlatform",
      "PlatformService/RevokePlatformKey",
      "PlatformService/UnlinkPlatform",
      "RetentionService/SetRetention",
      "SubscriptionService/DeleteConsumer",
      "SubscriptionService/DeleteWebhook",
      "SubscriptionService/DisableWebhook",
      "SubscriptionService/EnableWebhook",
      "SubscriptionService/PutConsumer",
      "SubscriptionService/PutWebhook",
      "SubscriptionService/ReplayWebhook",
      "SubscriptionService/ResetConsumer",
      "SubscriptionService/RotateWebhook",
      "UserService/AcceptLink",
      "UserService/CreateFirstLink",
      "UserService/CreateResetLink",
      "UserService/InviteUser",
      "UserService/RemoveMember",
      "UserService/RevokeInvitation",
      "UserService/SetMemberRole",
      "UserService/UpdateUser",
    ]
  `);
});

test('a line has ids, and no name, address or word of a request', () => {
  const { revokeKey } = KeyService.method;
  expect(objectOf(create(RevokeKeyRequestSchema, { accountId: 1n, id: 7n }), revokeKey)).toBe('id 7');
  const contact = create(PutContactRequestSchema, {
    accountId: 1n,
    address: '+15005550006',
    name: 'Ada',
    note: 'x',
  });
  expect(objectOf(contact, revokeKey)).toBe('');
});
