// Builds the core from its rooms, starts them in order and stops them in reverse. Holds no rule of its own.
import { once } from 'node:events';
import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { Server } from 'node:net';
import { AccessService } from '../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../proto/gen/textrelay/v1/admin_service_pb.ts';
import { MessageService } from '../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlanService } from '../proto/gen/textrelay/v1/plan_service_pb.ts';
import { ThreadService } from '../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UsageService } from '../proto/gen/textrelay/v1/usage_service_pb.ts';
import { createAdmin } from './app/admin.ts';
import { createAdmission } from './app/admit.ts';
import { startAdvanceHub } from './app/advances.ts';
import { createEndHandedOver } from './app/handed_over.ts';
import { createReceiver } from './app/inbound.ts';
import { createSender } from './app/send.ts';
import { startSweeper } from './app/sweep.ts';
import { createUpdates } from './app/updates.ts';
import type { Clock } from './clock.ts';
import type { CoreConfig, ListenAddress } from './config.ts';
import type { Link } from './device/link.ts';
import { createLinkServer } from './device/link_server.ts';
import { LinkRegistry } from './device/registry.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { defaultLifetimes, type Lifetimes } from './domain/message.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { createOpsServer } from './ops_server.ts';
import { watchReadiness } from './readiness.ts';
import { routeAccess } from './rpc/access_service.ts';
import { routeAdmin } from './rpc/admin_service.ts';
import { failureInterceptor } from './rpc/failures.ts';
import { routeHealth } from './rpc/health_service.ts';
import { routeMessages } from './rpc/message_service.ts';
import { routeAccounts, routePlan, routeThreads, routeUsage } from './rpc/read_services.ts';
import { createRpcServer } from './rpc/rpc_server.ts';
import { openDatabase } from './store/database.ts';
import { migrateSchema } from './store/migrate.ts';
import { createStore } from './store/store.ts';

const serviceNames = [
  MessageService,
  ThreadService,
  UsageService,
  AccountService,
  PlanService,
  AccessService,
  AdminService,
].map((service) => service.typeName);

/** Each statement's deadline. A request waits for at most a few of them. */
const statementDeadlineMs = 5_000;
/** No carrier can be configured yet, so that route gateway does not exist. */
const hasCarrier = false;

/** A running core. Addresses are those that were bound, so that port 0 may be asked for. */
export interface Core {
  rpc: ListenAddress;
  device: ListenAddress;
  ops: ListenAddress;
  /** Ends everything overdue now, as the sweeper does every 5 seconds. */
  sweep(): Promise<number>;
  /** Finishes what is in flight, then stops; safe to call twice. */
  stop(): Promise<void>;
}

async function listen(server: Server | Http2Server, { host, port }: ListenAddress): Promise<ListenAddress> {
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  return { host, port: typeof bound === 'object' && bound !== null ? bound.port : port };
}

const closed = (server: Server | Http2Server) =>
  new Promise<void>((resolve) => server.close(() => resolve()));

/** Starts a core. Throws when the database can't be reached or migrated, or a port is taken. */
export async function startCore(
  config: CoreConfig,
  clock: Clock,
  log: Log,
  lifetimes: Lifetimes = defaultLifetimes,
): Promise<Core> {
  await migrateSchema(config.databaseUrl);
  const { tiers } = config;
  const metrics = createMetrics();
  const database = openDatabase({ url: config.databaseUrl, clock, deadlineMs: statementDeadlineMs });
  const store = createStore(database, hasCarrier);
  const hub = startAdvanceHub({ store, url: config.databaseUrl, clock, log });
  const { publish } = hub;
  await hub.listening;

  const send = createSender({
    store,
    clock,
    tiers,
    hasCarrier,
    publish,
    lifetimes,
    onBatch: metrics.onBatch('send'),
  });
  const update = createUpdates({ store, clock, publish, onBatch: metrics.onBatch('update') });
  const receive = createReceiver({ store, clock, publish, onBatch: metrics.onBatch('inbound') });
  const admit = createAdmission(store, metrics.onBatch('admit'));
  const admin = createAdmin({ store, clock, tiers });
  const endHandedOver = createEndHandedOver({ store, clock, update });
  const sweeper = startSweeper({
    store,
    clock,
    log,
    update,
    onExpired: (status) => metrics.expired.inc({ status }),
  });

  const registry = new LinkRegistry({
    store,
    clock,
    log,
    lifetimes,
    endHandedOver,
    onChange: (count) => metrics.links.set(count),
  });
  const dispatcher = new Dispatcher({
    store,
    clock,
    log,
    lifetimes,
    registry,
    publish,
    onClaim: (texts) => metrics.handedOver.inc(texts),
  });
  hub.subscribe((advances) => dispatcher.onAdvances(advances));

  const readiness = watchReadiness(clock, () => store.ping());
  const shutdown = new AbortController();
  const rpcServer = createRpcServer({
    serviceToken: config.serviceToken,
    shutdownSignal: shutdown.signal,
    interceptors: [metrics.interceptor, failureInterceptor(log)],
    routes: (router) => {
      const reads = { store, admin, tiers, clock };
      routeMessages(router, {
        store,
        send,
        admit,
        hub,
        log,
        onWatch: (change) => metrics.watches.inc(change),
      });
      routeAccess(router, { admit, log });
      routeThreads(router, reads);
      routeUsage(router, reads);
      routeAccounts(router, reads);
      routePlan(router, reads);
      routeAdmin(router, {
        admin,
        clock,
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
    store,
    admin,
    clock,
    log,
    lifetimes,
    update,
    receive,
    onHello: (link, hello) => registry.open(link, hello),
    onWelcome: (link) => registry.resume(link),
    onRoom: (link: Link) => dispatcher.onRoom(link),
    onClose: (link) => {
      dispatcher.forget(link);
      registry.close(link);
    },
  });
  const opsServer = createOpsServer({
    registry: metrics.registry,
    isReady: readiness.isReady,
    refresh: async () => {
      metrics.ready.set(readiness.isReady() ? 1 : 0);
      metrics.setUnfinished(await store.countUnfinished(clock.nowMs()));
    },
  });

  const stopServers = async () => {
    readiness.drain();
    shutdown.abort();
    registry.stop();
    dispatcher.stop();
    sweeper.stop();
    const servers = [closed(rpcServer), closed(linkServer), closed(opsServer)];
    // A session closes once its streams are done; idle ones at once.
    for (const session of sessions) session.close();
    linkServer.closeIdleConnections();
    opsServer.closeAllConnections();
    await Promise.all(servers);
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
    return { rpc, device, ops, sweep: () => sweeper.sweep(), stop };
  } catch (error) {
    await Promise.race([stop(), new Promise((resolve) => clock.setTimeout(() => resolve(undefined), 2_000))]);
    throw error;
  }
}
