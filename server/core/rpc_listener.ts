// The listener of internal services with all that it serves.
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { createAccessInterceptor } from '../access/caller.ts';
import { createConsole } from '../app/console/console.ts';
import { createOperatorPages } from '../app/console/operator.ts';
import { createConversations } from '../app/messages/conversations.ts';
import { createPreview } from '../app/messages/preview.ts';
import { createTextLog } from '../app/messages/text_log.ts';
import { createTimeline } from '../app/messages/timeline.ts';
import { createCarrierAdmin } from '../app/operator/carrier_admin.ts';
import { createDeviceAdmin } from '../app/operator/device_admin.ts';
import type { DeviceListener } from '../config/device_address.ts';
import { failureInterceptor, toConnectError } from '../connect/failures.ts';
import { createLikelyCarrier } from '../dispatch/carriers/likely_carrier.ts';
import { coreFiguresOf } from '../ops/core_figures.ts';
import type { Readiness } from '../ops/readiness.ts';
import { createRpcServer } from '../rpc/rpc_server.ts';
import { routeAccess } from '../rpc/services/access_service.ts';
import { routeBilling } from '../rpc/services/billing_service.ts';
import { routeCarriers } from '../rpc/services/carrier_service.ts';
import { routeConsole } from '../rpc/services/console/console_service.ts';
import { routeConsoleOperator } from '../rpc/services/console/operator_service.ts';
import { routeDevices } from '../rpc/services/device_service.ts';
import { routeHealth } from '../rpc/services/health_service.ts';
import { routeKeys } from '../rpc/services/key_service.ts';
import { createSendMessages, routeMessages } from '../rpc/services/message_service.ts';
import { routeAdmin } from '../rpc/services/operator/admin_service.ts';
import { routeOptOuts } from '../rpc/services/opt_out_service.ts';
import { routePeople } from '../rpc/services/people_service.ts';
import { routePlaces } from '../rpc/services/place_service.ts';
import { routePlan } from '../rpc/services/plan_service.ts';
import { routeQuietHours } from '../rpc/services/quiet_hours_service.ts';
import { routeAccounts, routeThreads, routeUsage } from '../rpc/services/read_services.ts';
import { routeReflection } from '../rpc/services/reflection_service.ts';
import { routeSandbox } from '../rpc/services/sandbox_service.ts';
import { reflectedServices, serviceNames } from '../rpc/services/service_names.ts';
import type { Application, CoreContext } from './application.ts';
import type { Hooks } from './hooks.ts';
import { pairingLines } from './pairing_lines.ts';
import type { WaysOut } from './ways_out.ts';

interface RpcListenerOptions {
  readiness: Readiness;
  /** Ends the calls that last for ever. */
  shutdownSignal: AbortSignal;
  /** How devices reach the core, once it listens. */
  deviceListener: () => DeviceListener;
}

/** Makes the server; the caller listens and closes. */
export function createRpcListener(
  { config, store, clock, log, metrics, hub }: CoreContext,
  application: Application,
  { registry, carriers }: WaysOut,
  hooks: Hooks,
  { readiness, shutdownSignal, deviceListener }: RpcListenerOptions,
) {
  const { send, cancel, admit, checkKeys, admin, platforms, people, billing, endHandedOver, optOuts } =
    application;
  const sendMessages = createSendMessages({ send, log });
  const preview = createPreview({
    store,
    clock,
    tiers: config.tiers,
    referenceBits: config.referenceBits,
    likelyCarrier: createLikelyCarrier(carriers.states),
  });
  const deviceAdmin = createDeviceAdmin({ store, clock });
  const carrierAdmin = createCarrierAdmin({ store, clock, carriers: carriers.states });
  const onDeviceRevoked = async (accountId: bigint, deviceId: bigint) => {
    await registry.check();
    await endHandedOver(accountId, deviceId, 'the device was unpaired');
  };
  const ofOperator = { admin, carrierAdmin, platformAdmin: platforms };
  const console = createConsole({
    ...ofOperator,
    store,
    clock,
    log,
    tiers: config.tiers,
    deviceAdmin,
    onDeviceRevoked,
    carriers: carriers.states,
  });
  const readCoreFigures = () => coreFiguresOf(metrics);
  const pages = createOperatorPages({ ...ofOperator, store, clock, readCoreFigures });
  return createRpcServer({
    direct: { method: MessageService.method.sendMessages, run: sendMessages },
    directOptions: { toConnectError: (error) => toConnectError(error, log), onCall: metrics.onCall },
    serviceToken: config.serviceToken,
    tls: config.tls?.rpc?.texts,
    shutdownSignal,
    log,
    interceptors: [metrics.interceptor, failureInterceptor(log), createAccessInterceptor(people.judge)],
    routes: (router) => {
      const reads = { store, admin, platforms, tiers: config.tiers, clock };
      const onWatch = (change: number) => metrics.watches.inc(change);
      const texts = createTextLog(store);
      const timeline = createTimeline({ store, clock, carriers: carriers.states });
      routeMessages(router, {
        store,
        texts,
        log,
        sendMessages,
        preview,
        cancel,
        timeline,
        checkKeys,
        hub,
        onWatch,
      });
      routePlaces(router, { ...hooks, clock });
      routeAccess(router, { admit, checkKeys, log });
      routeThreads(router, { store, conversations: createConversations(store) });
      routeOptOuts(router, optOuts);
      routeQuietHours(router, application.quietHours);
      routeUsage(router, reads);
      routeAccounts(router, reads);
      routePeople(router, people);
      routePlan(router, billing);
      routeBilling(router, billing);
      routeCarriers(router, carriers);
      routeSandbox(router, { page: billing.sandboxPage });
      routeKeys(router, application.keys);
      routeDevices(router, {
        admin,
        devices: console.devices,
        pairingLines: (code) => pairingLines(deviceListener(), code),
      });
      routeAdmin(router, {
        admin,
        platforms,
        carriers: carrierAdmin,
      });
      routeConsole(router, {
        judge: people.judge,
        console,
      });
      routeConsoleOperator(router, { ...people, pages });
      routeReflection(router, reflectedServices);
      routeHealth(router, readiness, serviceNames);
    },
  });
}
