// The listener that devices hold their links to.

import { readVersion } from '../../runtime/version.ts';
import { createLinkServer } from '../device/link/link_server.ts';
import type { Application, CoreContext } from './application.ts';
import type { MessageRoutes } from './message_routes.ts';

/** Makes the server; the caller listens and closes. */
export function createDeviceListener(
  { config, clock, log, lifetimes, failpoint }: CoreContext,
  { pairing, update, receive }: Application,
  { batchers, registry, dispatcher }: MessageRoutes,
) {
  return createLinkServer({
    tls: config.tls?.device?.texts,
    batchers,
    pairing,
    clock,
    log,
    lifetimes,
    failpoint,
    coreVersion: readVersion(),
    referenceBits: config.referenceBits,
    update,
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
