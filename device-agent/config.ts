// The agent's configuration, all of it from the environment, read once by main. Every fault is reported at once.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv, makeValidator, str } from 'envalid';
import { driverKinds } from './drivers/registry.ts';
import { failpointNames, isFailpointSpec } from './failpoint.ts';
import { AgentFault } from './fault.ts';

/** An address to listen on. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** The agent's configuration. */
export interface Config {
  /** Holds the identity and the journal. */
  dir: string;
  /** The driver's name. */
  driver: string;
  /** Where metrics are served; undefined: nowhere. */
  opsListen: ListenAddress | undefined;
  logLevel: string;
  /** Where the process kills itself, for tests; undefined: nowhere. */
  failpoint: string | undefined;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const listenAddress = makeValidator((input: string): ListenAddress => {
  const [, host, port] =
    /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(input)?.filter((part) => part !== undefined) ?? [];
  if (host === undefined || Number(port) > 65_535) throw new Error('must be host:port');
  return { host, port: Number(port) };
});

const failpointSpec = makeValidator((input: string): string => {
  if (!isFailpointSpec(input))
    throw new Error(`must be name or name:n, name one of ${failpointNames.join(', ')}`);
  return input;
});

/** Reads the configuration. Throws an AgentFault with one line for each fault. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const clean = cleanEnv(
    given,
    {
      TEXTRELAY_AGENT_DIR: str({ default: undefined, desc: 'a directory of the agent alone' }),
      TEXTRELAY_AGENT_DRIVER: str({ default: 'simulated', choices: driverKinds.map((kind) => kind.name) }),
      TEXTRELAY_AGENT_OPS_LISTEN: listenAddress({ default: undefined }),
      TEXTRELAY_AGENT_FAILPOINT: failpointSpec({ default: undefined }),
      LOG_LEVEL: str({ default: 'info', choices: logLevels }),
    },
    {
      reporter: ({ errors }) => {
        const lines = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`);
        if (lines.length > 0) throw new AgentFault(lines.join('\n'));
      },
    },
  );
  const stateHome = given.XDG_STATE_HOME ?? join(homedir(), '.local', 'state');
  return {
    dir: clean.TEXTRELAY_AGENT_DIR ?? join(stateHome, 'textrelay-agent'),
    driver: clean.TEXTRELAY_AGENT_DRIVER,
    opsListen: clean.TEXTRELAY_AGENT_OPS_LISTEN,
    logLevel: clean.LOG_LEVEL,
    failpoint: clean.TEXTRELAY_AGENT_FAILPOINT,
  };
}
