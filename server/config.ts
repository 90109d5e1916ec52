// The core's configuration, from environment variables. Every fault is reported, not just the first.
import { readFileSync } from 'node:fs';
import { makeValidator, num, str } from 'envalid';
import {
  type ListenAddress,
  listenAddress,
  logLevels,
  readVariables,
  serviceToken,
} from '../runtime/config_values.ts';
import { failpointSpec } from '../runtime/failpoint.ts';
import { describeUnknownVariables } from '../runtime/variable_names.ts';
import type { BillingSettings } from './billing/settings.ts';
import { readBillingConfig } from './config_billing.ts';
import { type CarrierConfig, readCarriersConfig } from './config_carriers.ts';
import { type ListenerTls, readListenerTls } from './config_tls.ts';
import { databaseUrl } from './database_url.ts';
import type { ReferenceBits } from './domain/text.ts';
import { defaultTiers, readTiers, type Tier } from './domain/tier.ts';
import { failpointNames } from './failpoint.ts';

export interface CoreConfig {
  databaseUrl: string;
  serviceToken: string;
  listen: ListenAddress;
  deviceListen: ListenAddress;
  opsListen: ListenAddress;
  tiers: readonly Tier[];
  /** The payment provider. */
  billing: BillingSettings;
  /** Base of the links that are handed out, without a slash at the end. */
  publicUrl: string;
  /** Where texts of route gateway leave, in the order in which they are asked. */
  carriers: readonly CarrierConfig[];
  /** Width of the reference that ties the parts of a long text together on the air. */
  referenceBits: ReferenceBits;
  /** Where the process dies, for tests; see failpoint.ts. */
  failpoint: string | undefined;
  /** Cleartext when absent. */
  tls?: ListenerTls;
  logLevel: string;
  /** Simulators are given nothing; false when left out. */
  isProduction?: boolean;
}

const tiersFile = makeValidator<readonly Tier[]>((path) => {
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    throw new Error('names a file that can not be read');
  }
  const result = readTiers(json);
  if ('faults' in result) throw new Error(`names a file that has faults: ${result.faults.join('; ')}`);
  return result.tiers;
});

/** A core may let the system choose its ports: it says which it got. */
const address = listenAddress(0);

/** Sentences about variables that are misspelt, or do nothing for another reason. */
export const unknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  describeUnknownVariables(environment, readCarriersConfig(environment).secretNames);

/** Reads the configuration. Throws ConfigError with every fault. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): CoreConfig {
  const { faults: billingFaults, ...billing } = readBillingConfig(environment, {
    provider: 'none',
    publicUrl: 'http://127.0.0.1:8080',
  });
  const { carriers, faults: carrierFaults } = readCarriersConfig(environment);
  const tlsFaults: string[] = [];
  const tls = readListenerTls(environment, tlsFaults);
  const env = readVariables(
    environment,
    {
      DATABASE_URL: databaseUrl({ desc: 'PostgreSQL 15 or newer' }),
      TEXTRELAY_SERVICE_TOKEN: serviceToken({ desc: 'the credential of internal calls' }),
      TEXTRELAY_CORE_LISTEN: address({ default: { host: '127.0.0.1', port: 4100 } }),
      TEXTRELAY_DEVICE_LISTEN: address({ default: { host: '127.0.0.1', port: 4200 } }),
      TEXTRELAY_CORE_OPS_LISTEN: address({ default: { host: '127.0.0.1', port: 4101 } }),
      TEXTRELAY_REFERENCE_BITS: num<ReferenceBits>({ choices: [8, 16], default: 8 }),
      TEXTRELAY_TIERS_FILE: tiersFile({ default: defaultTiers }),
      TEXTRELAY_CORE_FAILPOINT: failpointSpec(failpointNames)({ default: undefined }),
      LOG_LEVEL: str({ choices: logLevels, default: 'info' }),
      NODE_ENV: str({ default: '' }),
    },
    [...billingFaults, ...carrierFaults, ...tlsFaults],
  );
  return {
    databaseUrl: env.DATABASE_URL,
    serviceToken: env.TEXTRELAY_SERVICE_TOKEN,
    listen: env.TEXTRELAY_CORE_LISTEN,
    deviceListen: env.TEXTRELAY_DEVICE_LISTEN,
    opsListen: env.TEXTRELAY_CORE_OPS_LISTEN,
    tiers: env.TEXTRELAY_TIERS_FILE,
    ...billing,
    carriers,
    referenceBits: env.TEXTRELAY_REFERENCE_BITS,
    failpoint: env.TEXTRELAY_CORE_FAILPOINT,
    tls,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
  };
}
