// The processes of the service: which scripts, with which settings. Each gets the secrets that it needs, and no other.
import type { StandaloneConfig } from '../config/config_standalone.ts';
import type { ConnectionFile } from './data_files.ts';
import { listenText, reachText } from './listen_addresses.ts';
import type { ProcessSpec } from './supervised.ts';

/** Absolute paths of the entry files. */
export interface Scripts {
  core: string;
  gateway: string;
  agent: string;
}

export interface ProcessList {
  core(databaseUrl: string): ProcessSpec;
  gateway: ProcessSpec;
  /** The hub of phones with the stock app; it is the agent's program. */
  hub: ProcessSpec;
  agent: ProcessSpec;
  /** The command that pairs the agent. */
  pairing(code: string): ProcessSpec;
}

/** The agent's exit code for "not paired any more": starting it again is of no use. */
const agentUnpairedCode = 2;

/**
 * Without the compilers for code that runs hot, which take 10 MB once they have run: for a process that waits nearly all
 * of the time.
 */
const withoutCompilers = ['--no-opt', '--no-maglev'];

/**
 * The heap of a gateway. A young heap of three times 16 MiB at most: by itself it grows to a hundred with the requests that wait, and what
 * waits has to be moved out of it anyway. With half of it, collecting costs a fifth of the gateway's time under load. The old one
 * has a bound that no load comes near: V8 lets a heap without one grow to four times what is in use before it collects.
 */
export const gatewayHeap = ['--max-semi-space-size=16', '--max-old-space-size=1536'];

/**
 * Blocks from 4 MiB on, in bytes, go back to the system at once: glibc would keep those in which passwords are hashed,
 * some 50 MB for a few people who sign in.
 */
const largeBlock = String(4 * 1024 * 1024);

/** Describes them all. */
export function listProcesses(
  scripts: Scripts,
  config: StandaloneConfig,
  { core, device, serviceToken }: ConnectionFile,
): ProcessList {
  const { DATABASE_URL: _, TEXTRELAY_SERVICE_TOKEN: __, ...given } = config.environment;
  const isForCore = ([name]: [string, unknown]) => config.coreVariables.includes(name);
  const entries = Object.entries(given);
  const open = Object.fromEntries(entries.filter((entry) => !isForCore(entry)));
  const secrets = Object.fromEntries(entries.filter(isForCore));
  const listeners = Object.entries(config.listeners).map(([name, address]) => [name, listenText(address)]);
  const environment = {
    TEXTRELAY_PUBLIC_URL: baseUrlOf(config),
    ...open,
    ...Object.fromEntries(listeners),
    TEXTRELAY_BILLING: config.provider,
    LOG_LEVEL: config.logLevel,
  };
  const deviceUrl = `${config.tls?.isDeviceSecure ? 'https' : 'http'}://${device}`;
  const hubAddress = `${given.TEXTRELAY_HUB_NAME ?? 'hub'}=${reachText(config.listeners.TEXTRELAY_HUB_LISTEN)}`;
  const agentEnvironment = { ...environment, TEXTRELAY_AGENT_DIR: config.agentDir };
  return {
    core: (databaseUrl) => ({
      name: 'core',
      script: scripts.core,
      args: [],
      environment: {
        ...environment,
        ...secrets,
        MALLOC_MMAP_THRESHOLD_: largeBlock,
        TEXTRELAY_SIMULATED_CARRIER: String(config.hasSimulatedCarrier),
        DATABASE_URL: databaseUrl,
        TEXTRELAY_DATA_DIR: config.dataDir,
        TEXTRELAY_SERVICE_TOKEN: serviceToken,
      },
    }),
    gateway: {
      name: 'gateway',
      script: scripts.gateway,
      nodeOptions: gatewayHeap,
      args: [],
      environment: {
        TEXTRELAY_GATEWAY_PHONE_HUBS: hubAddress,
        ...environment,
        TEXTRELAY_CORE_ADDRESS: core,
        TEXTRELAY_SERVICE_TOKEN: serviceToken,
      },
    },
    hub: {
      name: 'phones hub',
      script: scripts.agent,
      nodeOptions: withoutCompilers,
      args: ['phones'],
      environment: { TEXTRELAY_HUB_CORE: deviceUrl, ...environment, TEXTRELAY_HUB_DIR: config.hubDir },
    },
    agent: {
      name: 'device agent',
      script: scripts.agent,
      nodeOptions: withoutCompilers,
      args: ['run'],
      environment: agentEnvironment,
      finalCode: agentUnpairedCode,
    },
    pairing: (code) => ({
      name: 'pairing of the device agent',
      script: scripts.agent,
      nodeOptions: withoutCompilers,
      args: ['pair', deviceUrl, code],
      environment: agentEnvironment,
    }),
  };
}

export const baseUrlOf = (config: StandaloneConfig): string =>
  `${config.tls?.isGatewaySecure ? 'https' : 'http'}://${reachText(config.listeners.TEXTRELAY_GATEWAY_LISTEN)}`;
