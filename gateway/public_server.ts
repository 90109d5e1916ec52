// The public listener with all its routes.
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { GatewayConfig } from './config.ts';
import { createBillingCore } from './core/billing_client.ts';
import { createCarrierCore } from './core/carrier_client.ts';
import type { RpcChannel } from './core/channel.ts';
import type { Core } from './core/client.ts';
import { createTiers } from './core/tiers.ts';
import type { App } from './edge/app.ts';
import { BodyRoom } from './edge/body_room.ts';
import { createServer } from './edge/http_server.ts';
import { RouteTable } from './edge/route_table.ts';
import { UnreadAnswers } from './edge/unread_answers.ts';
import { createAdmission } from './keys/admission.ts';
import { FailedKeys } from './keys/failed_keys.ts';
import type { Metrics } from './metrics.ts';
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
import { createLongPoll } from './waiting/long_poll.ts';
import type { WaitingRoom } from './waiting/waiting_room.ts';

export interface PublicServerOptions {
  config: GatewayConfig;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  channel: RpcChannel;
  core: Core;
  room: WaitingRoom;
  /** True once the gateway stops: connections are closed with their next answer. */
  isStopping: () => boolean;
}

/** Makes the server; the caller listens and closes. */
export function createPublicServer(options: PublicServerOptions): App {
  const { config, clock, log, metrics, channel, core, room, isStopping } = options;
  const { limits } = config;
  const table = new RouteTable();
  const bodies = new BodyRoom(limits.bodiesBytes);
  const failedKeys = new FailedKeys({
    clock,
    perKey: limits.failuresOfKey,
    perAddress: limits.failuresOfAddress,
    onBound: (address) =>
      log.warn({ address }, 'too many wrong keys; a proxy belongs in TEXTRELAY_GATEWAY_TRUSTED_PROXIES'),
  });
  const admission = createAdmission({
    core,
    log,
    failedKeys,
    trustedProxies: config.trustedProxies,
    onWrongKeys: () => metrics.wrongKeys.inc(),
  });
  const tls = config.tls?.texts;
  const app = createServer({ tls, limits, log, metrics, table, admission, bodies, isStopping });
  const unread = new UnreadAnswers({ ...limits, clock });
  metrics.watchUnread(() => unread.bytes);
  const longPoll = createLongPoll({ core, room, onGone: () => metrics.gone.inc() });
  const billing = createBillingCore(channel, limits);

  addDescriptionRoutes(app, { table, limits });
  addDocsRoutes(app, documentPath);
  addHomeRoutes(app);
  addAccountRoutes(app, { core, tiers: createTiers(core, clock) });
  addPlanRoutes(app, { core });
  addMessageRoutes(app, { core, longPoll, unread, onSend: metrics.onSend });
  addThreadRoutes(app, { core, unread, pageBytes: limits.pageBytes });
  addWebhookRoute(app, { core: billing, bodies });
  addCarrierCallbackRoutes(app, { core: createCarrierCore(channel, limits), bodies });
  addPaymentPages(app, { core: billing, bodies });
  return app;
}
