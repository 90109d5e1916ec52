// A core process that tests kill, and that comes back on the same ports.

import { once } from 'node:events';
import type { Client } from '@connectrpc/connect';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import type { Operator } from '../../server/cli/core_client/core_client.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { type RunningProcess, startCoreProcess } from '../support/processes.ts';

/** Time between two attempts to reach a core that is away. */
const lookEveryMs = 50;

/** A core process that can be killed and comes back on the same ports. */
export class CoreUnderTest {
  readonly admin: Operator;
  readonly messages: Client<typeof MessageService>;
  readonly rpcPort: number;
  readonly devicePort: number;
  readonly #databaseUrl: string;
  readonly #environment: Record<string, string>;
  #process: RunningProcess | undefined;

  private constructor(
    databaseUrl: string,
    environment: Record<string, string>,
    rpcPort: number,
    devicePort: number,
  ) {
    this.#databaseUrl = databaseUrl;
    this.rpcPort = rpcPort;
    this.devicePort = devicePort;
    this.#environment = {
      ...environment,
      TEXTRELAY_CORE_LISTEN: `127.0.0.1:${rpcPort}`,
      TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${devicePort}`,
    };
    const rpc = { rpc: { host: '127.0.0.1', port: rpcPort } };
    this.admin = operatorOf(rpc);
    this.messages = clientOf(MessageService, rpc);
  }

  static async start(
    databaseUrl: string,
    environment: Record<string, string> = {},
    failpoint = '',
  ): Promise<CoreUnderTest> {
    const core = new CoreUnderTest(databaseUrl, environment, await freePort(), await freePort());
    await core.run(failpoint);
    return core;
  }

  /** Starts it. With a failpoint it dies there, and `died` of the result waits for that. */
  async run(failpoint = ''): Promise<{ died: () => Promise<void> }> {
    const environment = { ...this.#environment, ...(failpoint && { TEXTRELAY_CORE_FAILPOINT: failpoint }) };
    const running = await startCoreProcess(this.#databaseUrl, environment);
    this.#process = running;
    return { died: () => killed(running) };
  }

  /** Resolves once it has died at its failpoint. */
  died(): Promise<void> {
    return killed(this.#process as RunningProcess);
  }

  get isDead(): boolean {
    const { exitCode, signalCode } = (this.#process as RunningProcess).child;
    return exitCode !== null || signalCode !== null;
  }

  /** All its output. */
  output(): string {
    return this.#process?.output() ?? '';
  }

  async kill(): Promise<void> {
    this.#process?.child.kill('SIGKILL');
    await this.died();
  }

  /** Freezes it until `thaw`. */
  freeze(): void {
    this.#process?.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.child.kill('SIGCONT');
  }

  /** Asks it to stop, waits, and returns the exit code. */
  async stop(): Promise<number | null> {
    return (await this.#process?.stop()) ?? null;
  }
}

/** Resolves when a process has killed itself. */
export async function killed({ child, output }: RunningProcess): Promise<void> {
  const [code, signal] =
    child.exitCode === null && child.signalCode === null ? await once(child, 'exit') : [];
  if ((signal ?? child.signalCode) !== 'SIGKILL') throw new Error(`it ended with ${code}: ${output()}`);
}

/** Asks again while the core is away. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  }
}
