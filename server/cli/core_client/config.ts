// The address of the core for the operator's command line: two environment variables, else the file that the running
// service leaves in its data directory; how it calls it, TLS or not, is in the environment either way. Never makes or
// changes that file.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { cleanEnv, str } from 'envalid';
import { ConfigError } from '../../../runtime/config/config_values.ts';
import { type CoreTls, readCoreTls } from '../../config/config_tls.ts';

/** How to reach one core. */
export interface Connection {
  /** host:port of its gRPC listener. */
  core: string;
  /** The credential of internal calls. */
  serviceToken: string;
  /** Cleartext when absent. */
  tls?: CoreTls;
}

/** The variables of the operator's commands; without the first two, a running service's own file is read. */
export const adminVariables = {
  TEXTRELAY_CORE_ADDRESS: str({ default: '' }),
  TEXTRELAY_SERVICE_TOKEN: str({ default: '' }),
  TEXTRELAY_DATA_DIR: str({ default: '' }),
  XDG_DATA_HOME: str({ default: '' }),
};

/** The user that the command line runs as. */
interface Operator {
  isRoot: boolean;
  home: string;
}

const addressPattern = /^[^\s/,]+:\d{1,5}$/;

function currentOperator(): Operator {
  return { isRoot: process.getuid?.() === 0, home: homedir() };
}

/** The errors of one connection, each named as its source names the field; empty for a good one. */
function errorsOf(core: unknown, coreName: string, token: unknown, tokenName: string): string[] {
  const errors: string[] = [];
  const isAddress = typeof core === 'string' && addressPattern.test(core);
  const isToken = typeof token === 'string' && /^\S+$/.test(token);
  if (!isAddress)
    errors.push(`${coreName} ${core ? 'must be host:port, like 127.0.0.1:4100' : 'is missing'}`);
  if (!isToken) errors.push(`${tokenName} ${token ? 'must hold no spaces' : 'is missing'}`);
  return errors;
}

function readConnectionFile(path: string): Connection {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isDenied = error instanceof Error && 'code' in error && error.code === 'EACCES';
    throw new ConfigError([
      isDenied
        ? `${path} belongs to another user: run this as the user that runs the service`
        : `no running service found: ${path} does not exist; start it, or set TEXTRELAY_CORE_ADDRESS and TEXTRELAY_SERVICE_TOKEN`,
    ]);
  }
  let fields: Record<string, unknown> | null;
  try {
    fields = Object(JSON.parse(text));
  } catch {
    fields = null;
  }
  if (fields === null) throw new ConfigError([`${path} is not JSON`]);
  const { core, serviceToken } = fields;
  const errors = errorsOf(core, `${path}: core`, serviceToken, `${path}: serviceToken`);
  if (errors.length > 0) throw new ConfigError(errors);
  return { core: String(core), serviceToken: String(serviceToken) };
}

function dataDirOf(
  env: { TEXTRELAY_DATA_DIR: string; XDG_DATA_HOME: string },
  { isRoot, home }: Operator,
): string {
  const userData = env.XDG_DATA_HOME || join(home, '.local', 'share');
  return env.TEXTRELAY_DATA_DIR || (isRoot ? '/var/lib/textrelay' : join(userData, 'textrelay'));
}

/** The databases that `backup` and `restore` are about. */
export interface Databases {
  /** The data directory of a service that `npm start` runs on this machine, where its embedded database is. */
  dataDir: string;
  /** The operator's own database; empty for none. */
  url: string;
}

/** Finds them. */
export function readDatabases(
  environment: NodeJS.ProcessEnv = process.env,
  operator: Operator = currentOperator(),
): Databases {
  const env = cleanEnv(
    environment,
    { ...adminVariables, DATABASE_URL: str({ default: '' }) },
    { reporter: () => {} },
  );
  return { dataDir: resolve(dataDirOf(env, operator)), url: env.DATABASE_URL };
}

/** Finds every core that TEXTRELAY_CORE_ADDRESS names; at least one. Throws ConfigError with every error. */
export function readConnections(
  environment: NodeJS.ProcessEnv = process.env,
  operator: Operator = currentOperator(),
): Connection[] {
  const env = cleanEnv(environment, adminVariables, { reporter: () => {} });
  const tlsErrors: string[] = [];
  const tls = readCoreTls(environment, tlsErrors);
  const secure = tls && { tls };
  const cores = env.TEXTRELAY_CORE_ADDRESS.split(',').map((core) => core.trim());
  const isGiven = env.TEXTRELAY_CORE_ADDRESS !== '';
  const serviceToken = env.TEXTRELAY_SERVICE_TOKEN;
  if (isGiven || serviceToken !== '') {
    const errors = cores.flatMap((core) =>
      errorsOf(core, 'TEXTRELAY_CORE_ADDRESS', serviceToken, 'TEXTRELAY_SERVICE_TOKEN'),
    );
    if (isGiven !== (serviceToken !== ''))
      errors.push(
        'set TEXTRELAY_CORE_ADDRESS and TEXTRELAY_SERVICE_TOKEN for a service elsewhere, or neither of them for the one on this machine',
      );
    errors.push(...tlsErrors);
    if (errors.length > 0) throw new ConfigError([...new Set(errors)]);
    return cores.map((core) => ({ core, serviceToken, ...secure }));
  }
  if (tlsErrors.length > 0) throw new ConfigError(tlsErrors);
  return [{ ...readConnectionFile(join(dataDirOf(env, operator), 'connection.json')), ...secure }];
}

/** The first of them: any replica will do. Throws ConfigError with every error. */
export const readConnection = (...of: Parameters<typeof readConnections>): Connection =>
  readConnections(...of)[0] as Connection;
