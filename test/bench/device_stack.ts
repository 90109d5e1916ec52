// A core whose links are measured, that can be killed and started again in place, and a gateway before it.
import { once } from 'node:events';
import { systemClock } from '../../runtime/clock.ts';
import { freePort } from '../../runtime/testing/free_port.ts';
import { arrayLiteral, openPool } from '../../server/store/postgres/driver.ts';
import { type RunningProcess, startCoreProcess, startGatewayProcess } from '../support/processes.ts';
import { type Inspected, inspect, inspectable } from './inspected.ts';
import { processorMsOf } from './processor_time.ts';

export interface DeviceStack {
  linkUrl: string;
  gatewayPort: number;
  /** The core that runs now. */
  inspected(): Inspected;
  /** Processor time of the core's database connections; NaN when the database is not on this machine. */
  databaseCpuMs(): Promise<number>;
  /** Texts of these accounts in a state that is not final, by that state. */
  unfinished(accountIds: readonly bigint[]): Promise<Record<string, number>>;
  killCore(): Promise<void>;
  startCore(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startDeviceStack(databaseUrl: string): Promise<DeviceStack> {
  const ports = { rpc: await freePort(), device: await freePort(), ops: await freePort() };
  const inspectPort = await freePort();
  const environment = {
    TEXTRELAY_CORE_LISTEN: `127.0.0.1:${ports.rpc}`,
    TEXTRELAY_DEVICE_LISTEN: `127.0.0.1:${ports.device}`,
    TEXTRELAY_CORE_OPS_LISTEN: `127.0.0.1:${ports.ops}`,
    LOG_LEVEL: 'warn',
    ...inspectable(inspectPort),
  };
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  let core: RunningProcess;
  let inspected: Inspected;
  const startCore = async () => {
    core = await startCoreProcess(databaseUrl, environment);
    inspected = await inspect(inspectPort);
  };
  await startCore();
  const gateway = await startGatewayProcess([{ rpc: { port: ports.rpc } }], { LOG_LEVEL: 'warn' });

  return {
    linkUrl: `ws://127.0.0.1:${ports.device}/device/v1/link`,
    gatewayPort: gateway.port,
    inspected: () => inspected,
    async databaseCpuMs() {
      const rows = await pool.run(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        [],
      );
      const times = await Promise.all(rows.map(([pid]) => processorMsOf(pid)));
      return times.reduce((sum, time) => sum + time, 0);
    },
    async unfinished(accountIds) {
      const rows = await pool.run(
        `select status::text, count(*)::int4 from message
        where account_id = any ($1::int8[]) and deadline_at is not null group by status`,
        [arrayLiteral(accountIds)],
      );
      return Object.fromEntries(rows);
    },
    async killCore() {
      inspected.close();
      const gone = once(core.child, 'exit');
      core.child.kill('SIGKILL');
      await gone;
    },
    startCore,
    async stop() {
      inspected.close();
      await gateway.stop();
      await core.stop();
      await pool.close();
    },
  };
}
