// The core's services for any caller: it accepts, updates and receives texts, judge keys, sell plans, and end what is overdue.
import type { Clock } from '../../runtime/clock.ts';
import { every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import { readsBeyondKnown, scopeFor, sendsBeyondLimits, whoMayCall } from '../access/policy.ts';
import { createAdmission } from '../app/access/admit.ts';
import { createKeyCheck } from '../app/access/check_keys.ts';
import { createKeyJudge } from '../app/access/judge_key.ts';
import { createAccounts } from '../app/accounts/accounts.ts';
import { createBroadcasts } from '../app/broadcasts/broadcasts.ts';
import { driveBroadcasts } from '../app/broadcasts/drive_broadcasts.ts';
import { createPairing } from '../app/devices/pairing.ts';
import { createCallIncomingWebhook } from '../app/incoming_webhooks/call_incoming_webhook.ts';
import { createIncomingWebhooks } from '../app/incoming_webhooks/incoming_webhooks.ts';
import { createAccountKeys } from '../app/keys/account_keys.ts';
import { openRefusalBook } from '../app/keys/refusal_book.ts';
import type { AdvanceHub } from '../app/messages/advances.ts';
import { createHandBack } from '../app/messages/hand_back.ts';
import { createEndHandedOver } from '../app/messages/handed_over.ts';
import { createReceiver } from '../app/messages/inbound.ts';
import { startSweeper } from '../app/messages/sweep.ts';
import { createUpdates } from '../app/messages/updates.ts';
import { followKeywords } from '../app/opt_outs/follow_keywords.ts';
import { createOptOuts } from '../app/opt_outs/opt_outs.ts';
import { createApprovalLinks } from '../app/outbound/approval_links.ts';
import { createApprovals, startExpiry } from '../app/outbound/approvals.ts';
import { createCancel } from '../app/outbound/cancel.ts';
import { createQuietHours } from '../app/outbound/quiet_hours.ts';
import { startReleaser } from '../app/outbound/release.ts';
import { createSender } from '../app/outbound/send.ts';
import { startBilling } from '../app/plans/billing.ts';
import { createPlatforms } from '../app/platforms/platforms.ts';
import { startPruner } from '../app/pruning/pruner.ts';
import { startEraser } from '../app/retention/eraser.ts';
import { createErasures, type ErasuresOptions } from '../app/retention/erasures.ts';
import { createExport } from '../app/retention/export.ts';
import { startKeeper } from '../app/retention/keeper.ts';
import { createRetention } from '../app/retention/retention.ts';
import type { TextTraces } from '../app/tracing/text_traces.ts';
import { startDigests } from '../app/users/digests.ts';
import { createMailer } from '../app/users/mail/mailer.ts';
import { startUsers } from '../app/users/users.ts';
import type { CoreConfig } from '../config/config_core.ts';
import type { Lifetimes } from '../domain/messages/message.ts';
import { keptForEver } from '../domain/retention/retention.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { Confirmation } from '../store/postgres/connection/confirmation.ts';
import type { Store } from '../store/store.ts';

export interface CoreContext {
  config: CoreConfig;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
  metrics: Metrics;
  store: Store;
  hub: AdvanceHub;
  traces: TextTraces;
  confirmation: Confirmation;
}

/** How often simulators are looked for that are to be retired, in milliseconds. */
const retirementPeriodMs = 60_000;

/** For simulators beside a real route that the configuration, or a core from before this rule, left. */
async function startRetirement({ store, clock, log }: CoreContext) {
  const retirement = every({
    clock,
    periodMs: retirementPeriodMs,
    work: () => store.retireSimulators(clock.nowMs()),
    onError: () => log.warn('simulators beside real routes were not retired; the next round does'),
  });
  await retirement.now();
  return retirement;
}

const accessRules = { whoMayCall, scopeFor, sendsBeyondLimits, readsBeyondKnown };

/** Starts ending what nobody approved in time. */
function startApprovals(context: CoreContext & { publish: CoreContext['hub']['publish'] }) {
  const { store, clock, publish } = context;
  const { tiers, publicUrl } = context.config;
  const decisions = createApprovals({ store, clock, tiers, publish });
  const expiry = startExpiry(decisions, context);
  return {
    decisions,
    links: createApprovalLinks({ store, clock, publicUrl, decide: decisions.decide }),
    stop: () => void expiry.stop(),
  };
}

/** Nothing without a mail server. */
function startMailedDigests(context: CoreContext) {
  const { mail, publicUrl } = context.config;
  if (!mail) return undefined;
  return startDigests({
    ...context,
    publicUrl,
    language: mail.language,
    mailer: createMailer(mail, context.log),
  });
}

/** What judges keys and takes texts; what policies refuse there is noted. */
function openSends(context: CoreContext) {
  const { config, store, clock, metrics } = context;
  const refusals = openRefusalBook(context);
  const noteRefusal = refusals.note;
  const admit = createAdmission({
    ...{ store, clock, ...accessRules, noteRefusal },
    onBatch: metrics.onBatch('admit'),
  });
  const send = createSender({
    ...context,
    ...{ admit, noteRefusal, publish: context.hub.publish },
    tiers: config.tiers,
    referenceBits: config.referenceBits,
    endpoints: config.endpoints,
    onBatch: metrics.onBatch('send'),
  });
  return { refusals, admit, send };
}

/** What devices and carriers report of texts. */
function openReports(context: CoreContext) {
  const { metrics, hub } = context;
  return {
    update: createUpdates({ ...context, publish: hub.publish, onBatch: metrics.onBatch('update') }),
    handBack: createHandBack({ ...context, publish: hub.publish, onBatch: metrics.onBatch('hand_back') }),
  };
}

/** Starts deleting what is not kept longer, and erasing what is asked for. */
function startRetention(context: CoreContext, endPayments: ErasuresOptions['endPayments']) {
  const { config, store, clock } = context;
  const usual = config.kept ?? keptForEver;
  const keeper = startKeeper({ ...context, usual });
  const eraser = startEraser({ ...context, publish: context.hub.publish });
  // What a core that died left half done goes on at once, also where no core lives for a whole period.
  void keeper.wake();
  void eraser.wake();
  return {
    keeper,
    days: createRetention(store, usual),
    exportAccount: createExport(store),
    erasures: createErasures({ store, clock, endPayments, onAsked: (erasure) => void eraser.begin(erasure) }),
    stop() {
      void keeper.stop();
      void eraser.stop();
    },
  };
}

export type Application = Awaited<ReturnType<typeof startApplication>>;

/** Starts the sweeps; everything else waits to be asked. */
export async function startApplication(context: CoreContext) {
  const { config, store, clock, metrics } = context;
  const { tiers, publicUrl } = config;
  const { publish } = context.hub;
  const { admit, send, refusals } = openSends(context);
  const reports = openReports(context);
  const billing = await startBilling({
    ...context,
    settings: config.billing,
    publicUrl,
    tiers,
    counts: metrics.billing,
  });
  const sweeper = startSweeper({
    ...context,
    update: reports.update,
    onExpired: (status) => metrics.expired.inc({ status }),
  });
  const retirement = await startRetirement(context);
  const pruner = startPruner(context);
  const retention = startRetention(context, billing.endPayments);
  const releaser = startReleaser({ ...context, publish });
  const accounts = createAccounts({ store, clock, tiers });
  const users = startUsers({
    ...context,
    accounts,
    publicUrl,
    secret: config.serviceToken,
    mail: config.mail,
  });
  const follower = followKeywords({ ...context, send, publish });
  const onKeyword = () => follower.wake();
  const driver = driveBroadcasts({ ...context, send, publish });
  const approvals = startApprovals({ ...context, publish });
  const digests = startMailedDigests(context);
  return {
    send,
    ...reports,
    cancel: createCancel({ store, clock, publish, noteRefusal: refusals.note }),
    approvals,
    receive: createReceiver({ store, clock, publish, onBatch: metrics.onBatch('inbound'), onKeyword }),
    quietHours: createQuietHours(store),
    optOuts: createOptOuts({ store, clock, onAdded: onKeyword }),
    incomingWebhooks: createIncomingWebhooks({ store, clock }),
    callIncomingWebhook: createCallIncomingWebhook({ store, clock, send }),
    broadcasts: createBroadcasts({ store, clock, wake: () => driver.wake() }),
    admit,
    checkKeys: createKeyCheck(store, clock),
    judgeKey: createKeyJudge({ store, clock, ...accessRules }),
    accounts,
    pairing: createPairing(context),
    keys: createAccountKeys(store, clock),
    platforms: createPlatforms(context),
    users,
    endHandedOver: createEndHandedOver({ store, clock, update: reports.update }),
    sweeper,
    billing,
    pruner,
    retention,
    /** Begins no further sweep. */
    stop() {
      void sweeper.stop();
      void pruner.stop();
      retention.stop();
      void retirement.stop();
      releaser.stop();
      approvals.stop();
      follower.stop();
      void driver.stop();
      billing.stop();
      users.stop();
      digests?.stop();
    },
    /** The same at the end of all calls: what they left to be written is written. */
    async close() {
      this.stop();
      await refusals.stop();
    },
  };
}
