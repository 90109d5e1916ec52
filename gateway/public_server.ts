// The public listener with all its routes.
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { GatewayConfig } from './config.ts';
import { openConsoleFiles } from './console_files.ts';
import { createAsk } from './core/ask.ts';
import type { RpcChannel } from './core/channel.ts';
import type { Core } from './core/client.ts';
import { createTiers } from './core/tiers.ts';
import type { App } from './edge/app.ts';
import { BodyMemory } from './edge/body_memory.ts';
import { createServer } from './edge/http_server.ts';
import { RouteTable } from './edge/route_table.ts';
import { UnreadAnswers } from './edge/unread_answers.ts';
import { createAdmission } from './keys/admission.ts';
import { FailedKeys } from './keys/failed_keys.ts';
import type { Metrics } from './metrics.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addAccountsRoutes } from './routes/accounts.ts';
import { addBatchRoutes } from './routes/batch.ts';
import { addCancelRoutes } from './routes/cancel.ts';
import { addCarrierCallbackRoutes } from './routes/carrier_callback.ts';
import { addCarrierRoutes } from './routes/carriers.ts';
import { addConsoleRoutes } from './routes/console.ts';
import { addConsumerRoutes } from './routes/consumers.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addDescriptionRoutes, documentPath } from './routes/description.ts';
import { addDeviceRoutes } from './routes/devices.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addHomeRoutes } from './routes/home.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addMessageRoutes } from './routes/messages.ts';
import { addOperationsRoutes } from './routes/operations.ts';
import { addOptOutRoutes } from './routes/opt_outs.ts';
import { addOverviewRoute } from './routes/overview.ts';
import { addPaymentPages } from './routes/payment_pages.ts';
import { addPeopleRoutes } from './routes/people/routes.ts';
import { addPlanRoutes } from './routes/plan.ts';
import { addPlatformRoutes } from './routes/platforms.ts';
import { addQuietHoursRoutes } from './routes/quiet_hours.ts';
import { addStripeEventRoute } from './routes/stripe_events.ts';
import { addTextLogRoutes } from './routes/text_log.ts';
import { addTextLogFileRoute } from './routes/text_log_csv.ts';
import { addThreadRoutes } from './routes/threads.ts';
import { addTimelineRoutes } from './routes/timeline.ts';
import { addWebhookRoutes } from './routes/webhooks.ts';
import { createBrowsers } from './session/browser.ts';
import { createSessionDoor } from './session/door.ts';
import { OpenRate } from './session/open_rate.ts';
import { SessionRate } from './session/session_rate.ts';
import { createLongPoll } from './waiting/long_poll.ts';
import type { WaitingList } from './waiting/waiting_list.ts';

interface PublicServerOptions {
  config: GatewayConfig;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  channel: RpcChannel;
  core: Core;
  waitingList: WaitingList;
  /** True once the gateway stops: connections are closed with their next answer. */
  isStopping: () => boolean;
}

/** Makes the server; the caller listens and closes. */
export function createPublicServer(options: PublicServerOptions): App {
  const { config, clock, log, metrics, channel, core, waitingList, isStopping } = options;
  const { limits } = config;
  const table = new RouteTable();
  const bodies = new BodyMemory(limits.bodiesBytes);
  const failedKeys = new FailedKeys({
    clock,
    perKey: limits.failuresOfKey,
    perAddress: limits.failuresOfAddress,
    onBound: (address) =>
      log.warn({ address }, 'too many wrong keys; a proxy belongs in TEXTRELAY_GATEWAY_TRUSTED_PROXIES'),
  });
  const { trustedProxies } = config;
  const onWrongKeys = () => metrics.wrongKeys.inc();
  const admission = createAdmission({ core, log, failedKeys, trustedProxies, onWrongKeys });
  const rate = new SessionRate(clock, limits.requestsOfSession);
  const openRate = new OpenRate({
    clock,
    ofAddress: limits.openRequestsOfAddress,
    inAll: limits.openRequests,
  });
  const sessions = createSessionDoor({ failedKeys, rate, openRate, trustedProxies, onWrongKeys });
  const tls = config.tls?.texts;
  const app = createServer({ tls, limits, log, metrics, table, admission, sessions, bodies, isStopping });
  const unread = new UnreadAnswers({ ...limits, clock });
  metrics.watchUnread(() => unread.bytes);
  const longPoll = createLongPoll({ core, waitingList, onGone: () => metrics.gone.inc() });

  addDescriptionRoutes(app, { table, limits });
  addDocsRoutes(app, documentPath);
  const consoleFiles = openConsoleFiles();
  addHomeRoutes(app, consoleFiles);
  addConsoleRoutes(app, consoleFiles);
  const ask = createAsk(channel, limits);
  addAccountRoutes(app, { ask, tiers: createTiers(ask, clock) });
  addPlanRoutes(app, ask);
  addMessageRoutes(app, { core, ask, longPoll, unread, onSend: metrics.onSend });
  addBatchRoutes(app, { core, bodies, log, onSend: metrics.onSend });
  addCancelRoutes(app, ask);
  addConsumerRoutes(app, { ask, longPoll, unread });
  addWebhookRoutes(app, ask);
  addTimelineRoutes(app, ask);
  addThreadRoutes(app, { ask, unread, pageBytes: limits.pageBytes });
  addOptOutRoutes(app, { ask, bodies });
  addQuietHoursRoutes(app, ask);
  addKeyRoutes(app, ask);
  addOverviewRoute(app, ask);
  addAccountsRoutes(app, ask);
  addCarrierRoutes(app, ask);
  addPlatformRoutes(app, ask);
  addOperationsRoutes(app, ask);
  addDeviceRoutes(app, ask);
  const { pageBytes } = limits;
  addConversationRoutes(app, { ask, unread, pageBytes });
  addTextLogRoutes(app, { ask, unread, bodies, pageBytes });
  addTextLogFileRoute(app, ask);
  addStripeEventRoute(app, { ask, bodies });
  addCarrierCallbackRoutes(app, { ask, bodies });
  addPeopleRoutes(app, ask, createBrowsers(trustedProxies));
  addPaymentPages(app, { ask, bodies });
  return app;
}
