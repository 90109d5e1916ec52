// One running gateway: what is constructed, in which order it starts, and the reverse order in which it stops.
import type { AddressInfo, Server } from 'node:net';
import type { Clock } from '../runtime/clock.ts';
import { closed, listen } from '../runtime/listening.ts';
import type { Log } from '../runtime/log.ts';
import { createOpsServer } from '../runtime/ops_listener.ts';
import { keepTls } from '../runtime/tls_listener.ts';
import { createAdmission } from './admission.ts';
import { createBillingCore } from './billing_core.ts';
import { BodyRoom } from './body_room.ts';
import { createCarrierCore } from './carrier_core.ts';
import { ChangeWatch } from './change_watch.ts';
import type { GatewayConfig } from './config.ts';
import { createCore } from './core.ts';
import { FailedKeys } from './failed_keys.ts';
import { watchKeys } from './key_watch.ts';
import { createLongPoll } from './long_poll.ts';
import { createMetrics } from './metrics.ts';
import { RouteTable } from './route_table.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addCarrierCallbackRoutes } from './routes/carrier_callback.ts';
import { addDescriptionRoutes, documentPath } from './routes/description.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addHomeRoutes } from './routes/home.ts';
import { addMessageRoutes } from './routes/messages.ts';
import { addPaymentPages } from './routes/payment_pages.ts';
import { addPlanRoutes } from './routes/plan.ts';
import { addThreadRoutes } from './routes/threads.ts';
import { addWebhookRoute } from './routes/webhook.ts';
import { RpcChannel } from './rpc_channel.ts';
import { createServer } from './server.ts';
import { createTiers } from './tiers.ts';
import { UnreadAnswers } from './unread_answers.ts';
import { WaitingRoom } from './waiting_room.ts';

/** How long /readyz waits for the core. */
const readyTimeoutMs = 1_000;
/** How long a start waits for a core that starts as well, and how often it looks. */
const coreDeadlineMs = 5_000;
const corePeriodMs = 50;

export interface Gateway {
  /** Where the public interface is served. */
  url: string;
  /** Where metrics and health are served. */
  opsUrl: string;
  /** Resolves once a core answers, or after 5 s without one: until then requests are told to come back. */
  whenCoreServes(): Promise<void>;
  /** Answers what is in flight and stops; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a gateway; resolves once it serves. Throws what listening throws; nothing is left running then. */
export async function startGateway(config: GatewayConfig, clock: Clock, log: Log): Promise<Gateway> {
  const { limits } = config;
  let stopping: Promise<void> | undefined;

  const room = new WaitingRoom(clock, limits.waiting, limits.waitingOfAccount);
  const metrics = createMetrics(() => room.size);
  const channel = new RpcChannel({
    target: config.coreTarget,
    tls: config.coreTls,
    serviceToken: config.serviceToken,
    maxCallsInFlight: limits.callsInFlight,
    clock,
    log,
    onFailure: metrics.onCoreFailure,
    onStandings: metrics.onStandings,
  });
  const core = createCore({ channel, clock, limits, onBatch: metrics.onBatch });
  const watch = new ChangeWatch({ core, room, clock, onLive: (live) => metrics.watching.set(live ? 1 : 0) });
  const endKeyWatch = watchKeys({ core, room, clock });
  const table = new RouteTable();
  const bodies = new BodyRoom(limits.bodiesBytes);
  const app = createServer({
    tls: config.tls?.texts,
    limits,
    log,
    metrics,
    table,
    admission: createAdmission({
      core,
      log,
      failedKeys: new FailedKeys({
        clock,
        perKey: limits.failuresOfKey,
        perAddress: limits.failuresOfAddress,
        onBound: (address) =>
          log.warn({ address }, 'too many wrong keys; a proxy belongs in TEXTRELAY_GATEWAY_TRUSTED_PROXIES'),
      }),
      trustedProxies: config.trustedProxies,
      onWrongKeys: () => metrics.wrongKeys.inc(),
    }),
    bodies,
    isStopping: () => stopping !== undefined,
  });
  addDescriptionRoutes(app, { table, limits });
  addDocsRoutes(app, documentPath);
  addHomeRoutes(app);
  addAccountRoutes(app, { core, tiers: createTiers(core, clock) });
  addPlanRoutes(app, { core });
  const longPoll = createLongPoll({ core, room, onGone: () => metrics.gone.inc() });
  const unread = new UnreadAnswers({ ...limits, clock });
  metrics.watchUnread(() => unread.bytes);
  addMessageRoutes(app, { core, longPoll, unread, onSend: metrics.onSend });
  addThreadRoutes(app, { core, unread, pageBytes: limits.pageBytes });
  const billing = createBillingCore(channel, limits);
  addWebhookRoute(app, { core: billing, bodies });
  addCarrierCallbackRoutes(app, { core: createCarrierCore(channel, limits), bodies });
  addPaymentPages(app, { core: billing, bodies });
  const ops = createOpsServer({
    metrics: () => metrics.registry.metrics(),
    contentType: metrics.registry.contentType,
    isReady: async () => stopping === undefined && (await core.isServing(readyTimeoutMs)),
  });

  const endTls = keepTls(app.server, config.tls, { clock, log });

  const stopOnce = async () => {
    room.close();
    endTls();
    const cancelForce = clock.setTimeout(() => {
      app.server.closeAllConnections();
      endTls();
    }, limits.stopTimeoutMs);
    await app.close();
    cancelForce();
    watch.stop();
    endKeyWatch();
    channel.close();
    if (ops.listening) {
      const opsClosed = closed(ops);
      ops.closeAllConnections();
      await opsClosed;
    }
  };

  const stop = (): Promise<void> => {
    if (!stopping) {
      log.info('stopping');
      stopping = stopOnce().then(() => log.info('stopped'));
    }
    return stopping;
  };

  try {
    await listen(ops, config.opsListen);
    const url = await app.listen(config.listen);
    const opsUrl = urlOf(ops);
    log.info({ url, opsUrl }, 'serving');
    const whenCoreServes = async () => {
      const deadlineMs = clock.nowMs() + coreDeadlineMs;
      while (clock.nowMs() < deadlineMs && !(await core.isServing(readyTimeoutMs)))
        await new Promise<void>((resolve) => clock.setTimeout(resolve, corePeriodMs));
    };
    return { url, opsUrl, whenCoreServes, stop };
  } catch (error) {
    stopping = stopOnce();
    await stopping;
    throw error;
  }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
