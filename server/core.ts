// One running core: what it is made of, in the order in which it starts, which is the reverse of the order in which it
// stops. It holds no rule of its own.
import type { Clock } from '../runtime/clock.ts';
import { noFailpoint } from '../runtime/failpoint.ts';
import { createOpsServer } from '../runtime/listeners/ops_listener.ts';
import type { Log } from '../runtime/log.ts';
import { atMost } from '../runtime/pause.ts';
import { Parts } from '../runtime/process/parts.ts';
import { startAdvanceHub } from './app/messages/advances.ts';
import { createTextTraces } from './app/tracing/text_traces.ts';
import { startAlerts } from './composition/alerts.ts';
import { type CoreContext, startApplication } from './composition/application.ts';
import { startChangeDelivery } from './composition/change_delivery.ts';
import { type Addresses, createDeviceListener, createListeners } from './composition/listeners.ts';
import { startMessageRoutes } from './composition/message_routes.ts';
import { createRpcListener, deviceListenerOf } from './composition/rpc_listener.ts';
import type { CoreConfig } from './config/config_core.ts';
import { gatewayRouteOf } from './domain/accounts/gateway_route.ts';
import { defaultLifetimes, type Lifetimes } from './domain/messages/message.ts';
import type { Failpoint } from './failpoint.ts';
import { createMetrics } from './ops/metrics.ts';
import { watchReadiness } from './ops/readiness.ts';
import { createStats, mostCounted } from './ops/unfinished_stats.ts';
import { startApproval } from './store/postgres/connection/confirmation.ts';
import { openDatabase } from './store/postgres/database.ts';
import { createStore } from './store/store.ts';

/** Each statement's deadline. A request waits for at most a few of them. */
const statementDeadlineMs = 5_000;
/** How long a start that failed waits for what it had started, in milliseconds. */
const unwindMs = 2_000;

/** A running core. */
export interface Core extends Addresses {
  /** Ends everything overdue now, as the sweeper does every 5 seconds. */
  sweep(): Promise<number>;
  /** Brings accounts and subscriptions together now, as the billing sweep does every 30 seconds. */
  sweepBilling(): Promise<number>;
  /** Lets go of what has had its time now; returns how many rows went. */
  prune(): Promise<number>;
  /** Deletes what is not kept longer now; returns how many rows went. */
  keep(): Promise<number>;
  /** Finishes what is in flight, then stops; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a core on a database whose schema is up to date. Throws when a port is taken; nothing is left running then. */
export async function startCore(
  config: CoreConfig,
  clock: Clock,
  log: Log,
  lifetimes: Lifetimes = defaultLifetimes,
  failpoint: Failpoint = noFailpoint,
): Promise<Core> {
  const parts = new Parts();
  try {
    const metrics = createMetrics({ dataDir: config.dataDir });
    const { databaseUrl: url } = config;
    const pools = openDatabase({ url, clock, deadlineMs: statementDeadlineMs });
    const database = parts.add(pools, (it) => it.close());
    const store = createStore(database, gatewayRouteOf(config.carriers, config.isProduction ?? false));
    const hub = parts.add(startAdvanceHub({ store, url, clock, log }), (it) => it.stop());
    await hub.listening;
    const confirmation = parts.add(startApproval(url, clock), (it) => it.stop());
    const readiness = parts.add(
      watchReadiness(clock, () => store.ping()),
      (watch) => watch.stop(),
    );
    const traces = createTextTraces({ store, clock });
    const given = { config, clock, log, lifetimes, failpoint };
    const context: CoreContext = { ...given, metrics, store, hub, traces, confirmation };
    const application = parts.add(await startApplication(context), (started) => started.close());
    const ways = startMessageRoutes(context, application);
    const alerts = parts.add(startAlerts(context, ways), (watch) => watch?.stop());
    const hooks = parts.add(startChangeDelivery(context, application.send), (started) => started.stop());
    const shutdown = new AbortController();
    const bound = { device: config.deviceListen };
    const countUnfinished = createStats({
      clock,
      count: async () => metrics.setUnfinished(await store.countUnfinished(clock.nowMs(), mostCounted)),
    });
    const listeners = createListeners(context, {
      rpc: createRpcListener(context, application, ways, hooks, {
        alerts,
        readiness,
        shutdownSignal: shutdown.signal,
        deviceListener: () => deviceListenerOf(config, bound.device),
      }),
      device: createDeviceListener(context, application, ways),
      ops: createOpsServer({
        isReady: readiness.isReady,
        problem: database.problem,
        contentType: metrics.registry.contentType,
        metrics: async () => {
          metrics.ready.set(readiness.isReady() ? 1 : 0);
          await countUnfinished();
          return metrics.registry.metrics();
        },
      }),
    });
    // Calls and submits under way are waited for together: one after the other could take longer than a stop may.
    parts.atStop(() => Promise.all([listeners.close(), ways.carriers.stop()]));
    // Before that, nothing new is begun, and those who keep connections open for ever are asked to leave.
    parts.atStop(() => {
      readiness.drain();
      listeners.begin();
      shutdown.abort();
      ways.stopDevices();
      application.stop();
    });
    const addresses = await listeners.open();
    bound.device = addresses.device;
    log.info(addresses, 'the core serves');
    const { sweeper, billing, pruner, retention } = application;
    return {
      ...addresses,
      sweep: () => sweeper.sweep(),
      sweepBilling: () => billing.sweep(),
      prune: () => pruner.prune(),
      keep: () => retention.keeper.keep(),
      stop: () => parts.stop(),
    };
  } catch (error) {
    await atMost(clock, unwindMs, parts.stop());
    throw error;
  }
}
