// Everything that the core asks of its database, one function a statement. What is above this folder sees neither SQL
// nor a driver.
import type { GatewayRoute } from '../domain/gateway_route.ts';
import { noGateway } from '../domain/gateway_route.ts';
import { prepareAccountPlatforms } from './accounts/account_platforms.ts';
import { prepareAccountRoutes } from './accounts/account_routes.ts';
import { prepareAccounts } from './accounts/accounts.ts';
import { admitKeys, type KeyKind, type KeyRequests } from './accounts/admit_keys.ts';
import { prepareDayCounts } from './accounts/day_counts.ts';
import { healPeriods } from './accounts/heal_period.ts';
import { prepareKeys } from './accounts/keys.ts';
import { prepareListAccounts } from './accounts/list_accounts.ts';
import { preparePlatformKeys } from './accounts/platform_keys.ts';
import { preparePlatformLinks } from './accounts/platform_links.ts';
import { prepareQuietHours } from './accounts/quiet_hours.ts';
import { prepareBilling } from './billing/billing.ts';
import { prepareBillingEvents } from './billing/billing_events.ts';
import { preparePlanIntents } from './billing/plan_intents.ts';
import { prepareSandbox } from './billing/sandbox.ts';
import { prepareCarrierInbound } from './carriers/carrier_inbound.ts';
import { prepareCarrierParts } from './carriers/carrier_parts.ts';
import { prepareCarrierReceipts } from './carriers/carrier_receipts.ts';
import { type CarrierRequest, prepareClaimForCarriers } from './carriers/claim_for_carriers.ts';
import { prepareClaimed } from './carriers/claimed.ts';
import { type ConcludeTimes, type Conclusion, concludeSubmits } from './carriers/conclude_submits.ts';
import {
  type CarrierSearch,
  type OpenCarrier,
  prepareListCarrierQueue,
} from './carriers/list_carrier_queue.ts';
import { prepareNumbers } from './carriers/numbers.ts';
import { preparePruneSubmissions } from './carriers/prune_submissions.ts';
import { prepareReplicas } from './carriers/replicas.ts';
import { type ClaimRequest, type ClaimSim, prepareClaimTexts } from './devices/claim_texts.ts';
import { prepareDeviceStates } from './devices/device_states.ts';
import { prepareDevices } from './devices/devices.ts';
import { fenceLinks, type LinkFence } from './devices/fence_links.ts';
import { prepareHandedOver } from './devices/handed_over.ts';
import { prepareKeptAddresses } from './devices/kept_addresses.ts';
import { prepareLinks } from './devices/links.ts';
import { prepareListQueue, type QueueInstants, type QueueRequest } from './devices/list_queue.ts';
import { preparePairing } from './devices/pairing.ts';
import { prepareRetireSimulators } from './devices/retire_simulators.ts';
import { prepareSims } from './devices/sims.ts';
import { prepareCancelText } from './messages/cancel_text.ts';
import { prepareFindInstant } from './messages/find_instant.ts';
import { type InboundText, insertInbound } from './messages/insert_inbound.ts';
import { prepareOriginalTexts } from './messages/original_texts.ts';
import { preparePreviewTexts } from './messages/preview_texts.ts';
import { prepareReadChanges } from './messages/read_changes.ts';
import { prepareMessageReads } from './messages/read_messages.ts';
import { prepareTimeline } from './messages/read_timeline.ts';
import { releaseTexts } from './messages/release_texts.ts';
import { prepareSendTexts } from './messages/send_texts.ts';
import { prepareTextLog } from './messages/text_log.ts';
import { prepareThreadReads } from './messages/threads.ts';
import { prepareUnreadThreads } from './messages/unread_threads.ts';
import { type MessageUpdate, updateMessages } from './messages/update_messages.ts';
import { prepareHealth } from './operations/health.ts';
import { prepareJudgeAnew } from './opt_outs/judge_anew.ts';
import { prepareOptOuts } from './opt_outs/opt_outs.ts';
import { preparePeople } from './people/prepare_people.ts';
import { prepareClaimWebhooks } from './places/claim_webhooks.ts';
import { prepareConcludeDeliveries } from './places/conclude_deliveries.ts';
import { prepareConsumers } from './places/consumers.ts';
import { prepareFeedMarks } from './places/feed_marks.ts';
import { prepareNotices } from './places/notices.ts';
import { prepareWebhooks } from './places/webhooks.ts';
import { createBatches } from './postgres/batches.ts';
import type { Database } from './postgres/database.ts';
import { text } from './postgres/kinds.ts';
import type { AtLock } from './postgres/locking.ts';
import { statement } from './postgres/statement.ts';
import { preparePrune } from './pruning/prune.ts';

export type Store = ReturnType<typeof createStore>;

export type StoreFunction = keyof Store;

const notify = statement({
  takes: { channel: text, payload: text },
  gives: {},
  text: ({ channel, payload }) => `select pg_notify(${channel}, ${payload})`,
});

/** Binds every statement to its pool. `gateway` says which accounts route gateway exists for. */
export function createStore(database: Database, gateway: GatewayRoute = noGateway) {
  const { admission, claims, links, reads, writes } = database;
  const batches = createBatches(database.batches, [database.batches, claims, links]);
  const sendTexts = prepareSendTexts(batches, gateway);
  const previewTexts = preparePreviewTexts(reads, gateway);
  const claimTexts = prepareClaimTexts(claims);
  const listQueue = prepareListQueue(claims);
  const listCarrierQueue = prepareListCarrierQueue(batches);
  const claimForCarriers = prepareClaimForCarriers(batches);
  return {
    ...prepareAccounts(database, gateway),
    ...prepareListAccounts(database),
    ...prepareKeys(database),
    ...preparePlatformKeys(database),
    ...preparePlatformLinks(database),
    ...prepareAccountPlatforms(database),
    ...prepareDevices(database),
    ...preparePairing(database, gateway),
    ...prepareLinks(database),
    ...prepareHandedOver(database),
    ...prepareDeviceStates(database),
    ...prepareRetireSimulators(database, gateway),
    ...prepareSims(database),
    ...prepareNumbers(database, gateway),
    ...prepareReplicas(database),
    ...prepareClaimed(database),
    ...prepareCarrierReceipts(batches),
    ...prepareCarrierInbound(batches),
    ...prepareCarrierParts(batches),
    ...preparePruneSubmissions(batches),
    ...preparePrune(database),
    ...prepareOriginalTexts(batches),
    ...prepareMessageReads(database),
    ...prepareReadChanges(database),
    ...prepareCancelText(database),
    ...prepareTimeline(database),
    ...prepareThreadReads(database),
    ...prepareBilling(database),
    ...preparePlanIntents(database),
    ...prepareBillingEvents(database),
    ...prepareSandbox(database),
    ...prepareDayCounts(database),
    ...prepareAccountRoutes(database),
    ...prepareKeptAddresses(database),
    ...prepareHealth(database),
    ...prepareFindInstant(database),
    ...prepareTextLog(database),
    ...prepareUnreadThreads(database),
    consumers: prepareConsumers(database),
    webhooks: prepareWebhooks(database),
    ...prepareClaimWebhooks(database),
    ...prepareConcludeDeliveries(database),
    ...prepareNotices(database),
    ...prepareFeedMarks(database),
    ...preparePeople(database),
    admitKeys: (kind: KeyKind, requests: readonly KeyRequests[], atLock: AtLock = 'wait') =>
      admitKeys(admission, kind, requests, atLock),
    sendTexts,
    previewTexts,
    healPeriods: (accountIds: readonly bigint[], month: string, newestMonth: string) =>
      healPeriods(batches, accountIds, month, newestMonth),
    updateMessages: (updates: readonly MessageUpdate[], atLock: AtLock = 'wait') =>
      updateMessages(batches, updates, atLock),
    insertInbound: (texts: readonly InboundText[], nowMs: number, atLock: AtLock = 'wait') =>
      insertInbound(batches, texts, nowMs, atLock),
    releaseTexts: (most: number, without: readonly bigint[]) => releaseTexts(batches, most, without),
    ...prepareOptOuts(database),
    ...prepareJudgeAnew(database),
    ...prepareQuietHours(database),
    listQueue: (requests: readonly QueueRequest[], instants: QueueInstants) => listQueue(requests, instants),
    claimTexts: (
      sims: readonly ClaimSim[],
      requests: readonly ClaimRequest[],
      nowMs: number,
      sendingGraceMs: number,
      atLock: AtLock = 'wait',
    ) => claimTexts(sims, requests, { nowMs, sendingGraceMs, atLock }),
    /** See fence_links.ts. */
    fenceLinks: (fences: readonly LinkFence[]) => fenceLinks(links, fences),
    listCarrierQueue: (carriers: readonly OpenCarrier[], search: CarrierSearch) =>
      listCarrierQueue(carriers, search),
    claimForCarriers: (
      replica: bigint,
      requests: readonly CarrierRequest[],
      instants: { nowMs: number; sendingGraceMs: number },
    ) => claimForCarriers(replica, requests, instants),
    concludeSubmits: (conclusions: readonly Conclusion[], times: ConcludeTimes, atLock: AtLock = 'wait') =>
      concludeSubmits(batches, conclusions, times, atLock),
    /** Notifies the other replicas; the payload is a hint and at most 8000 bytes. */
    notify: async (channel: string, payloads: readonly string[]) => {
      for (const payload of payloads) await notify.run(writes, { channel, payload });
    },
    /** Returns when the database does. */
    ping: async () => {
      await reads.run('select 1', []);
    },
  };
}
