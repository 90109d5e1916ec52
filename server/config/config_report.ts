// The configuration as it may be shown to somebody who helps: the names of what is set, and only such values as say nothing
// private.
import { variableNames } from '../../runtime/config/variable_names.ts';

/** A variable that is set. */
export interface Setting {
  name: string;
  /** "set" in place of one that may be private. */
  value: string;
}

/** Variables whose values are a choice, a number or an address to listen on. All others may hold a secret, a name or a path. */
const shown = new Set([
  'LOG_LEVEL',
  'NODE_ENV',
  ...[
    'AGENT_BAUD',
    'AGENT_DRIVER',
    'AGENT_OPS_LISTEN',
    'ALERT_FORMAT',
    'BILLING',
    'CORE_LISTEN',
    'CORE_OPS_LISTEN',
    'COUNTRY',
    'DEVICE_LISTEN',
    'GATEWAY_LISTEN',
    'GATEWAY_MAX_WAITING',
    'GATEWAY_OPS_LISTEN',
    'GATEWAY_SMSGATE',
    'GATEWAY_TWILIO',
    'HUB_LISTEN',
    'MAIL_LANGUAGE',
    'REFERENCE_BITS',
    'SIMULATED_CARRIER',
    'VERBOSE',
    'WEBHOOK_ALLOW_HTTP',
  ].map((name) => `TEXTRELAY_${name}`),
]);

const otherNames = [
  'DATABASE_URL',
  'LOG_LEVEL',
  'NODE_ENV',
  'NODE_OPTIONS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** A value of one of those is no longer than this; what is longer is something else by mistake. */
const longestShown = 64;

/** The variables of the product that are set, in order of name. */
export const reportSettings = (environment: NodeJS.ProcessEnv = process.env): Setting[] =>
  [...variableNames, ...otherNames].toSorted().flatMap((name) => {
    const value = environment[name];
    if (value === undefined || value === '') return [];
    const isShown = shown.has(name) && value.length <= longestShown;
    return [{ name, value: isShown ? value : 'set' }];
  });
