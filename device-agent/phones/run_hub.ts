// The hub as a process: opened, served, stopped.
import { listen } from '../../runtime/listeners/listening.ts';
import { AgentError, systemCode } from '../agent_error.ts';
import type { HubConfig } from './config.ts';
import { createPhonesListener } from './http_listener.ts';
import { Hub, type HubOptions } from './hub.ts';

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
  options: Pick<HubOptions, 'clock' | 'log' | 'agentVersion' | 'startAgent'>,
): Promise<RunningHub> {
  const { listen: at, publicUrl, trustedProxies } = config;
  const { clock, log } = options;
  const hub = new Hub({ ...config, ...options });
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
