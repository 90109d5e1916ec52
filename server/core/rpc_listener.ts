// The listener of internal services with all that it serves.
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { createSendAdmitted } from '../app/messages/send_admitted.ts';
import { createCarrierAdmin } from '../app/operator/carrier_admin.ts';
import { createDeviceAdmin } from '../app/operator/device_admin.ts';
import { failureInterceptor, toConnectError } from '../connect/failures.ts';
import type { Readiness } from '../ops/readiness.ts';
import { createRpcServer } from '../rpc/rpc_server.ts';
import { routeAccess } from '../rpc/services/access_service.ts';
import { routeAdmin } from '../rpc/services/admin_service.ts';
import { routeBilling } from '../rpc/services/billing_service.ts';
import { routeCarriers } from '../rpc/services/carrier_service.ts';
import { routeHealth } from '../rpc/services/health_service.ts';
import { createSendMessages, routeMessages } from '../rpc/services/message_service.ts';
import { routePlan } from '../rpc/services/plan_service.ts';
import { routeAccounts, routeThreads, routeUsage } from '../rpc/services/read_services.ts';
import { routeReflection } from '../rpc/services/reflection_service.ts';
import { routeSandbox } from '../rpc/services/sandbox_service.ts';
import { reflectedServices, serviceNames } from '../rpc/services/service_names.ts';
import type { Application, CoreContext } from './application.ts';
import type { WaysOut } from './ways_out.ts';

/** Makes the server; the caller listens and closes. `shutdownSignal` ends the calls that last for ever. */
export function createRpcListener(
  { config, store, clock, log, metrics, hub }: CoreContext,
  application: Application,
  { noticeOf, registry, carriers }: WaysOut,
  { readiness, shutdownSignal }: { readiness: Readiness; shutdownSignal: AbortSignal },
) {
  const { send, admit, checkKeys, admin, platforms, billing, endHandedOver } = application;
  const sendMessages = createSendMessages({ send, sendAdmitted: createSendAdmitted(admit, send), log });
  return createRpcServer({
    direct: { method: MessageService.method.sendMessages, run: sendMessages },
    directOptions: { toConnectError: (error) => toConnectError(error, log), onCall: metrics.onCall },
    serviceToken: config.serviceToken,
    tls: config.tls?.rpc?.texts,
    shutdownSignal,
    log,
    interceptors: [metrics.interceptor, failureInterceptor(log)],
    routes: (router) => {
      const reads = { store, admin, platforms, tiers: config.tiers, clock };
      const onWatch = (change: number) => metrics.watches.inc(change);
      routeMessages(router, { store, sendMessages, checkKeys, hub, onWatch });
      routeAccess(router, { admit, checkKeys, log });
      routeThreads(router, reads);
      routeUsage(router, reads);
      routeAccounts(router, reads);
      routePlan(router, billing);
      routeBilling(router, billing);
      routeCarriers(router, carriers);
      routeSandbox(router, { page: billing.sandboxPage });
      routeAdmin(router, {
        admin,
        platforms,
        devices: createDeviceAdmin({ store, clock, noticeOf }),
        carriers: createCarrierAdmin({ store, clock, carriers: carriers.states }),
        onDeviceRevoked: async (accountId, deviceId) => {
          await registry.check();
          await endHandedOver(accountId, deviceId, 'the device was unpaired');
        },
      });
      routeReflection(router, reflectedServices);
      routeHealth(router, readiness, serviceNames);
    },
  });
}
