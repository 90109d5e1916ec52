// Cores that share a carrier, a gateway before them, and the SMSC: all processes, whose processor time is
// read.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../runtime/clock.ts';
import { arrayLiteral, openPool } from '../../server/store/postgres/driver.ts';
import { PlainSmsc } from '../support/plain_smsc/plain_smsc.ts';
import { type CoreProcess, startCoreProcess, startGatewayProcess } from '../support/processes.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';

/** Processor time so far, in milliseconds. */
export interface Spent {
  cores: number;
  gateway: number;
  database: number;
  smsc: number;
}

export interface SmppStack {
  gatewayPort: number;
  smsc: PlainSmsc;
  spent(): Promise<Spent>;
  /** Texts of these accounts by what became of them. */
  statuses(accountIds: readonly bigint[]): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** Starts so many cores on a database; the SMSC is not up yet. */
export async function startSmppStack(databaseUrl: string, cores: number, window: number): Promise<SmppStack> {
  const directory = await mkdtemp(join(tmpdir(), 'textrelay-bench-'));
  const smsc = await PlainSmsc.start();
  const file = join(directory, 'carriers.json');
  const carrier = {
    name: 'bench',
    kind: 'smpp',
    sender: '+15005550100',
    host: '127.0.0.1',
    port: smsc.port,
  };
  const settings = { system_id: 'relay', password: 'secret', window };
  await writeFile(file, JSON.stringify({ carriers: [{ ...carrier, ...settings }] }));
  const environment = { TEXTRELAY_CARRIERS_FILE: file, LOG_LEVEL: 'error' };
  const running: CoreProcess[] = [];
  for (let index = 0; index < cores; index++) running.push(await startCoreProcess(databaseUrl, environment));
  const gateway = await startGatewayProcess(running, { LOG_LEVEL: 'warn' });
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const sum = (times: number[]) => times.reduce((total, time) => total + time, 0);
  return {
    gatewayPort: gateway.port,
    smsc,
    async spent() {
      return {
        cores: sum(await Promise.all(running.map(({ child }) => processorMsOf(child.pid)))),
        gateway: await processorMsOf(gateway.child.pid),
        database: await databaseMsOf(pool),
        smsc: await processorMsOf(smsc.pid),
      };
    },
    async statuses(accountIds) {
      const rows = await pool.run(
        `select status::text, count(*)::int4 from message
        where account_id = any ($1::int8[]) and route = 'gateway' group by status`,
        [arrayLiteral(accountIds)],
      );
      return Object.fromEntries(rows);
    },
    async stop() {
      await gateway.stop();
      for (const core of running) await core.stop();
      await smsc.throwAway();
      await pool.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
