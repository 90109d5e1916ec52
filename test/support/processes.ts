// Real processes of the product, each on ports of its own, for tests and benches that kill or measure them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programs } from '../../runtime/bundle/options.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { gatewayHeap } from '../../server/standalone/process_list.ts';
import { serviceToken } from './core.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A running process of the product. */
export interface RunningProcess {
  child: ChildProcess;
  /** Everything it wrote. */
  output: () => string;
  /** Asks it to stop and waits; returns the exit code. */
  stop: () => Promise<number | null>;
}

/** A program of the product starts from its bundle, as users start it, and in a fraction of the time. */
export const launched = (script: string, folder: string) =>
  programs.includes(script) ? [`${folder}runtime/bundle/launch.js`, script] : [folder + script];

/**
 * Starts a script of the project, or of another version's folder, with options of Node's own, and waits until it says that it is
 * ready.
 */
export async function startProcess(
  script: string,
  args: string[],
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
  folder = root,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [...nodeOptions, ...launched(script, folder), ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output = (output + data).slice(-1_000_000);
    });
  }
  const exited = once(child, 'exit');
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { type?: string }) => {
      if (message.type === 'ready') resolve();
    });
  });
  await Promise.race([
    ready,
    exited.then(() => {
      throw new Error(`${script} ended before it was ready: ${output}`);
    }),
  ]);
  return {
    child,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}

export interface CoreProcess extends RunningProcess {
  rpc: { host: string; port: number };
  device: { host: string; port: number };
  opsPort: number;
}

/** Starts a core, of this version or of another one's folder, as a process of its own. */
export async function startCoreProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  folder = root,
): Promise<CoreProcess> {
  const [rpcPort, devicePort, opsPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: databaseUrl,
    TEXTRELAY_SERVICE_TOKEN: serviceToken,
    TEXTRELAY_CORE_LISTEN: `127.0.0.1:${rpcPort}`,
    TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${devicePort}`,
    TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${opsPort}`,
    ...environment,
  };
  const running = await startProcess('server/main.ts', [], settings, [], folder);
  return {
    ...running,
    rpc: { host: '127.0.0.1', port: rpcPort },
    device: { host: '127.0.0.1', port: devicePort },
    opsPort,
  };
}

export interface GatewayProcess extends RunningProcess {
  port: number;
  opsPort: number;
}

/** Starts a gateway, of this version or of another one's folder, as a process of its own in front of one or more cores. */
export async function startGatewayProcess(
  cores: readonly { rpc: { port: number } }[],
  environment: Record<string, string> = {},
  folder = root,
): Promise<GatewayProcess> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const settings = {
    TEXTRELAY_SERVICE_TOKEN: serviceToken,
    TEXTRELAY_CORE_ADDRESS: cores.map((core) => `127.0.0.1:${core.rpc.port}`).join(','),
    TEXTRELAY_GATEWAY_LISTEN: `127.0.0.1:${port}`,
    TEXTRELAY_GATEWAY_OPS_LISTEN: `127.0.0.1:${opsPort}`,
    ...environment,
  };
  const running = await startProcess('gateway/main.ts', [], settings, gatewayHeap, folder);
  return { ...running, port, opsPort };
}
