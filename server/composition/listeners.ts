// The core's three listeners: opened one after the other, closed together.
import type { Server } from 'node:http';
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2';
import type { ListenAddress } from '../../runtime/config/config_values.ts';
import { LastAnswers, shortIdleMs } from '../../runtime/listeners/last_answers.ts';
import { closed, listen } from '../../runtime/listeners/listening.ts';
import { keepTls } from '../../runtime/tls/tls_listener.ts';
import { readVersion } from '../../runtime/version.ts';
import { createLinkServer } from '../device/link/link_server.ts';
import type { Application, CoreContext } from './application.ts';
import type { MessageRoutes } from './message_routes.ts';

/** Makes the server; the caller listens and closes. */
export function createDeviceListener(
  context: CoreContext,
  { pairing, update, handBack, receive }: Application,
  { batchers, registry, dispatcher }: MessageRoutes,
) {
  return createLinkServer({
    ...context,
    tls: context.config.tls?.device?.texts,
    trustedProxies: context.config.deviceTrustedProxies,
    batchers,
    pairing,
    coreVersion: readVersion(),
    referenceBits: context.config.referenceBits,
    update,
    handBack,
    receive,
    onHello: (link, greeting) => registry.open(link, greeting),
    onWelcome: (link) => registry.resume(link),
    onCapacity: (link) => dispatcher.onCapacity(link),
    onState: (link, state, before) => registry.note(link, state, before),
    onClose: (link) => {
      dispatcher.forget(link);
      registry.close(link);
    },
  });
}

/** How long a stop waits for calls in flight; shorter than the process' watchdog. */
const stopGraceMs = 6_000;

/** The addresses that were bound, so that port 0 may be asked for. */
export interface Addresses {
  rpc: ListenAddress;
  device: ListenAddress;
  ops: ListenAddress;
}

interface Servers {
  rpc: Http2Server | Http2SecureServer;
  device: Server;
  ops: Server;
}

/** Looks after the servers' connections; nothing listens before `open`. */
export function createListeners({ config, clock, log, metrics }: CoreContext, { rpc, device, ops }: Servers) {
  const sessions = new Set<ServerHttp2Session>();
  rpc.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  const deviceAnswers = new LastAnswers(device, clock);
  const opsAnswers = new LastAnswers(ops, clock);
  device.on('upgrade', ({ socket }) => deviceAnswers.forget(socket));
  const endTls = [
    keepTls(rpc, config.tls?.rpc, { clock, log, onCertificate: metrics.onCertificate('the RPC listener') }),
    keepTls(device, config.tls?.device, {
      ...{ clock, log },
      onCertificate: metrics.onCertificate('the device listener'),
    }),
  ];
  return {
    /** Throws when a port is taken. */
    async open(): Promise<Addresses> {
      return {
        rpc: await listen(rpc, config.listen),
        device: await listen(device, config.deviceListen),
        ops: await listen(ops, config.opsListen),
      };
    },
    /** From now on every answer says that its connection closes. */
    begin(): void {
      deviceAnswers.begin();
      opsAnswers.begin();
    },
    /** Takes no more connections, and waits for the calls in flight within a bound. */
    async close(): Promise<void> {
      const all = [
        closed(rpc),
        deviceAnswers.end(() => closed(device), shortIdleMs),
        opsAnswers.end(() => closed(ops), shortIdleMs),
      ];
      // A session closes once its streams are done; idle ones at once.
      for (const session of sessions) session.close();
      const endHandshakes = () => {
        for (const end of endTls) end();
      };
      const cancelHandshakes = clock.setTimeout(endHandshakes, shortIdleMs);
      const cancelForce = clock.setTimeout(() => {
        for (const session of sessions) session.destroy();
        device.closeAllConnections();
        ops.closeAllConnections();
      }, stopGraceMs);
      await Promise.all(all);
      cancelHandshakes();
      cancelForce();
      endHandshakes();
    },
  };
}
