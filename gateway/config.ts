// The gateway's configuration, from environment variables. Every error is reported, not just the first.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { makeValidator, str } from 'envalid';
import {
  type ListenAddress,
  listenAddress,
  logLevels,
  networks,
  readVariables,
  serviceToken,
  splitAddress,
} from '../runtime/config/config_values.ts';
import { describeUnknownVariables } from '../runtime/config/variable_names.ts';
import type { LoadedTls } from '../runtime/tls/tls_files.ts';
import { type CoreTls, readCoreTls, readPublicTls } from './config_tls.ts';
import { defaultLimits, type Limits } from './limits.ts';
import type { HubAddresses } from './phones/hubs.ts';

export interface GatewayConfig {
  listen: ListenAddress;
  opsListen: ListenAddress;
  /** The core's replicas, as a gRPC target. */
  coreTarget: string;
  serviceToken: string;
  /** Of the public listener; cleartext when absent. */
  tls?: LoadedTls | undefined;
  /** Towards the core; cleartext when absent. */
  coreTls?: CoreTls | undefined;
  /** Where phones with the stock app are passed on to; nowhere when absent. */
  phoneHubs?: HubAddresses;
  /** Programs written for Twilio are served; false when absent. */
  servesTwilio?: boolean;
  /** The proxies whose X-Forwarded-For is believed; none when absent. */
  trustedProxies?: BlockList;
  /** Programs written for SMS Gateway for Android are served; false when absent. */
  servesSmsgate?: boolean;
  logLevel: string;
  limits: Limits;
}

const address = listenAddress(0);

/** One host:port by name, or any number of ip:port of one family, as a target that gRPC spreads calls over. */
const target = makeValidator<string>((text) => {
  const parts = text.split(',').map((part) => part.trim());
  const addresses = parts.map(splitAddress);
  const hosts = addresses.map((split) => split?.host ?? '');
  if (addresses.some((split) => split === undefined || split.port === 0))
    throw new Error('must be host:port, or several ip:port separated by commas');
  if (hosts.every(isIPv4)) return `ipv4:${parts.join(',')}`;
  if (hosts.every(isIPv6)) return `ipv6:${parts.join(',')}`;
  if (parts.length > 1) throw new Error('may name several addresses only as ip:port of one family');
  return `dns:${text.trim()}`;
});

const count = makeValidator<number>((text) => {
  if (!/^\d{1,6}$/.test(text)) throw new Error('must be a whole number from 0 to 999999');
  return Number(text);
});

/** name=host:port for each hub, or one host:port for the hub of the usual name. */
const phoneHubs = makeValidator<HubAddresses>((text) => {
  const hubs = text.split(',').map((part) => {
    const [name = '', address = ''] = part.includes('=') ? part.trim().split('=') : ['hub', part.trim()];
    return { name, address: splitAddress(address) };
  });
  const found = new Map(hubs.flatMap(({ name, address }) => (address ? [[name, address]] : [])));
  if (found.size < hubs.length || hubs.some(({ name }) => !/^[a-z0-9-]{1,32}$/.test(name)))
    throw new Error('must be host:port, or several name=host:port separated by commas');
  return found;
});

/** The gateway's variables; those of its TLS are beside their reader. */
export const gatewayVariables = {
  TEXTRELAY_GATEWAY_LISTEN: address({
    default: { host: '127.0.0.1', port: 8080 },
    desc: 'where the REST interface and these pages are served',
  }),
  TEXTRELAY_GATEWAY_OPS_LISTEN: address({
    default: { host: '127.0.0.1', port: 8081 },
    desc: "the gateway's metrics and health",
  }),
  TEXTRELAY_CORE_ADDRESS: target({
    default: 'ipv4:127.0.0.1:4100',
    desc: 'the core: one host:port, or several ip:port with commas [127.0.0.1:4100]',
  }),
  TEXTRELAY_SERVICE_TOKEN: serviceToken(),
  TEXTRELAY_GATEWAY_MAX_WAITING: count({
    default: defaultLimits.waiting,
    desc: 'long-polls that are open at a time; beyond it a wait is 0',
  }),
  TEXTRELAY_GATEWAY_PHONE_HUBS: phoneHubs({
    default: new Map(),
    desc: 'the phones hubs: one host:port, or several name=host:port with commas, each by its `TEXTRELAY_HUB_NAME` [none; its own (start)]',
  }),
  TEXTRELAY_GATEWAY_SMSGATE: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'programs written for SMS Gateway for Android: `on` serves their interface under `/3rdparty/v1`',
  }),
  TEXTRELAY_GATEWAY_TRUSTED_PROXIES: networks({
    default: new BlockList(),
    desc: 'addresses and networks whose `X-Forwarded-For` is believed, read from the right [none]',
  }),
  TEXTRELAY_GATEWAY_TWILIO: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'programs written for Twilio: `on` serves their interface under `/2010-04-01`',
  }),
  LOG_LEVEL: str({ choices: logLevels, default: 'info' }),
};

/** Sentences about variables that are misspelt, or do nothing for another reason. */
export const unknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  describeUnknownVariables(environment);

/** Reads the configuration. Throws ConfigError with every error. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): GatewayConfig {
  const tlsErrors: string[] = [];
  const tls = readPublicTls(environment, tlsErrors);
  const coreTls = readCoreTls(environment, tlsErrors);
  const env = readVariables(environment, gatewayVariables, tlsErrors);
  return {
    listen: env.TEXTRELAY_GATEWAY_LISTEN,
    opsListen: env.TEXTRELAY_GATEWAY_OPS_LISTEN,
    coreTarget: env.TEXTRELAY_CORE_ADDRESS,
    serviceToken: env.TEXTRELAY_SERVICE_TOKEN,
    tls,
    coreTls,
    phoneHubs: env.TEXTRELAY_GATEWAY_PHONE_HUBS,
    servesSmsgate: env.TEXTRELAY_GATEWAY_SMSGATE === 'on',
    trustedProxies: env.TEXTRELAY_GATEWAY_TRUSTED_PROXIES,
    servesTwilio: env.TEXTRELAY_GATEWAY_TWILIO === 'on',
    logLevel: env.LOG_LEVEL,
    limits: { ...defaultLimits, waiting: env.TEXTRELAY_GATEWAY_MAX_WAITING },
  };
}
