// The public listener with all its routes.
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { readVersion } from '../runtime/version.ts';
import type { GatewayConfig } from './config.ts';
import { openConsoleFiles } from './console_files.ts';
import type { Ask } from './core_client/ask.ts';
import type { Core } from './core_client/client.ts';
import { createTiers } from './core_client/tiers.ts';
import { CsvFiles } from './edge/answers/csv_files.ts';
import { UnreadAnswers } from './edge/answers/unread_answers.ts';
import type { App } from './edge/app.ts';
import { BodyMemory } from './edge/requests/body_memory.ts';
import { createTurns, ServedOwners } from './edge/requests/owners_turns.ts';
import { SignedCalls } from './edge/requests/signed_calls.ts';
import { createServer, refuseMisleading } from './http/http_server.ts';
import { RouteTable } from './http/route_table.ts';
import { addIncomingWebhookCalls } from './incoming_webhooks/routes.ts';
import type { Route, Services } from './interface/route.ts';
import { createAdmission } from './keys/admission.ts';
import { addMcpRoutes } from './mcp/routes.ts';
import type { Metrics } from './metrics.ts';
import { accountRoutes } from './routes/account.ts';
import { downloadBroadcasts } from './routes/broadcasts/broadcast_file.ts';
import { listBroadcastRecipients } from './routes/broadcasts/recipients.ts';
import { addCarrierCallbackRoutes } from './routes/carrier_callback.ts';
import { readConsumer } from './routes/consumers.ts';
import { contactFileRoutes } from './routes/contacts/contact_files.ts';
import { addDescriptionRoutes } from './routes/description.ts';
import { createPairingCode } from './routes/devices.ts';
import { addDiscoveryRoutes } from './routes/discovery.ts';
import { previewIncomingWebhook } from './routes/incoming_webhooks.ts';
import { changeKey } from './routes/keys.ts';
import { sendBatch } from './routes/messages/batch.ts';
import { messageRoutes } from './routes/messages/messages.ts';
import { outcomeRoutes } from './routes/messages/outcomes.ts';
import { textLogRoutes } from './routes/messages/text_log.ts';
import { operatorRoutes } from './routes/operator.ts';
import { optOutRoutes } from './routes/opt_outs.ts';
import { addPhoneRoutes } from './routes/phones.ts';
import { retentionRoutes } from './routes/retention.ts';
import { addConsoleRoutes } from './routes/site/console.ts';
import { addDocsRoutes } from './routes/site/docs.ts';
import { addHomeRoutes } from './routes/site/home.ts';
import { addPaymentPages } from './routes/site/payment_pages.ts';
import { downloadStats } from './routes/stats.ts';
import { addStripeEventRoute } from './routes/stripe_events.ts';
import { translatedRoutes } from './routes/translated.ts';
import { openAccount } from './routes/users/open_account.ts';
import { signInRoutes } from './routes/users/sign_in.ts';
import { createBrowsers } from './session/browser.ts';
import { createSessionDoor } from './session/door.ts';
import { FailedKeys } from './session/failed_keys.ts';
import { OpenRate, SessionRate } from './session/request_rates.ts';
import { addSmsgateRoutes } from './smsgate/routes.ts';
import { addTwilioRoutes } from './twilio/routes.ts';
import { createAwaitOutcome } from './waiting/await_outcome.ts';
import { createLongPoll } from './waiting/long_poll.ts';
import type { WaitingList } from './waiting/waiting_list.ts';

interface PublicServerOptions {
  config: GatewayConfig;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  ask: Ask;
  core: Core;
  waitingList: WaitingList;
}

/** Every route, in the order of the documents. */
const routes: readonly Route[] = [
  addDescriptionRoutes,
  addDiscoveryRoutes,
  addDocsRoutes,
  addHomeRoutes,
  addConsoleRoutes,
  ...accountRoutes,
  downloadStats,
  ...messageRoutes,
  ...outcomeRoutes,
  sendBatch,
  ...translatedRoutes,
  downloadBroadcasts,
  listBroadcastRecipients,
  readConsumer,
  previewIncomingWebhook,
  ...optOutRoutes,
  ...contactFileRoutes,
  changeKey,
  ...operatorRoutes,
  createPairingCode,
  ...textLogRoutes,
  ...retentionRoutes,
  addStripeEventRoute,
  addCarrierCallbackRoutes,
  ...signInRoutes,
  openAccount,
  addPaymentPages,
];

/** Makes the server; the caller listens and closes. */
export function createPublicServer(options: PublicServerOptions): App {
  const { config, clock, log, metrics, ask, core, waitingList } = options;
  const { limits, trustedProxies } = config;
  const table = new RouteTable();
  const served = new ServedOwners(clock);
  const bodies = new BodyMemory(limits.bodiesBytes, clock, served);
  const failedKeys = new FailedKeys({
    clock,
    perKey: limits.failuresOfKey,
    perAddress: limits.failuresOfAddress,
    onBound: (address) =>
      log.warn({ address }, 'too many wrong keys; a proxy belongs in TEXTRELAY_GATEWAY_TRUSTED_PROXIES'),
  });
  const onWrongKeys = () => metrics.wrongKeys.inc();
  const openRate = new OpenRate({
    clock,
    ofAddress: limits.openRequestsOfAddress,
    inAll: limits.openRequests,
  });
  const app = createServer({
    tls: config.tls?.texts,
    trustedProxies,
    limits,
    log,
    metrics,
    table,
    admission: createAdmission({ core, log, failedKeys, trustedProxies, onWrongKeys }),
    sessions: createSessionDoor({
      failedKeys,
      rate: new SessionRate(clock, limits.requestsOfSession),
      openRate,
      trustedProxies,
      onWrongKeys,
    }),
    bodies,
  });
  const unread = new UnreadAnswers({ ...limits, clock, served });
  metrics.watchUnread(() => unread.bytes);
  const waiting = { core, waitingList, onGone: () => metrics.gone.inc() };
  const hubs = config.phoneHubs ?? new Map();
  const services: Services = {
    ask,
    core,
    longPoll: createLongPoll(waiting),
    awaitOutcome: createAwaitOutcome(waiting),
    tiers: createTiers(ask, clock),
    browsers: createBrowsers(trustedProxies, (browser) => openRate.know(browser)),
    unread,
    bodies,
    turns: createTurns(clock, served),
    openSignedCalls: (wrong) => new SignedCalls({ clock, trustedProxies, wrong }),
    csvFiles: new CsvFiles(clock),
    consoleFiles: openConsoleFiles(),
    table,
    limits,
    log,
    hasPhones: hubs.size > 0,
    version: readVersion(),
    onSend: metrics.onSend,
  };
  for (const add of routes) add(app, services);
  addIncomingWebhookCalls(app, services);
  addMcpRoutes({ clock, trustedProxies })(app, services);
  if (config.servesTwilio) addTwilioRoutes(clock)(app, services);
  if (config.servesSmsgate) addSmsgateRoutes(clock)(app, services);
  addPhoneRoutes(app, { hubs, bodies, trustedProxies, isSecure: config.tls !== undefined });
  refuseMisleading(app, table);
  return app;
}
