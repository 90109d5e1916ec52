// Every list that a call answers comes in pages, or has a bound that is named here.
import { type DescFile, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { file_textrelay_v1_access_service as access } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { file_textrelay_v1_account_service as account } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { file_textrelay_v1_admin_service as admin } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { file_textrelay_v1_console_operator_service as operator } from '../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import { file_textrelay_v1_console_service as consolePages } from '../../proto/gen/textrelay/v1/console_service_pb.ts';
import { file_textrelay_v1_consumer_service as consumer } from '../../proto/gen/textrelay/v1/consumer_service_pb.ts';
import { file_textrelay_v1_message_service as message } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { file_textrelay_v1_opt_out_service as optOut } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { file_textrelay_v1_people_service as people } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { file_textrelay_v1_thread_service as thread } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { file_textrelay_v1_webhook_service as webhook } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';

const files: DescFile[] = [
  access,
  account,
  admin,
  consolePages,
  consumer,
  message,
  operator,
  optOut,
  people,
  thread,
  webhook,
];

/** By what a list that has no pages is bounded. */
const bounded: Record<string, string> = {
  'AdmitResponse.results': 'one a request',
  'CheckKeysResponse.valid': 'one a key that is asked for',
  'CheckTextsResponse.texts': 'one a text that is asked for',
  'ConfirmTotpResponse.recovery_codes': 'one set of a person',
  'Device.sims': '16 of a device',
  'GetMeResponse.accounts': '1,000 of a person',
  'GetOverviewResponse.carriers': 'configured',
  'GetOverviewResponse.days': '31 of a month',
  'ImportOptOutsResponse.faulty': '10,000 lines of a file',
  'InviteDeviceResponse.addresses': 'those of the core',
  'InviteDeviceResponse.commands': 'two an address',
  'ListAllCarriersResponse.carriers': 'configured',
  'ListCarriersResponse.carriers': 'configured',
  'ListChangesResponse.pages': 'one a query',
  'ListConsumersResponse.consumers': '100 of an account',
  'ListCursorsResponse.cursors': 'one an account that is asked for',
  'ListMembersResponse.invitations': '100 of an account',
  'ListMembersResponse.members': '1,000 of an account',
  'ListMessageEventsResponse.events': '1,000 of a text',
  'ListSessionsResponse.sessions': '100 of a person',
  'ListSignInChangesResponse.changes': 'the newest 50 of a person',
  'ListTiersResponse.tiers': 'configured',
  'ListWebhookAttemptsResponse.attempts': '50 of a webhook',
  'ListWebhooksResponse.webhooks': '20 of an account',
  'OptOutSettings.stop_words': '20 of an account',
  'Person.passkeys': '20 of a person',
  'PreviewMessagesResponse.previews': 'one a text that is asked for',
  'RenamePersonResponse.accounts': '1,000 of a person',
  'SendMessagesResponse.results': 'one a text',
  'WatchChangesResponse.advances': 'those of a moment',
  'Webhook.types': 'the types there are',
};

/** Names that say where a page ends and the next begins. */
const pageFields = ['next_cursor', 'next_before', 'next_since', 'newest_seq'];

/** The answers of a file's calls, and all that those hold. */
function answersOf(file: DescFile): DescMessage[] {
  const found = new Set<DescMessage>();
  const add = (of: DescMessage) => {
    if (found.has(of)) return;
    found.add(of);
    for (const field of of.fields) if (field.message) add(field.message);
  };
  for (const service of file.services) for (const { output } of service.methods) add(output);
  return [...found];
}

const listsOf = (of: DescMessage) =>
  of.fields.filter(
    (field) =>
      field.fieldKind === 'list' && !(field.listKind === 'scalar' && field.scalar === ScalarType.BYTES),
  );

test('a list of a call has pages, or a bound that is named', () => {
  const unpaged = files.flatMap((file) =>
    answersOf(file)
      .filter((of) => !of.fields.some(({ name }) => pageFields.includes(name)))
      .flatMap((of) => listsOf(of).map((field) => `${of.name}.${field.name}`)),
  );
  expect([...new Set(unpaged)].toSorted()).toEqual(Object.keys(bounded).toSorted());
});
