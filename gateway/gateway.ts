// One running gateway: what it is made of, in the order in which it starts, which is the reverse of the order in which it
// stops.
import type { AddressInfo, Server } from 'node:net';
import type { Clock } from '../runtime/clock.ts';
import { LastAnswers, shortIdleMs } from '../runtime/listeners/last_answers.ts';
import { backlog, closed, listen } from '../runtime/listeners/listening.ts';
import { createOpsServer } from '../runtime/listeners/ops_listener.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/pause.ts';
import { Parts } from '../runtime/process/parts.ts';
import { keepTls } from '../runtime/tls/tls_listener.ts';
import type { GatewayConfig } from './config.ts';
import { createAsk } from './core_client/ask.ts';
import { RpcChannel } from './core_client/channel.ts';
import { createCore } from './core_client/client.ts';
import { watchKeys } from './keys/key_watch.ts';
import { createMetrics } from './metrics.ts';
import { createPublicServer } from './public_server.ts';
import { ChangeWatch } from './waiting/change_watch.ts';
import { WaitingList } from './waiting/waiting_list.ts';

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
  /** Resolves once a core answers, or after 5 s without one: until then requests are answered with "come back". */
  whenCoreServes(): Promise<void>;
  /** Answers what is in flight and stops; safe to call twice. */
  stop(): Promise<void>;
}

/** Starts a gateway; resolves once it serves. Throws what listening throws; nothing is left running then. */
export async function startGateway(config: GatewayConfig, clock: Clock, log: Log): Promise<Gateway> {
  const { limits } = config;
  const parts = new Parts();
  try {
    parts.atStop(() => log.info('stopped'));
    const waitingList = new WaitingList(clock, limits.waiting, limits.waitingOfAccount);
    const metrics = createMetrics(() => waitingList.size);
    const ops = createOpsServer({
      metrics: () => metrics.registry.metrics(),
      contentType: metrics.registry.contentType,
      isReady: async () => !parts.isStopping && (await core.isServing(readyTimeoutMs)),
    });
    const opsIdleMs = Math.min(shortIdleMs, limits.idleBeforeEndMs);
    const opsAnswers = parts.add(new LastAnswers(ops, clock), (answers) =>
      answers.end(() => closed(ops), opsIdleMs),
    );
    const channel = parts.add(
      new RpcChannel({
        target: config.coreTarget,
        tls: config.coreTls,
        serviceToken: config.serviceToken,
        maxCallsInFlight: limits.callsInFlight,
        maxCallsOfAccount: limits.callsInFlightOfAccount,
        clock,
        log,
        onFailure: metrics.onCoreFailure,
        onStandings: metrics.onStandings,
      }),
      (calls) => calls.close(),
    );
    const core = createCore({ channel, clock, limits, onBatch: metrics.onBatch });
    const ask = createAsk(channel, limits);
    parts.add(watchKeys({ ask, waitingList, clock }), (end) => end());
    const onLive = (live: boolean) => metrics.watching.set(live ? 1 : 0);
    parts.add(new ChangeWatch({ core, ask, waitingList, clock, onLive }), (watch) => watch.stop());
    const app = createPublicServer({ config, clock, log, metrics, ask, core, waitingList });
    const answers = new LastAnswers(app.server, clock);
    const endTls = keepTls(app.server, config.tls, { clock, log, onCertificate: metrics.onCertificate });
    parts.atStop(async () => {
      // A handshake has as long as an idle connection; a client that sends half a request for ever is not waited for.
      const cancelHandshakes = clock.setTimeout(endTls, limits.idleBeforeEndMs);
      const cancelForce = clock.setTimeout(() => {
        app.server.closeAllConnections();
        endTls();
      }, limits.stopTimeoutMs);
      await answers.end(() => app.close(), limits.idleBeforeEndMs);
      cancelHandshakes();
      cancelForce();
      endTls();
    });
    // Those who wait for news are answered first: they would hold up the close.
    parts.atStop(() => waitingList.close());
    parts.atStop(() => {
      answers.begin();
      opsAnswers.begin();
    });

    await listen(ops, config.opsListen);
    const url = await app.listen({ ...config.listen, backlog });
    const opsUrl = urlOf(ops);
    log.info({ url, opsUrl }, 'serving');
    return {
      url,
      opsUrl,
      async whenCoreServes() {
        const deadlineMs = clock.nowMs() + coreDeadlineMs;
        while (clock.nowMs() < deadlineMs && !(await core.isServing(readyTimeoutMs)))
          await pause(clock, corePeriodMs);
      },
      stop() {
        if (!parts.isStopping) log.info('stopping');
        return parts.stop();
      },
    };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
