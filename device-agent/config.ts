// The agent's configuration, from the environment and from agent.env in its directory; the environment wins. Every
// error of both is reported at once, and none of them shows a secret.
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { cleanEnv, EnvMissingError, makeValidator, str, type ValidatorSpec } from 'envalid';
import { type ListenAddress, listenAddress, logLevels } from '../runtime/config/config_values.ts';
import { describeUnknownVariables } from '../runtime/config/variable_names.ts';
import { failpointSpec } from '../runtime/failpoint.ts';
import { AgentError } from './agent_error.ts';
import { configFileName, isSecret, readConfigFile } from './config_file.ts';
import type { DriverKind, Settings, Variables } from './drivers/driver.ts';
import { driverKinds, findDriverKind } from './drivers/registry.ts';
import { failpointNames } from './failpoint.ts';

/** The agent's configuration. */
export interface Config {
  /** Holds the identity and the journal. */
  dir: string;
  driver: DriverKind;
  /** Whether somebody chose the driver. */
  isDriverChosen: boolean;
  /** The values of the driver's own variables. */
  settings: Settings<Variables>;
  /** The address that serves metrics; undefined for none. */
  opsListen: ListenAddress | undefined;
  logLevel: string;
  /** The failpoint at which the process kills itself, for tests; undefined for none. */
  failpoint: string | undefined;
}

const defaultDriver = 'simulated';
const driverName = makeValidator((input: string): string => {
  const names = driverKinds.map(({ name }) => name);
  if (!names.includes(input)) throw new Error(`must be one of ${names.join(', ')}`);
  return input;
});

/** Names the agent's directory; read before the others, and only from the environment. */
export const dirVariable = {
  TEXTRELAY_AGENT_DIR: {
    desc:
      'absolute path of the directory with identity, journal and `agent.env`; or `--dir` ' +
      '[$XDG_STATE_HOME or ~/.local/state, /textrelay-agent; `agent` in the data directory (start)]',
  },
};

/** The agent's own variables, whatever its driver. */
export const ownVariables = {
  TEXTRELAY_AGENT_DRIVER: driverName({
    default: defaultDriver,
    desc: 'the driver; `textrelay-agent drivers` lists them with their settings',
  }),
  TEXTRELAY_AGENT_OPS_LISTEN: listenAddress(0)({
    default: undefined,
    desc: "the agent's metrics and health [off]",
  }),
  TEXTRELAY_AGENT_FAILPOINT: failpointSpec(failpointNames)({
    default: undefined,
    desc: 'for tests: where the agent kills itself',
  }),
  LOG_LEVEL: str({ default: 'info', choices: [...logLevels] }),
};

/** The variables that agent.env may hold. Those of other drivers are among them, so that a change of driver is one line. */
const namesInFile = [
  ...Object.keys(ownVariables),
  ...driverKinds.flatMap(({ variables }) => Object.keys(variables)),
];

/** Sentences about variables that are misspelt, or have no effect for another reason. */
export const unknownVariables = (env: NodeJS.ProcessEnv = process.env): string[] =>
  describeUnknownVariables(env);

/** The agent's directory: the one that was typed, the environment's, or the user's. Throws an AgentError. */
export function findDir(typed?: string, env: NodeJS.ProcessEnv = process.env): string {
  if (typed !== undefined) return resolve(typed);
  const given = env.TEXTRELAY_AGENT_DIR || join(stateHome(env), 'textrelay-agent');
  if (isAbsolute(given)) return given;
  throw new AgentError('TEXTRELAY_AGENT_DIR: must be an absolute path');
}

/** Reads the configuration. `dir` as findDir gives it. Throws an AgentError with one line for each error. */
export function readConfig(dir: string, env: NodeJS.ProcessEnv = process.env): Config {
  const file = readConfigFile(dir, namesInFile);
  const fromEnvironment = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const given: NodeJS.ProcessEnv = { ...file.values, ...fromEnvironment };
  const driver = findDriverKind(given.TEXTRELAY_AGENT_DRIVER ?? defaultDriver);
  const variables: Variables = driver?.variables ?? {};
  const specs: Record<string, ValidatorSpec<unknown>> = { ...ownVariables, ...variables };
  const errors = [...file.errors];
  const clean: Record<string, unknown> = cleanEnv(given, specs, {
    reporter: ({ errors: invalid }) => {
      for (const [name, error] of Object.entries(invalid)) {
        const place = name in fromEnvironment || !(name in file.values) ? '' : ` (in ${configFileName})`;
        errors.push(`${name}: ${describeError(name, error, specs[name], given[name])}${place}`);
      }
    },
  });
  if (errors.length > 0) throw new AgentError(errors.join('\n'));
  return {
    dir,
    driver: driver as DriverKind,
    isDriverChosen: given.TEXTRELAY_AGENT_DRIVER !== undefined,
    settings: Object.fromEntries(Object.keys(variables).map((name) => [name, clean[name]])),
    opsListen: clean.TEXTRELAY_AGENT_OPS_LISTEN as ListenAddress | undefined,
    logLevel: clean.LOG_LEVEL as string,
    failpoint: clean.TEXTRELAY_AGENT_FAILPOINT as string | undefined,
  };
}

/** The error of one variable, in words that never hold a secret. */
export function describeError(
  name: string,
  error: Error | undefined,
  spec: ValidatorSpec<unknown> | undefined,
  value: string | undefined,
): string {
  if (error instanceof EnvMissingError) return `must be set: ${spec?.desc ?? 'it has no default'}`;
  const message = error?.message ?? 'cannot be read';
  return isSecret(name) && value ? message.replaceAll(value, '...') : message;
}

function stateHome(env: NodeJS.ProcessEnv): string {
  return env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
}
