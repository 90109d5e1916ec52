// Where the health check finds the parts of the service: the same variables that place their ops listeners.
import { type ListenAddress, listenAddress, readVariables } from '../../runtime/config/config_values.ts';

const address = listenAddress(1);
const local = (port: number) => address({ default: { host: '127.0.0.1', port } });

/** The ops listeners of this machine by part; the agent has one only where it was configured. */
export interface OpsListeners {
  core: ListenAddress;
  gateway: ListenAddress;
  agent: ListenAddress | undefined;
}

/** Reads the variables. Throws ConfigError with every error. */
export function readHealthConfig(environment: NodeJS.ProcessEnv = process.env): OpsListeners {
  const env = readVariables(
    environment,
    {
      TEXTRELAY_CORE_OPS_LISTEN: local(4101),
      TEXTRELAY_GATEWAY_OPS_LISTEN: local(8081),
      TEXTRELAY_AGENT_OPS_LISTEN: address({ default: undefined }),
    },
    [],
  );
  return {
    core: env.TEXTRELAY_CORE_OPS_LISTEN,
    gateway: env.TEXTRELAY_GATEWAY_OPS_LISTEN,
    agent: env.TEXTRELAY_AGENT_OPS_LISTEN,
  };
}
