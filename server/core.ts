// Builds the core from its rooms, starts them in order and stops them in reverse. Holds no rule of its own.
import type { ServerHttp2Session } from 'node:http2';
import { MessageService } from '../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ListenAddress } from '../runtime/config_values.ts';
import { noFailpoint } from '../runtime/failpoint.ts';
import { closed, listen } from '../runtime/listening.ts';
import type { Log } from '../runtime/log.ts';
import { createOpsServer } from '../runtime/ops_listener.ts';
import { keepTls } from '../runtime/tls_listener.ts';
import { createAdmin } from './app/admin.ts';
import { createAdmission } from './app/admit.ts';
import { startAdvanceHub } from './app/advances.ts';
import { startBilling } from './app/billing.ts';
import { createCarrierAdmin } from './app/carrier_admin.ts';
import { createKeyCheck } from './app/check_keys.ts';
import { createDeviceAdmin } from './app/device_admin.ts';
import { createEndHandedOver } from './app/handed_over.ts';
import { createReceiver } from './app/inbound.ts';
import { createPlatformAdmin } from './app/platform_admin.ts';
import { createSender } from './app/send.ts';
import { createSendAdmitted } from './app/send_admitted.ts';
import { startSweeper } from './app/sweep.ts';
import { createUpdates } from './app/updates.ts';
import { startCarriers } from './carrier/carriers.ts';
import type { CoreConfig } from './config.ts';
import { registerDeviceMetrics } from './device/device_metrics.ts';
import type { Link } from './device/link.ts';
import { createLinkLanes } from './device/link_lanes.ts';
import { createLinkServer } from './device/link_server.ts';
import { LinkRegistry } from './device/registry.ts';
import { createSimulatorNotice } from './device/simulator_notices.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { gatewayRouteOf } from './domain/gateway_route.ts';
import { defaultLifetimes, type Lifetimes } from './domain/message.ts';
import type { Failpoint } from './failpoint.ts';
import { createMetrics } from './metrics.ts';
import { watchReadiness } from './readiness.ts';
import { routeAccess } from './rpc/access_service.ts';
import { routeAdmin } from './rpc/admin_service.ts';
import { routeBilling } from './rpc/billing_service.ts';
import { routeCarriers } from './rpc/carrier_service.ts';
import { failureInterceptor, toConnectError } from './rpc/failures.ts';
import { routeHealth } from './rpc/health_service.ts';
import { createSendMessages, routeMessages } from './rpc/message_service.ts';
import { routePlan } from './rpc/plan_service.ts';
import { routeAccounts, routeThreads, routeUsage } from './rpc/read_services.ts';
import { createRpcServer } from './rpc/rpc_server.ts';
import { routeSandbox } from './rpc/sandbox_service.ts';
import { serviceNames } from './rpc/service_names.ts';
import { openDatabase } from './store/database.ts';
import { createStore } from './store/store.ts';
import { createFigures } from './unfinished_figures.ts';
import { readCoreVersion } from './version.ts';

/** Each statement's deadline. A request waits for at most a few of them. */
const statementDeadlineMs = 5_000;
/** Unfinished texts that metrics count at most: more are as bad. */
const mostCounted = 100_000;
/** How long a stop waits for calls in flight; shorter than the process' watchdog. */
const stopGraceMs = 6_000;

/** A running core. Addresses are those that were bound, so that port 0 may be asked for. */
export interface Core {
  rpc: ListenAddress;
  device: ListenAddress;
  ops: ListenAddress;
  /** Ends everything overdue now, as the sweeper does every 5 seconds. */
  sweep(): Promise<number>;
  /** Brings accounts and subscriptions together now, as the billing sweep does every 30 seconds. */
  sweepBilling(): Promise<number>;
  /** Finishes what is in flight, then stops; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a core on a database whose schema is up to date. Throws when a port is taken. */
export async function startCore(
  config: CoreConfig,
  clock: Clock,
  log: Log,
  lifetimes: Lifetimes = defaultLifetimes,
  failpoint: Failpoint = noFailpoint,
): Promise<Core> {
  const { tiers } = config;
  const metrics = createMetrics();
  const database = openDatabase({ url: config.databaseUrl, clock, deadlineMs: statementDeadlineMs });
  const store = createStore(database, gatewayRouteOf(config.carriers, config.isProduction ?? false));
  const hub = startAdvanceHub({ store, url: config.databaseUrl, clock, log });
  const { publish } = hub;
  await hub.listening;

  const send = createSender({
    store,
    clock,
    tiers,
    referenceBits: config.referenceBits,
    publish,
    lifetimes,
    onBatch: metrics.onBatch('send'),
  });
  const update = createUpdates({ store, clock, publish, onBatch: metrics.onBatch('update') });
  const receive = createReceiver({ store, clock, publish, onBatch: metrics.onBatch('inbound') });
  const admit = createAdmission(store, clock, metrics.onBatch('admit'));
  const checkKeys = createKeyCheck(store);
  const admin = createAdmin({ store, clock, tiers });
  const platforms = createPlatformAdmin({ store, clock });
  const endHandedOver = createEndHandedOver({ store, clock, update });
  const sweeper = startSweeper({
    store,
    clock,
    log,
    update,
    onExpired: (status) => metrics.expired.inc({ status }),
  });

  const billing = await startBilling({
    settings: config.billing,
    publicUrl: config.publicUrl,
    store,
    clock,
    log,
    tiers,
    failpoint,
    counts: metrics.billing,
  });

  const noticeOf = createSimulatorNotice(store, config.isProduction ?? false);
  const lanes = createLinkLanes({ store, clock });
  const registry = new LinkRegistry({
    store,
    lanes,
    clock,
    log,
    lifetimes,
    endHandedOver,
    noticeOf,
    onChange: (count) => metrics.links.set(count),
  });
  registerDeviceMetrics(metrics.registry, { links: () => registry.links(), clock });
  const dispatcher = new Dispatcher({
    store,
    clock,
    log,
    lifetimes,
    failpoint,
    registry,
    publish,
    onClaim: (texts) => metrics.handedOver.inc(texts),
  });
  const carriers = startCarriers({
    configs: config.carriers,
    store,
    clock,
    log,
    lifetimes,
    failpoint,
    referenceBits: config.referenceBits,
    update,
    receive,
    publish,
    random: Math.random,
    registry: metrics.registry,
    onBatch: metrics.onBatch,
  });
  hub.subscribe((advances) => {
    dispatcher.onAdvances(advances);
    carriers.onAdvances(advances);
  });

  const readiness = watchReadiness(clock, () => store.ping());
  const shutdown = new AbortController();
  const sendMessages = createSendMessages({ send, sendAdmitted: createSendAdmitted(admit, send), log });
  const rpcServer = createRpcServer({
    direct: { method: MessageService.method.sendMessages, run: sendMessages },
    directOptions: { toConnectError: (error) => toConnectError(error, log), onCall: metrics.onCall },
    serviceToken: config.serviceToken,
    tls: config.tls?.rpc?.texts,
    shutdownSignal: shutdown.signal,
    log,
    interceptors: [metrics.interceptor, failureInterceptor(log)],
    routes: (router) => {
      const reads = { store, admin, platforms, tiers, clock };
      routeMessages(router, {
        store,
        sendMessages,
        checkKeys,
        hub,
        onWatch: (change) => metrics.watches.inc(change),
      });
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
      routeHealth(router, readiness, serviceNames);
    },
  });
  const sessions = new Set<ServerHttp2Session>();
  rpcServer.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });

  const linkServer = createLinkServer({
    tls: config.tls?.device?.texts,
    lanes,
    admin,
    clock,
    log,
    lifetimes,
    failpoint,
    coreVersion: readCoreVersion(),
    referenceBits: config.referenceBits,
    update,
    receive,
    onHello: (link, greeting) => registry.open(link, greeting),
    noticeFor: (link) => registry.noticeFor(link),
    onWelcome: (link) => registry.resume(link),
    onRoom: (link: Link) => dispatcher.onRoom(link),
    onState: (link, state, before) => registry.note(link, state, before),
    onClose: (link) => {
      dispatcher.forget(link);
      registry.close(link);
    },
  });
  const tlsListeners = [
    keepTls(rpcServer, config.tls?.rpc, { clock, log }),
    keepTls(linkServer, config.tls?.device, { clock, log }),
  ];
  const countUnfinished = createFigures({
    clock,
    count: async () => metrics.setUnfinished(await store.countUnfinished(clock.nowMs(), mostCounted)),
  });
  const opsServer = createOpsServer({
    isReady: readiness.isReady,
    contentType: metrics.registry.contentType,
    metrics: async () => {
      metrics.ready.set(readiness.isReady() ? 1 : 0);
      await countUnfinished();
      return metrics.registry.metrics();
    },
  });

  const stopServers = async () => {
    readiness.drain();
    shutdown.abort();
    registry.stop();
    dispatcher.stop();
    sweeper.stop();
    billing.stop();
    const carried = carriers.stop();
    const servers = [closed(rpcServer), closed(linkServer), closed(opsServer)];
    // A session closes once its streams are done; idle ones at once.
    for (const session of sessions) session.close();
    for (const endTls of tlsListeners) endTls();
    linkServer.closeIdleConnections();
    opsServer.closeAllConnections();
    // A call whose caller does not go on is not waited for longer than this.
    const cancelForce = clock.setTimeout(() => {
      for (const session of sessions) session.destroy();
      linkServer.closeAllConnections();
    }, stopGraceMs);
    await Promise.all([...servers, carried]);
    cancelForce();
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await stopServers();
      readiness.stop();
      await hub.stop();
      await database.close();
    })();
    return stopping;
  };

  try {
    const rpc = await listen(rpcServer, config.listen);
    const device = await listen(linkServer, config.deviceListen);
    const ops = await listen(opsServer, config.opsListen);
    log.info({ rpc, device, ops }, 'the core serves');
    return { rpc, device, ops, sweep: () => sweeper.sweep(), sweepBilling: () => billing.sweep(), stop };
  } catch (error) {
    await Promise.race([stop(), new Promise((resolve) => clock.setTimeout(() => resolve(undefined), 2_000))]);
    throw error;
  }
}
