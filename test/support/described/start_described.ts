// The document without the service: a gateway alone serves it, because it asks no core for it.

import { startGateway } from '../../../gateway/gateway.ts';
import { defaultLimits, type Limits } from '../../../gateway/limits.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import { Interface } from './interface.ts';

/** Starts a gateway whose core is away, and reads what it says of itself. */
export async function startDescribed(limits: Partial<Limits> = {}): Promise<{
  url: string;
  described: Interface;
  stop: () => Promise<void>;
}> {
  const anyPort = { host: '127.0.0.1', port: 0 };
  const config = {
    listen: anyPort,
    opsListen: anyPort,
    // The discard port: nobody is there.
    coreTarget: 'ipv4:127.0.0.1:9',
    serviceToken: 'a-service-token-for-tests',
    logLevel: 'error',
    limits: { ...defaultLimits, ...limits },
  };
  const { url, stop } = await startGateway(config, systemClock, createLog('gateway', 'error'));
  return { url, described: await Interface.of(url), stop };
}
