// The configuration of the one-command start, from environment variables. Every error is reported, not just the
// first. What the processes read for themselves is passed on to them as it is.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { bool, makeValidator, str } from 'envalid';
import {
  type ListenAddress,
  listenAddress,
  logLevels,
  readVariables,
  serviceToken,
} from '../../runtime/config/config_values.ts';
import { describeUnknownVariables } from '../../runtime/config/variable_names.ts';
import type { BillingSettings } from '../billing/settings.ts';
import { simulatedWord } from '../domain/carriers/simulators.ts';
import { alertVariables } from './config_alerts.ts';
import { billingSecretNames, readBillingConfig } from './config_billing.ts';
import { databaseUrl } from './config_database.ts';
import { mailVariables } from './config_mail.ts';
import { carrierVariables, readCarrierVariables, simulatedInProduction } from './config_simulated.ts';
import { readStandaloneTls, type StandaloneTls } from './config_tls.ts';

export interface StandaloneConfig {
  /** Absolute. */
  dataDir: string;
  /** True when it is not where every other command looks by itself. */
  isDataDirChosen: boolean;
  /** Somebody else's PostgreSQL; absent for the embedded one. */
  databaseUrl: string | undefined;
  /** Absent: the one in the data directory, made at the first start. */
  serviceToken: string | undefined;
  /** Of the first account, ISO 3166-1 alpha-2. */
  country: string;
  /** The payment provider: the sandbox unless said otherwise, and none in production. */
  provider: BillingSettings['provider'];
  /** A simulated carrier is offered: unless carriers are configured, and not in production. */
  hasSimulatedCarrier: boolean;
  /** A device agent runs beside the core: not in production, where none may be simulated, unless a driver is named. */
  hasAgent: boolean;
  /** The variables that only the core may see. */
  coreVariables: readonly string[];
  /** The processes' logs go to the terminal instead of files. */
  isVerbose: boolean;
  logLevel: string;
  listeners: Record<ListenerName, ListenAddress>;
  /** Cleartext everywhere when absent. */
  tls?: StandaloneTls;
  /** The directory of the phones hub. */
  hubDir: string;
  /** The agent's directory. */
  agentDir: string;
  /** The processes' environment besides what the supervisor sets. */
  environment: NodeJS.ProcessEnv;
}

/** A port that the system chooses would not be known to callers. */
const address = listenAddress(1);

const country = makeValidator<string>((text) => {
  if (!/^[A-Z]{2}$/.test(text)) throw new Error('must be two capital letters, like US');
  return text;
});

const local = (port: number) => address({ default: { host: '127.0.0.1', port } });

const listenerVariables = {
  TEXTRELAY_CORE_LISTEN: local(4100),
  TEXTRELAY_CORE_OPS_LISTEN: local(4101),
  TEXTRELAY_DEVICE_LISTEN: local(4200),
  TEXTRELAY_HUB_LISTEN: local(4300),
  TEXTRELAY_GATEWAY_LISTEN: local(8080),
  TEXTRELAY_GATEWAY_OPS_LISTEN: local(8081),
};

/** The listeners, by the variable that places each. */
export type ListenerName = keyof typeof listenerVariables;

/** The variables of the one-command start itself. */
export const startVariables = (home: string) => ({
  TEXTRELAY_DATA_DIR: str({
    default: undefined,
    desc: 'data, logs and the state of the first start [/var/lib/textrelay (root), $XDG_DATA_HOME/textrelay]',
  }),
  XDG_DATA_HOME: str({
    default: join(home, '.local', 'share'),
    desc: 'where the data directory is by default, unless root starts it [~/.local/share]',
  }),
  DATABASE_URL: databaseUrl({ default: undefined }),
  TEXTRELAY_SERVICE_TOKEN: serviceToken({ default: undefined }),
  TEXTRELAY_COUNTRY: country({ default: 'US', desc: "the first account's country, in two capital letters" }),
  TEXTRELAY_VERBOSE: bool({ default: false, desc: "`1`: the processes' logs go to the terminal" }),
  TEXTRELAY_AGENT_DIR: str({ default: undefined }),
  TEXTRELAY_HUB_DIR: str({ default: undefined }),
  ...listenerVariables,
  LOG_LEVEL: str({ choices: logLevels, default: 'info' }),
});

/** The carriers, as far as the supervisor has to know them. The code that judges a file is loaded only for a file. */
async function lookAtCarriers(environment: NodeJS.ProcessEnv) {
  const { path, hasSimulated, isProduction, errors } = readCarrierVariables(environment);
  if (path !== undefined) return (await import('./config_carriers.ts')).readCarriersConfig(environment);
  if (hasSimulated && isProduction) errors.push(simulatedInProduction);
  return { hasSimulated, errors, secretNames: [] };
}

/** Sentences about variables that are misspelt, or do nothing for another reason. */
export const unknownVariables = async (environment: NodeJS.ProcessEnv = process.env): Promise<string[]> =>
  describeUnknownVariables(environment, (await lookAtCarriers(environment)).secretNames);

/** Reads the configuration. Throws ConfigError with every error. */
export async function readStandaloneConfig(
  environment: NodeJS.ProcessEnv = process.env,
  user = { isRoot: process.getuid?.() === 0, home: homedir() },
): Promise<StandaloneConfig> {
  // An empty variable is taken for none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { billing, errors: billingErrors } = readBillingConfig(given, {
    provider: given.NODE_ENV === 'production' ? 'none' : 'sandbox',
    publicUrl: '',
  });
  const isTrial = given.TEXTRELAY_CARRIERS_FILE === undefined && given.NODE_ENV !== 'production';
  const withCarriers = { TEXTRELAY_SIMULATED_CARRIER: String(isTrial), ...given };
  const { errors: carrierErrors, hasSimulated, secretNames } = await lookAtCarriers(withCarriers);
  const tlsErrors: string[] = [];
  const tls = readStandaloneTls(given, tlsErrors);
  const env = readVariables(given, startVariables(user.home), [
    ...billingErrors,
    ...carrierErrors,
    ...tlsErrors,
  ]);
  const usual = user.isRoot ? '/var/lib/textrelay' : join(env.XDG_DATA_HOME, 'textrelay');
  const dataDir = resolve(env.TEXTRELAY_DATA_DIR ?? usual);
  return {
    dataDir,
    isDataDirChosen: env.TEXTRELAY_DATA_DIR !== undefined,
    databaseUrl: env.DATABASE_URL,
    serviceToken: env.TEXTRELAY_SERVICE_TOKEN,
    country: env.TEXTRELAY_COUNTRY,
    provider: billing.provider,
    hasSimulatedCarrier: hasSimulated,
    hasAgent:
      given.NODE_ENV !== 'production' || ![undefined, simulatedWord].includes(given.TEXTRELAY_AGENT_DRIVER),
    coreVariables: [
      ...billingSecretNames,
      ...Object.keys(carrierVariables),
      ...Object.keys(mailVariables),
      ...Object.keys(alertVariables),
      ...secretNames,
    ],
    isVerbose: env.TEXTRELAY_VERBOSE,
    logLevel: env.LOG_LEVEL,
    tls,
    listeners: Object.fromEntries(
      Object.keys(listenerVariables).map((name) => [name, env[name as ListenerName]]),
    ) as Record<ListenerName, ListenAddress>,
    hubDir: resolve(env.TEXTRELAY_HUB_DIR ?? join(dataDir, 'phones')),
    agentDir: resolve(env.TEXTRELAY_AGENT_DIR ?? join(dataDir, 'agent')),
    environment: given,
  };
}
