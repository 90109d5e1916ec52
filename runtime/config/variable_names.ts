// The names of all variables of the product, so that a misspelt one is an error instead of doing nothing. Processes of several
// parts may share one environment: each has to know all names. A test holds the list against the documents and what is
// read.
import { nearestName } from '../cli/nearest_name.ts';

const prefix = 'TEXTRELAY_';

/** Without their prefix. */
const names = [
  'AGENT_BAUD',
  'AGENT_DBUS',
  'AGENT_DIR',
  'AGENT_DRIVER',
  'AGENT_FAILPOINT',
  'AGENT_MODEM',
  'AGENT_OPS_LISTEN',
  'AGENT_PIN',
  'AGENT_SERIAL_PORT',
  'AGENT_SMSC',
  'ALERT_FORMAT',
  'ALERT_MAIL',
  'ALERT_URL',
  'BENCH_AGENTS',
  'BENCH_TEXTS',
  'BENCH_DATABASE_URL',
  'BILLING',
  'CARRIERS_FILE',
  'CORE_ADDRESS',
  'CORE_FAILPOINT',
  'CORE_LISTEN',
  'CORE_OPS_LISTEN',
  'CORE_TLS_CA',
  'CORE_TLS_CERT',
  'CORE_TLS_CLIENT_CA',
  'CORE_TLS_CLIENT_CERT',
  'CORE_TLS_CLIENT_KEY',
  'CORE_TLS_KEY',
  'CORE_TLS_NAME',
  'COUNTRY',
  'DATA_DIR',
  'DEVICE_LISTEN',
  'DEVICE_PUBLIC_URL',
  'DEVICE_TLS_CERT',
  'DEVICE_TLS_KEY',
  'DEVICE_TRUSTED_PROXIES',
  'GATEWAY_LISTEN',
  'GATEWAY_MAX_WAITING',
  'GATEWAY_OPS_LISTEN',
  'GATEWAY_PHONE_HUBS',
  'GATEWAY_SMSGATE',
  'GATEWAY_TLS_CERT',
  'GATEWAY_TLS_KEY',
  'GATEWAY_TRUSTED_PROXIES',
  'GATEWAY_TWILIO',
  'HUB_CORE',
  'HUB_DIR',
  'HUB_LISTEN',
  'HUB_NAME',
  'HUB_PUBLIC_URL',
  'HUB_TRUSTED_PROXIES',
  'KEEP_LOGS_DAYS',
  'KEEP_TEXTS_DAYS',
  'KEEP_WORDS_DAYS',
  'MAIL_LANGUAGE',
  'PUBLIC_URL',
  'REFERENCE_BITS',
  'SERVICE_TOKEN',
  'SIMULATED_CARRIER',
  'SMTP_FROM',
  'SMTP_URL',
  'STRIPE_API_URL',
  'STRIPE_DOWNGRADE_CREDIT',
  'STRIPE_PRICES',
  'TEST_DATABASE_URL',
  'TEST_EXTENT',
  'TIERS_FILE',
  'VERBOSE',
  'WEBHOOK_ALLOW_HTTP',
  'WEBHOOK_ALLOW_PRIVATE',
];

/** Every variable of the product. */
export const variableNames: readonly string[] = names.map((name) => prefix + name);

/** A sentence for each unknown variable that looks like one of the product's. No sentence holds a value. */
export function describeUnknownVariables(
  environment: NodeJS.ProcessEnv,
  alsoKnown: readonly string[] = [],
): string[] {
  const known = new Set([...variableNames, ...alsoKnown]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .map((name) => {
      const nearest = nearestName(name.slice(prefix.length), names);
      const hint = nearest === undefined ? '' : `; ${prefix}${nearest} is`;
      return `${name.slice(0, 100)} is not known and does nothing${hint}`;
    });
}
