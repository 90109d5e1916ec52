// The bare spine as two processes: HTTP -> gRPC batch -> one durable statement, and no rules.
import { freePort } from '../../runtime/testing/free_port.ts';
import { type RunningProcess, startProcess } from '../support/processes.ts';

/** What the product is measured beside. */
export interface Spine {
  port: number;
  /** Its gateway and its core. */
  processes: readonly RunningProcess[];
  stop(): Promise<void>;
}

/** Starts it. */
export async function startSpine(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Spine> {
  const [corePort, port] = [await freePort(), await freePort()];
  const core = await startProcess('test/bench/spine_core.ts', [databaseUrl, String(corePort)], environment);
  const gateway = await startProcess(
    'test/bench/spine_gateway.ts',
    [String(corePort), String(port)],
    environment,
  );
  return {
    port,
    processes: [gateway, core],
    async stop() {
      await gateway.stop();
      await core.stop();
    },
  };
}
