// Every list that a call answers comes in pages, or has a bound that is named here.
import { type DescMessage, type DescService, ScalarType } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { reflectedServices } from '../../server/access/policy.ts';

/** By what a list that has no pages is bounded. */
const bounded: Record<string, string> = {
  'AdmitResponse.results': 'one a request',
  'CheckKeysResponse.valid': 'one a key that is asked for',
  'CheckContactsResponse.verdicts': 'one a row that is asked for',
  'ConfirmTotpResponse.recovery_codes': 'one set of a person',
  'Contact.groups': '50 of a contact',
  'Device.sims': '16 of a device',
  'Webhook.types': 'the types there are',
  'DiagnoseResponse.findings': 'those of the checks there are',
  'DiagnoseResponse.settings': 'one a variable there is',
  'DiagnoseResponse.tables': 'the tables there are',
  'FindContactsResponse.found': 'one an address that is asked for',
  'GetHealthResponse.cores': 'the one that answers',
  'GetMeResponse.accounts': '1,000 of a person',
  'GetUserResponse.accounts': '1,000 of a person',
  'CreatePairingCodeResponse.addresses': 'those of the core',
  'CreatePairingCodeResponse.commands': 'two an address',
  'CreatePairingCodeResponse.phone_steps': 'three',
  'GetOverviewResponse.carriers': 'configured',
  'GetOverviewResponse.days': '31 of a month',
  'GetDailyHealthResponse.accounts': '20 that stand out',
  'GetDailyHealthResponse.hours': '25 of a day',
  'GetTextOfAccountResponse.events': 'what is kept of one text',
  'GetThreadStateResponse.notes': '200 of a conversation',
  'CallIncomingWebhookResponse.outcomes': 'one a recipient',
  'IncomingWebhook.recipients': '20 of an incoming webhook',
  'ListIncomingWebhooksResponse.incoming_webhooks': '50 of an account',
  'PreviewIncomingWebhookResponse.missing': 'one a field of a template',
  'PreviewIncomingWebhookResponse.recipients': '20 of an incoming webhook',
  'ImportContactsResponse.faulty': 'one a row of a portion',
  'ErrorDetail.fields': 'one a field of a request',
  'Erasure.erased': 'one a table',
  'ImportOptOutsResponse.faulty': '10,000 lines of a file',
  'KeyRecipients.recipients': '1,000 of a key',
  'KeyScopes.scopes': 'three',
  'Erasure.retained': 'the opt-out, 50 incoming webhooks and the keys of an account',
  'ListAlertsResponse.alerts': 'the newest 500',
  'ListSavedRepliesResponse.saved_replies': '200 of an account',
  'ListCarriersResponse.carriers': 'configured',
  'ListChangesResponse.pages': 'one a query',
  'ListCursorsResponse.cursors': 'one an account that is asked for',
  'ListStatsResponse.stats': '10,000, and more are refused',
  'ListKeyRefusalsResponse.refusals': 'the newest 200 of a key',
  'ListMessageEventsResponse.events': 'what is kept of one text',
  'ListMembersResponse.invitations': '100 of an account',
  'ListMembersResponse.members': '1,000 of an account',
  'ListSessionsResponse.sessions': '100 of a person',
  'ListSecurityEventsResponse.security_events': 'the newest 50 of a person',
  'ListMessagesByRefResponse.messages': 'one a client_ref that is asked for',
  'ListOutcomesResponse.outcomes': 'one a query',
  'ListConsumersResponse.consumers': '100 of an account',
  'ListWebhooksResponse.webhooks': '20 of an account',
  'ListTiersResponse.tiers': 'configured',
  'ListWebhookAttemptsResponse.attempts': '50 of a webhook',
  'ListWritersResponse.user_ids': '10 of a conversation',
  'OptOutSettings.stop_words': '20 of an account',
  'User.passkeys': '20 of a person',
  'PreviewMessagesResponse.previews': 'one a text that is asked for',
  'PutBroadcastRecipientsResponse.faulty': '1,000 rows of a request',
  'SendMessagesResponse.results': 'one a text',
  'StandingOutAccount.reasons': 'the three that there are',
  'TestAlertsResponse.targets': 'configured',
  'WatchChangesResponse.advances': 'those of a moment',
};

/** Names that say where a page ends and the next begins. */
const pageFields = ['next_cursor', 'next_before', 'next_since', 'newest_seq'];

/** The answers of a service's calls, and what those hold. */
function answersOf(service: DescService): DescMessage[] {
  const found = new Set<DescMessage>();
  const add = (of: DescMessage) => {
    if (found.has(of) || of.file.proto.package !== service.file.proto.package) return;
    found.add(of);
    for (const field of of.fields) if (field.message) add(field.message);
  };
  for (const { output } of service.methods) add(output);
  return [...found];
}

const listsOf = (of: DescMessage) =>
  of.fields.filter(
    (field) =>
      field.fieldKind === 'list' && !(field.listKind === 'scalar' && field.scalar === ScalarType.BYTES),
  );

test('a list of a call has pages, or a bound that is named', () => {
  const unpaged = reflectedServices.flatMap((service) =>
    answersOf(service)
      .filter((of) => !of.fields.some(({ name }) => pageFields.includes(name)))
      .flatMap((of) => listsOf(of).map((field) => `${of.name}.${field.name}`)),
  );
  expect([...new Set(unpaged)].toSorted()).toEqual(Object.keys(bounded).toSorted());
});
