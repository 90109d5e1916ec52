// Everything that the core asks of its database. The code above this folder sees neither SQL nor a driver.
import { type GatewayRoute, noGateway } from '../domain/accounts/gateway_route.ts';
import { prepareAccounts } from './accounts/accounts.ts';
import { prepareChangeAccounts } from './accounts/change_accounts.ts';
import { prepareSandboxes } from './accounts/sandboxes.ts';
import { prepareAuditEvents } from './audit/audit_events.ts';
import { prepareBilling } from './billing/billing.ts';
import { preparePlanIntents } from './billing/plan_intents.ts';
import { prepareSandbox } from './billing/sandbox.ts';
import { prepareBroadcastRecipients } from './broadcasts/broadcast_recipients.ts';
import { prepareBroadcasts } from './broadcasts/broadcasts.ts';
import { prepareCancelRecipients } from './broadcasts/cancel_recipients.ts';
import { prepareDriveBroadcasts } from './broadcasts/drive_broadcasts.ts';
import { prepareBroadcastOutcomes } from './broadcasts/outcomes.ts';
import { prepareCarrierInbound } from './carriers/carrier_inbound.ts';
import { prepareCarrierParts } from './carriers/carrier_parts.ts';
import { prepareCarrierReceipts } from './carriers/carrier_receipts.ts';
import { prepareClaimForCarriers } from './carriers/claim_for_carriers.ts';
import { prepareConcludeSubmits } from './carriers/conclude_submits.ts';
import { prepareDeadLetters } from './carriers/dead_letters.ts';
import { prepareLateAnswers } from './carriers/late_answers.ts';
import { prepareListCarrierQueue } from './carriers/list_carrier_queue.ts';
import { prepareNumbers } from './carriers/numbers.ts';
import { prepareReplicas } from './carriers/replicas.ts';
import { prepareContactGroups } from './contacts/groups.ts';
import { preparePutContacts } from './contacts/put_contacts.ts';
import { prepareReadContacts } from './contacts/read_contacts.ts';
import { prepareInbox } from './conversations/inbox.ts';
import { prepareSavedReplies } from './conversations/saved_replies.ts';
import { prepareThreadStates } from './conversations/thread_states.ts';
import { prepareThreads } from './conversations/threads.ts';
import { prepareClaimTexts } from './devices/claim_texts.ts';
import { prepareDevices } from './devices/devices.ts';
import { prepareHandBack } from './devices/hand_back.ts';
import { prepareHandedOver } from './devices/handed_over.ts';
import { prepareLinks } from './devices/links.ts';
import { prepareListQueue } from './devices/list_queue.ts';
import { preparePairing } from './devices/pairing.ts';
import { prepareRetireSimulators } from './devices/retire_simulators.ts';
import { prepareIncomingWebhooks } from './incoming_webhooks/incoming_webhooks.ts';
import { prepareAdmission } from './keys/admit_keys.ts';
import { prepareKeyRefusals } from './keys/key_refusals.ts';
import { prepareKeys } from './keys/keys.ts';
import { prepareFindInstant } from './messages/find_instant.ts';
import { prepareInsertInbound } from './messages/insert_inbound.ts';
import { prepareOutcomes } from './messages/outcomes.ts';
import { prepareMessageReads } from './messages/read_messages.ts';
import { prepareReadableChanges } from './messages/readable_changes.ts';
import { prepareSearchTexts } from './messages/search_texts.ts';
import { prepareTextLog } from './messages/text_log.ts';
import { prepareUpdateMessages } from './messages/update_messages.ts';
import { prepareAlerts } from './operations/alerts.ts';
import { prepareDailyHealth } from './operations/daily_health.ts';
import { prepareDiagnose } from './operations/diagnose.ts';
import { prepareHealth } from './operations/health.ts';
import { prepareHeldTexts } from './operations/held_texts.ts';
import { prepareEndWaiting } from './opt_outs/end_waiting.ts';
import { prepareJudgeAnew } from './opt_outs/keywords.ts';
import { prepareOptOuts } from './opt_outs/opt_outs.ts';
import { prepareApprovals } from './outbound/approvals.ts';
import { prepareCancelText } from './outbound/cancel_text.ts';
import { prepareOriginals } from './outbound/originals.ts';
import { preparePreviewTexts } from './outbound/preview_texts.ts';
import { prepareReleaseTexts } from './outbound/release_texts.ts';
import { prepareSendTexts } from './outbound/send_texts.ts';
import { preparePlatforms } from './platforms/platforms.ts';
import { type Batches, createBatches, type Database } from './postgres/database.ts';
import { text } from './postgres/kinds.ts';
import { statement } from './postgres/statement.ts';
import { preparePrune } from './pruning/prune.ts';
import { prepareDeletedTexts } from './retention/deleted_texts.ts';
import { prepareErasures } from './retention/erasures.ts';
import { prepareExport } from './retention/export_account.ts';
import { prepareKeepLogs } from './retention/keep_logs.ts';
import { prepareKeepTexts } from './retention/keep_texts.ts';
import { prepareRetentionDays } from './retention/retention_days.ts';
import { prepareCountTexts } from './stats/count_texts.ts';
import { prepareStats } from './stats/list_stats.ts';
import { prepareClaimWebhooks } from './subscriptions/claim_webhooks.ts';
import { prepareConcludeDeliveries } from './subscriptions/conclude_deliveries.ts';
import { prepareConsumers } from './subscriptions/consumers.ts';
import { prepareFeedMarks } from './subscriptions/feed_marks.ts';
import { prepareNotices } from './subscriptions/notices.ts';
import { prepareWebhooks } from './subscriptions/webhooks.ts';
import { prepareTextTraces } from './tracing/text_traces.ts';
import { prepareAttempts } from './users/attempts.ts';
import { prepareCredentials } from './users/credentials.ts';
import { prepareDigests } from './users/digests.ts';
import { prepareEmail } from './users/email.ts';
import { prepareInboxSettings } from './users/inbox_settings.ts';
import { prepareLanguages } from './users/languages.ts';
import { preparePersonLinks } from './users/links.ts';
import { prepareMembers } from './users/members.ts';
import { prepareNewPassword } from './users/new_password.ts';
import { prepareOpenSession } from './users/open_session.ts';
import { prepareSessions } from './users/sessions.ts';
import { prepareSignUp } from './users/sign_up.ts';
import { prepareUsers } from './users/users.ts';

export type Store = ReturnType<typeof createStore>;

export type StoreFunction = keyof Store;

const prepareBroadcastsStore = (database: Database) => ({
  ...prepareBroadcasts(database),
  ...prepareBroadcastOutcomes(database),
  ...prepareBroadcastRecipients(database),
  ...prepareDriveBroadcasts(database),
  ...prepareCancelRecipients(database),
});

/** The statements about people. */
export type UserStore = ReturnType<typeof prepareUserStore> & Pick<Store, 'sweepUsers'>;
const prepareUserStore = (database: Database) => ({
  ...prepareUsers(database),
  ...prepareMembers(database),
  ...preparePersonLinks(database),
  ...prepareSignUp(database),
  ...prepareAttempts(database),
  ...prepareCredentials(database),
  ...prepareOpenSession(database),
  ...prepareSessions(database),
  ...prepareEmail(database),
  ...prepareNewPassword(database),
  ...prepareLanguages(database),
});

/** The statements about what is kept, erased and exported, and the audit log. */
const prepareRetention = (database: Database) => ({
  ...prepareDeletedTexts(database),
  ...prepareRetentionDays(database),
  ...prepareKeepTexts(database),
  ...prepareKeepLogs(database),
  ...prepareErasures(database),
  ...prepareExport(database),
  ...prepareAuditEvents(database),
});

/** The statements about texts that carriers take and bring. */
const prepareCarrierTexts = (batches: Batches) => ({
  ...prepareListCarrierQueue(batches),
  ...prepareClaimForCarriers(batches),
  ...prepareConcludeSubmits(batches),
  ...prepareLateAnswers(batches),
  ...prepareCarrierReceipts(batches),
  ...prepareCarrierInbound(batches),
  ...prepareCarrierParts(batches),
});

const notify = statement({
  takes: { channel: text, payload: text },
  text: ({ channel, payload }) => `select pg_notify(${channel}, ${payload})`,
});

/** The pools whose plans are kept, and must be forgotten as the tables grow. */
const plansOf = ({ batches, claims, links, planned }: Database) => [batches, claims, links, planned];

/** Binds every statement to its pool. `gateway` says which accounts route gateway exists for. */
export function createStore(database: Database, gateway: GatewayRoute = noGateway) {
  const batches = createBatches(database.batches, plansOf(database));
  return {
    ...prepareAccounts(database, gateway),
    ...prepareChangeAccounts(database),
    ...prepareSandboxes(database),
    ...prepareKeys(database),
    ...prepareKeyRefusals(database),
    ...prepareAdmission(database),
    ...preparePlatforms(database),
    ...prepareCountTexts(database),
    ...prepareStats(database),
    ...prepareBilling(database),
    ...preparePlanIntents(database),
    ...prepareSandbox(database),
    ...prepareDevices(database),
    ...preparePairing(database, gateway),
    ...prepareRetireSimulators(database, gateway),
    ...prepareLinks(database),
    ...prepareListQueue(database),
    ...prepareClaimTexts(database),
    ...prepareHandBack(batches),
    ...prepareHandedOver(database),
    ...prepareNumbers(database, gateway),
    ...prepareDeadLetters(database),
    ...prepareReplicas(database),
    ...prepareCarrierTexts(batches),
    ...prepareSendTexts(batches, gateway),
    ...preparePreviewTexts(database, gateway),
    ...prepareInsertInbound(batches),
    ...prepareUpdateMessages(batches),
    ...prepareReleaseTexts(batches),
    ...prepareCancelText(database),
    ...prepareApprovals(database),
    ...prepareMessageReads(database),
    ...prepareOriginals(database),
    ...prepareReadableChanges(database),
    ...prepareOutcomes(database),
    ...prepareThreads(database),
    ...prepareInbox(database),
    ...prepareThreadStates(database),
    ...prepareSavedReplies(database),
    ...prepareInboxSettings(database),
    ...prepareDigests(database),
    ...prepareTextLog(database),
    ...prepareFindInstant(database),
    ...prepareSearchTexts(database),
    ...preparePutContacts(database),
    ...prepareReadContacts(database),
    ...prepareContactGroups(database),
    ...prepareOptOuts(database),
    ...prepareEndWaiting(database),
    ...prepareJudgeAnew(database),
    ...prepareUserStore(database),
    ...prepareBroadcastsStore(database),
    ...prepareIncomingWebhooks(database),
    consumers: prepareConsumers(database),
    webhooks: prepareWebhooks(database),
    ...prepareClaimWebhooks(database),
    ...prepareConcludeDeliveries(database),
    ...prepareNotices(database),
    ...prepareFeedMarks(database),
    ...preparePrune(database),
    ...prepareRetention(database),
    ...prepareHealth(database),
    ...prepareDiagnose(database),
    ...prepareAlerts(database),
    ...prepareTextTraces(database),
    ...prepareDailyHealth(database),
    ...prepareHeldTexts(database),
    /** Notifies the other replicas; the payload is a hint and at most 8000 bytes. */
    notify: async (channel: string, payloads: readonly string[]) => {
      for (const payload of payloads) await notify.run(database.writes, { channel, payload });
    },
    /** Returns when the database does. */
    ping: async () => {
      await database.reads.run('select 1', []);
    },
  };
}
