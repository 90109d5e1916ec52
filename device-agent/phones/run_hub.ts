// The hub as a process: opened, served, stopped.
import type { Clock } from '../../runtime/clock.ts';
import { listen } from '../../runtime/listeners/listening.ts';
import type { Log } from '../../runtime/log.ts';
import { AgentError, systemCode } from '../agent_error.ts';
import type { HubConfig } from './config.ts';
import { createPhonesListener } from './http_listener.ts';
import { Hub } from './hub.ts';

/** A hub that serves. */
export interface RunningHub {
  hub: Hub;
  /** The address that it listens on. */
  address: { host: string; port: number };
  /** Stops everything. Safe twice. */
  stop(): Promise<void>;
}

/** Opens the directory and listens; the phones' agents are started after that. Throws an AgentError. */
export async function runHub(
  config: HubConfig,
  { clock, log, agentVersion }: { clock: Clock; log: Log; agentVersion: string },
): Promise<RunningHub> {
  const { listen: at, publicUrl, trustedProxies } = config;
  const hub = new Hub({ ...config, clock, log, agentVersion });
  const listener = createPhonesListener({ hub, clock, log, publicUrl, trustedProxies });
  let address: { host: string; port: number };
  try {
    address = await listen(listener.server, at);
  } catch (error) {
    await listener.close();
    await hub.stop();
    throw new AgentError(
      `TEXTRELAY_HUB_LISTEN ${at.host}:${at.port} cannot be listened on (${systemCode(error)})`,
    );
  }
  log.info({ phones: hub.phones.length }, 'the phones hub listens');
  const started = hub.start();
  return {
    hub,
    address,
    async stop() {
      await listener.close();
      await hub.stop();
      await started;
    },
  };
}
