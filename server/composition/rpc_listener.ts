// The listener of internal services with all that it serves.

import type { ConnectRouter } from '@connectrpc/connect';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import type { ListenAddress } from '../../runtime/config/config_values.ts';
import { typedCommand } from '../../runtime/typed_command.ts';
import { createAuditInterceptor } from '../access/audit.ts';
import { createAccessInterceptor } from '../access/caller.ts';
import { reflectedServices, serviceNames } from '../access/policy.ts';
import { createReadOverview } from '../app/accounts/overview.ts';
import { createReadStats } from '../app/accounts/stats.ts';
import { type AuditLog, createAuditLog } from '../app/audit/audit_log.ts';
import { configuredOf } from '../app/carriers/carrier_state.ts';
import { createNumbers } from '../app/carriers/numbers.ts';
import { createContacts } from '../app/contacts/contacts.ts';
import { createContactGroups } from '../app/contacts/groups.ts';
import { createContactImport } from '../app/contacts/import.ts';
import { createSearch } from '../app/contacts/search.ts';
import { createConversations } from '../app/conversations/conversations.ts';
import { createWriters } from '../app/conversations/writers.ts';
import { createAccountDevices } from '../app/devices/account_devices.ts';
import { createTextLog } from '../app/messages/text_log.ts';
import { createTimeline } from '../app/messages/timeline.ts';
import type { AlertWatch } from '../app/operations/alerts/watch.ts';
import { createPreview } from '../app/outbound/preview.ts';
import { createListLinkedAccounts } from '../app/platforms/linked_accounts.ts';
import type { CoreConfig } from '../config/config_core.ts';
import { type DeviceListener, deviceAddressOf } from '../config/device_address.ts';
import { phoneAddressOf, phoneStepsOf } from '../config/phone_address.ts';
import { failureInterceptor, toConnectError } from '../connect/failures.ts';
import { createLikelyCarrier } from '../dispatch/carriers/place.ts';
import type { Readiness } from '../ops/readiness.ts';
import { createRpcServer } from '../rpc/rpc_server.ts';
import { routeAccess } from '../rpc/services/access/access_service.ts';
import { routeAccounts } from '../rpc/services/accounts/account_service.ts';
import { routeAuditEvents } from '../rpc/services/audit/audit_event_service.ts';
import { routeBroadcasts } from '../rpc/services/broadcasts/broadcast_service.ts';
import { routeCarriers } from '../rpc/services/carriers/carrier_service.ts';
import { routeContacts } from '../rpc/services/contacts/contact_service.ts';
import { routeInbox } from '../rpc/services/conversations/inbox_service.ts';
import { routeSearch } from '../rpc/services/conversations/search_service.ts';
import { routeThreads } from '../rpc/services/conversations/thread_service.ts';
import type { PairingLines } from '../rpc/services/devices/device_service.ts';
import { routeDevices } from '../rpc/services/devices/device_service.ts';
import { routeIncomingWebhooks } from '../rpc/services/incoming_webhooks/incoming_webhook_service.ts';
import { routeKeys } from '../rpc/services/keys/key_service.ts';
import { routeApprovals } from '../rpc/services/messages/approval_service.ts';
import { createSendMessages, routeMessages } from '../rpc/services/messages/message_service.ts';
import { routeOperations } from '../rpc/services/operations/operations_service.ts';
import { routeOptOuts } from '../rpc/services/opt_outs/opt_out_service.ts';
import { routePlan } from '../rpc/services/plans/plan_service.ts';
import { routePlatforms } from '../rpc/services/platforms/platform_service.ts';
import { routeErasures } from '../rpc/services/retention/erasure_service.ts';
import { routeRetention } from '../rpc/services/retention/retention_service.ts';
import { routeHealth } from '../rpc/services/standard/health_service.ts';
import { routeReflection } from '../rpc/services/standard/reflection_service.ts';
import { routeSubscriptions } from '../rpc/services/subscriptions/subscription_service.ts';
import { routeUsers } from '../rpc/services/users/user_service.ts';
import type { Application, CoreContext } from './application.ts';
import type { ChangeDelivery } from './change_delivery.ts';
import type { MessageRoutes } from './message_routes.ts';
import { createOperations } from './operations.ts';

/** How the device listener is reached that listens at `at`. */
export const deviceListenerOf = (
  { deviceListen, devicePublicUrl, tls }: CoreConfig,
  at: ListenAddress,
): DeviceListener => {
  const isEverywhere = deviceListen.host === '0.0.0.0' || deviceListen.host === '::';
  const host = isEverywhere ? '127.0.0.1' : deviceListen.host;
  return {
    known: `${host.includes(':') ? `[${host}]` : host}:${at.port}`,
    isSecure: tls?.device !== undefined,
    isEverywhere,
    publicUrl: devicePublicUrl,
  };
};

/** The lines for a code, with the listener's likeliest address. `publicUrl`: where phones find the hub. */
export function pairingLines(listener: DeviceListener, publicUrl: string, code: string): PairingLines {
  const { url, others, advice } = deviceAddressOf(listener);
  const words = `pair ${url} ${code}`;
  const command = `textrelay-agent ${words}`;
  const phone = phoneAddressOf(publicUrl);
  return {
    addresses: [url, ...others],
    commands: [command, `${typedCommand('agent')} ${words}`],
    qr: command,
    advice,
    phoneUrl: phone.url,
    phoneAdvice: phone.advice,
    phoneSteps: phoneStepsOf(phone.url, code),
  };
}

function routePeopleBehindNumbers(router: ConnectRouter, context: Pick<CoreContext, 'store' | 'clock'>) {
  const contacts = createContacts(context);
  const groups = createContactGroups(context);
  routeContacts(router, { contacts, groups, imports: createContactImport(context) });
  routeSearch(router, createSearch(context.store, context.clock));
}

function routeKept(
  router: ConnectRouter,
  { retention, users }: Pick<Application, 'retention' | 'users'>,
  auditLog: AuditLog,
) {
  routeRetention(router, retention);
  routeErasures(router, retention, users.reauthentication);
  routeAuditEvents(router, auditLog);
}

/** What judges the caller of each call, and then notes what is to be changed. */
function judgeAndNote(
  context: Pick<CoreContext, 'store' | 'clock' | 'log'>,
  { users, judgeKey }: Pick<Application, 'users' | 'judgeKey'>,
) {
  const auditLog = createAuditLog(context);
  const judging = [createAccessInterceptor(users.judge, judgeKey), createAuditInterceptor(auditLog.record)];
  return { auditLog, judging };
}

function routeInboxOf(
  router: ConnectRouter,
  { config, store, clock, hub }: Pick<CoreContext, 'config' | 'store' | 'clock' | 'hub'>,
) {
  const writers = createWriters({ store, clock, hub });
  routeInbox(router, { store, clock, writers, sendsMail: config.mail !== undefined });
}

/** What programs with keys call all the time. */
export const directMethods = [
  AccessService.method.admit,
  MessageService.method.sendMessages,
  MessageService.method.previewMessages,
  MessageService.method.getMessage,
  MessageService.method.listMessages,
  MessageService.method.listMessagesByRef,
  MessageService.method.listChanges,
  MessageService.method.listMessageEvents,
  ThreadService.method.listThreads,
  ThreadService.method.listThreadMessages,
  AccountService.method.getUsage,
] as const;

interface RpcListenerOptions {
  /** Undefined where nobody gets alerts. */
  alerts: AlertWatch | undefined;
  readiness: Readiness;
  /** Ends the calls that last for ever. */
  shutdownSignal: AbortSignal;
  /** How devices reach the core, once it listens. */
  deviceListener: () => DeviceListener;
}

/** Makes the server; the caller listens and closes. */
export function createRpcListener(
  context: CoreContext,
  application: Application,
  routes: MessageRoutes,
  incomingWebhooks: ChangeDelivery,
  { alerts, readiness, shutdownSignal, deviceListener }: RpcListenerOptions,
) {
  const { config, store, clock, log, metrics, hub, confirmation } = context;
  const { registry, carriers } = routes;
  const { send, cancel, admit, checkKeys, accounts, platforms, users, billing } = application;
  const sendMessages = createSendMessages({ send, traces: context.traces, log });
  const { tiers, referenceBits, endpoints } = config;
  const likelyCarrier = createLikelyCarrier(carriers.states);
  const preview = createPreview({ store, clock, tiers, referenceBits, endpoints, likelyCarrier });
  const configured = () => configuredOf(carriers.states());
  const numbers = createNumbers({ store, clock, carriers: configured });
  const readStats = createReadStats({ store, clock, log });
  const { sellsPlans } = billing;
  const readOverview = createReadOverview({
    ...{ accounts, store, readStats, tiers, clock, sellsPlans },
    carriers: carriers.states,
  });
  const { auditLog, judging } = judgeAndNote({ store, clock, log }, application);
  const operations = createOperations(context, routes, alerts);
  return createRpcServer({
    direct: directMethods,
    directOptions: { toConnectError: (error) => toConnectError(error, log), onCall: metrics.onCall },
    serviceToken: config.serviceToken,
    tls: config.tls?.rpc?.texts,
    shutdownSignal,
    log,
    interceptors: [metrics.interceptor, failureInterceptor(log), ...judging],
    routes: (router) => {
      const onWatch = (change: number) => metrics.watches.inc(change);
      const texts = createTextLog(store);
      const timeline = createTimeline({ store, clock, carriers: carriers.states });
      routeMessages(router, {
        ...{ store, texts, log, sendMessages, preview, cancel, timeline, checkKeys, hub, confirmation },
        onWatch,
      });
      routeBroadcasts(router, application.broadcasts);
      routeSubscriptions(router, { ...incomingWebhooks, clock });
      routeIncomingWebhooks(router, {
        incomingWebhooks: application.incomingWebhooks,
        callIncomingWebhook: application.callIncomingWebhook,
        log,
      });
      routeAccess(router, { admit, checkKeys, log });
      routeThreads(router, { store, conversations: createConversations(store) });
      routeInboxOf(router, { config, store, clock, hub });
      routeApprovals(router, application.approvals);
      routeOptOuts(router, application.optOuts);
      routePeopleBehindNumbers(router, { store, clock });
      routeAccounts(router, {
        ...{ accounts, readOverview, readStats, tiers, clock },
        members: users.members,
        quietHours: application.quietHours,
        listLinkedAccounts: createListLinkedAccounts(store),
      });
      routePlatforms(router, platforms);
      routeUsers(router, users);
      routePlan(router, billing);
      routeCarriers(router, { find: carriers.find, states: configured, numbers, store });
      routeOperations(router, { ...operations, timeline });
      routeKept(router, application, auditLog);
      routeKeys(router, application.keys);
      routeDevices(router, {
        pairing: application.pairing,
        devices: createAccountDevices({
          ...{ store, clock },
          onUnpaired: (...device) => registry.unpaired(...device),
        }),
        pairingLines: (code) => pairingLines(deviceListener(), config.publicUrl, code),
      });
      routeReflection(router, reflectedServices);
      routeHealth(router, readiness, serviceNames);
    },
  });
}
