// The hub's configuration, from the environment. Every error is reported at once.
import { BlockList } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { makeValidator, str } from 'envalid';
import {
  type ListenAddress,
  listenAddress,
  logLevels,
  networks,
  readVariables,
} from '../../runtime/config/config_values.ts';
import { AgentError } from '../agent_error.ts';
import { hubName } from './names.ts';

/** The hub's configuration. */
export interface HubConfig {
  listen: ListenAddress;
  dir: string;
  name: string;
  coreUrl: string;
  publicUrl: string | undefined;
  trustedProxies: BlockList | undefined;
  logLevel: string;
}

const origin = makeValidator((text: string): string => {
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.username !== ''
  )
    throw new Error('must be http:// or https:// with a host and nothing behind it');
  return url.origin;
});

const name = makeValidator((text: string): string => {
  if (!hubName.test(text)) throw new Error('must have 1 to 32 characters: small letters, digits and hyphens');
  return text;
});

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

/** The hub's variables. */
export const hubVariables = {
  TEXTRELAY_HUB_LISTEN: listenAddress(0)({
    default: { host: '127.0.0.1', port: 4300 },
    desc: 'where the phones hub listens; the gateway passes phones on to it',
  }),
  TEXTRELAY_HUB_DIR: str({
    default: undefined,
    desc: 'absolute path of the directory with the journals of all phones [`phones` beside the agent’s directory (agent), `phones` in the data directory (start)]',
  }),
  TEXTRELAY_HUB_NAME: name({
    default: 'hub',
    desc: 'names the hub in tokens and addresses, so that a gateway finds it among several; never to be changed',
  }),
  TEXTRELAY_HUB_CORE: origin({
    default: 'http://127.0.0.1:4200',
    desc: "the core's device listener",
  }),
  TEXTRELAY_HUB_PUBLIC_URL: origin({
    default: undefined,
    desc: 'where phones reach the hub, for the address that they call with received texts [as they reach it to ask for work]',
  }),
  TEXTRELAY_HUB_TRUSTED_PROXIES: networks({
    default: thisMachine,
    desc: 'addresses and networks of gateways, whose `X-Forwarded-` headers the hub believes [this machine]',
  }),
  LOG_LEVEL: str({ default: 'info', choices: [...logLevels] }),
};

/** Reads the configuration. `agentDir`: where an agent's would be. Throws an AgentError with one line for each error. */
export function readHubConfig(agentDir: string, environment: NodeJS.ProcessEnv = process.env): HubConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = readOrRefuse(given);
  const dir = env.TEXTRELAY_HUB_DIR ?? join(agentDir, '..', 'textrelay-phones');
  if (!isAbsolute(dir)) throw new AgentError('TEXTRELAY_HUB_DIR must be an absolute path');
  return {
    listen: env.TEXTRELAY_HUB_LISTEN,
    dir,
    name: env.TEXTRELAY_HUB_NAME,
    coreUrl: env.TEXTRELAY_HUB_CORE,
    publicUrl: env.TEXTRELAY_HUB_PUBLIC_URL,
    trustedProxies: env.TEXTRELAY_HUB_TRUSTED_PROXIES,
    logLevel: env.LOG_LEVEL,
  };
}

function readOrRefuse(given: NodeJS.ProcessEnv) {
  try {
    return readVariables(given, hubVariables, []);
  } catch (error) {
    throw new AgentError(error instanceof Error ? error.message : 'the configuration cannot be read');
  }
}
