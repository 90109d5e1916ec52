// The core's configuration, from environment variables. Every error is reported, not just the first.
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { bool, makeValidator, num, str } from 'envalid';
import {
  type ListenAddress,
  listenAddress,
  logLevels,
  networks,
  readVariables,
  serviceToken,
} from '../../runtime/config/config_values.ts';
import { describeUnknownVariables } from '../../runtime/config/variable_names.ts';
import { failpointSpec } from '../../runtime/failpoint.ts';
import type { EndpointPolicy } from '../app/subscriptions/address_policy.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { CarrierConfig } from '../carrier/kind.ts';
import type { ReferenceBits } from '../domain/messages/text.ts';
import type { AlertTargets } from '../domain/operations/alert.ts';
import { defaultTiers, readTiers, type Tier } from '../domain/plans/tier.ts';
import { type KeptKind, wrongDays } from '../domain/retention/retention.ts';
import { failpointNames } from '../failpoint.ts';
import type { RetentionDays } from '../store/retention/retention_days.ts';
import { alertErrors, alertVariables, toAlertTargets } from './config_alerts.ts';
import { readBillingConfig } from './config_billing.ts';
import { readCarriersConfig } from './config_carriers.ts';
import { databaseUrl } from './config_database.ts';
import { type MailConfig, mailVariables, toMailConfig } from './config_mail.ts';
import { reportSettings, type Setting } from './config_report.ts';
import { type ListenerTls, readListenerTls } from './config_tls.ts';

export interface CoreConfig {
  databaseUrl: string;
  serviceToken: string;
  listen: ListenAddress;
  deviceListen: ListenAddress;
  opsListen: ListenAddress;
  /** The address that devices elsewhere reach the device listener at, as the operator says. */
  devicePublicUrl?: string;
  /** Hubs and proxies whose X-Forwarded-For is believed at the device listener; none when absent. */
  deviceTrustedProxies?: BlockList;
  tiers: readonly Tier[];
  /** The payment provider. */
  billing: BillingSettings;
  /** Base of the links that the service gives out, without a slash at the end. */
  publicUrl: string;
  /** The mail server; no mail is sent when absent. */
  mail?: MailConfig | undefined;
  /** The targets of the alerts of the service; nobody gets any when absent. */
  alerts?: AlertTargets | undefined;
  /** The carriers of route gateway, in the order in which they are asked. */
  carriers: readonly CarrierConfig[];
  /** The addresses that webhooks may have; public ones over https when left out. */
  endpoints?: EndpointPolicy;
  /** Width of the reference that ties the parts of a long text together on the air. */
  referenceBits: ReferenceBits;
  /** The failpoint at which the process dies, for tests; see failpoint.ts. */
  failpoint: string | undefined;
  /** Cleartext when absent. */
  tls?: ListenerTls;
  logLevel: string;
  /** How long texts are kept where their account says nothing, in days; for ever when left out. */
  kept?: RetentionDays;
  /** The data directory of a service that one command runs; its disk is watched. Absent where the core keeps nothing on this machine. */
  dataDir?: string;
  /** What is set, as far as it may be shown, and sentences about variables that do nothing. */
  report?: { settings: readonly Setting[]; unknownVariables: readonly string[] };
  /** Simulators are given nothing; false when left out. */
  isProduction?: boolean;
}

const tiersFile = makeValidator<readonly Tier[]>((path) => {
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`names ${path}, which cannot be read`);
  }
  const result = readTiers(json);
  if ('errors' in result) throw new Error(`names a file that has errors: ${result.errors.join('; ')}`);
  return result.tiers;
});

const retentionDays = (kind: KeptKind) =>
  makeValidator<number>((typed) => {
    const days = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
    const wrong = wrongDays(kind, days);
    if (wrong !== undefined) throw new Error(wrong);
    return days;
  });

function loopback(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8);
  list.addAddress('::1', 'ipv6');
  return list;
}

/** A core may let the system choose its ports: it says which it got. */
const address = listenAddress(0);

/** The core's variables; those of its TLS, of payment and of carriers are beside their readers. */
export const coreVariables = {
  DATABASE_URL: databaseUrl({
    desc:
      'PostgreSQL 15 or newer; several servers with commas (`postgres://user:password@one:5432,two:5432/name`), of ' +
      'which the primary is found; `sslmode`, `sslrootcert`, `sslcert` and `sslkey` are as for psql, and whatever else ' +
      'follows `?` is set in each session [the embedded one (start), required (core)]',
  }),
  TEXTRELAY_SERVICE_TOKEN: serviceToken({
    desc: 'the credential of internal calls, 16 to 200 characters without spaces [made at the first start (start), required (core, gateway)]',
  }),
  TEXTRELAY_CORE_LISTEN: address({
    default: { host: '127.0.0.1', port: 4100 },
    desc: 'where gRPC, gRPC-Web and Connect are served, over HTTP/2',
  }),
  TEXTRELAY_DEVICE_LISTEN: address({
    default: { host: '127.0.0.1', port: 4200 },
    desc: 'where device agents pair and link',
  }),
  TEXTRELAY_DEVICE_PUBLIC_URL: str({
    default: '',
    desc: "where phones elsewhere reach the device listener, for the lines that are printed and shown [this machine's address]",
  }),
  TEXTRELAY_DEVICE_TRUSTED_PROXIES: networks({
    default: loopback(),
    desc: 'addresses and networks of phones hubs and proxies, whose `X-Forwarded-For` says who tries a pairing code [this machine]',
  }),
  TEXTRELAY_CORE_OPS_LISTEN: address({
    default: { host: '127.0.0.1', port: 4101 },
    desc: "the core's metrics and health",
  }),
  TEXTRELAY_REFERENCE_BITS: num<ReferenceBits>({
    choices: [8, 16],
    default: 8,
    desc: 'width of the reference that ties the parts of a long text together: 8 or 16',
  }),
  TEXTRELAY_WEBHOOK_ALLOW_PRIVATE: networks({
    default: undefined,
    desc: 'addresses and networks that are not public and that webhooks may lead to all the same, like 10.0.0.0/8 [none]',
  }),
  TEXTRELAY_WEBHOOK_ALLOW_HTTP: bool({
    default: false,
    desc: '`true`: webhooks may lead to http:// as well',
  }),
  TEXTRELAY_TIERS_FILE: tiersFile({
    default: defaultTiers,
    desc:
      'a JSON file of the plans on offer: `{"tiers":[{"plan","name","texts_cap","price_cents","currency"}]}` ' +
      '[starter 500, growth 2,500, pro 10,000 texts]',
  }),
  TEXTRELAY_CORE_FAILPOINT: failpointSpec(failpointNames)({
    default: undefined,
    desc: 'for tests: where the core kills itself',
  }),
  TEXTRELAY_KEEP_TEXTS_DAYS: retentionDays('texts')({
    default: undefined,
    desc: 'how many days texts are kept where their account says nothing else, 32 to 3,650 [for ever]',
  }),
  TEXTRELAY_KEEP_WORDS_DAYS: retentionDays('words')({
    default: undefined,
    desc: 'how many days the words of texts are kept, 1 to 3,650 [as long as the texts]',
  }),
  TEXTRELAY_KEEP_LOGS_DAYS: retentionDays('logs')({
    default: undefined,
    desc: 'how many days logs of webhooks and of refused keys are kept, 1 to 3,650 [as long as their own bounds]',
  }),
  TEXTRELAY_DATA_DIR: str({ default: undefined }),
  ...mailVariables,
  ...alertVariables,
  LOG_LEVEL: str({
    choices: logLevels,
    default: 'info',
    desc: 'trace, debug, info, warn, error, fatal or silent',
  }),
  NODE_ENV: str({
    default: '',
    desc: '`production`: no simulators and no sandbox; anything else is a trial',
  }),
};

/** Sentences about variables that are misspelt, or do nothing for another reason. */
export const unknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  describeUnknownVariables(environment, readCarriersConfig(environment).secretNames);

/** How long texts are kept, from the variables; 0 says for ever. */
const toRetentionDays = (texts = 0, words = 0, logs = 0): RetentionDays => ({
  textsDays: texts || null,
  wordsDays: words || null,
  logsDays: logs || null,
});

/** Reads the configuration. Throws ConfigError with every error. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): CoreConfig {
  const { errors: billingErrors, ...billing } = readBillingConfig(environment, {
    provider: 'none',
    publicUrl: 'http://127.0.0.1:8080',
  });
  const { carriers, secretNames, errors: carrierErrors } = readCarriersConfig(environment);
  const tlsErrors: string[] = [];
  const tls = readListenerTls(environment, tlsErrors);
  const otherErrors = [...billingErrors, ...carrierErrors, ...tlsErrors, ...alertErrors(environment)];
  const env = readVariables(environment, coreVariables, otherErrors);
  return {
    databaseUrl: env.DATABASE_URL,
    serviceToken: env.TEXTRELAY_SERVICE_TOKEN,
    listen: env.TEXTRELAY_CORE_LISTEN,
    deviceListen: env.TEXTRELAY_DEVICE_LISTEN,
    opsListen: env.TEXTRELAY_CORE_OPS_LISTEN,
    ...(env.TEXTRELAY_DEVICE_PUBLIC_URL !== '' && { devicePublicUrl: env.TEXTRELAY_DEVICE_PUBLIC_URL }),
    ...(env.TEXTRELAY_DEVICE_TRUSTED_PROXIES && {
      deviceTrustedProxies: env.TEXTRELAY_DEVICE_TRUSTED_PROXIES,
    }),
    tiers: env.TEXTRELAY_TIERS_FILE,
    ...billing,
    mail: toMailConfig(
      env.TEXTRELAY_SMTP_URL,
      env.TEXTRELAY_SMTP_FROM,
      env.TEXTRELAY_MAIL_LANGUAGE,
      billing.publicUrl,
    ),
    alerts: toAlertTargets(env),
    carriers,
    endpoints: {
      allowsHttp: env.TEXTRELAY_WEBHOOK_ALLOW_HTTP,
      allowedNetworks: env.TEXTRELAY_WEBHOOK_ALLOW_PRIVATE,
    },
    referenceBits: env.TEXTRELAY_REFERENCE_BITS,
    failpoint: env.TEXTRELAY_CORE_FAILPOINT,
    tls,
    kept: toRetentionDays(
      env.TEXTRELAY_KEEP_TEXTS_DAYS,
      env.TEXTRELAY_KEEP_WORDS_DAYS,
      env.TEXTRELAY_KEEP_LOGS_DAYS,
    ),
    logLevel: env.LOG_LEVEL,
    ...(env.TEXTRELAY_DATA_DIR && { dataDir: env.TEXTRELAY_DATA_DIR }),
    report: {
      settings: reportSettings(environment),
      unknownVariables: describeUnknownVariables(environment, secretNames),
    },
    isProduction: env.NODE_ENV === 'production',
  };
}
