// A real gammu-smsd on the simulated modem, and our driver on top of its folders.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver, DriverInbound, DriverJob, DriverReceipt } from '../../device-agent/drivers/driver.ts';
import { gammuSmsdDriver } from '../../device-agent/drivers/gammu_smsd.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { until } from '../../runtime/testing/until.ts';
import type { ModemOptions } from '../support/modem/options.ts';
import { type ModemTerminal, openTerminal } from './modem_terminal.ts';

/** All that a test needs. */
export interface SmsdBench extends ModemTerminal {
  config: string;
  inbounds: DriverInbound[];
  receipts: DriverReceipt[];
  /** Starts the driver, as an agent does; a second time as after a crash. */
  openDriver(): Promise<Driver>;
  startDaemon(): Promise<void>;
  killDaemon(): Promise<void>;
}

/** Starts all of it. */
export async function openSmsd(options: ModemOptions = {}): Promise<SmsdBench> {
  const terminal = await openTerminal(options);
  const { folder, device } = terminal;
  for (const name of ['inbox', 'outbox', 'sent', 'error']) await mkdir(join(folder, name));
  const config = join(folder, 'smsdrc');
  const lines = [
    '[gammu]',
    `device = ${device}`,
    'connection = at115200',
    '[smsd]',
    'service = files',
    `logfile = ${join(folder, 'log')}`,
    'debuglevel = 1',
    'commtimeout = 1',
    'receivefrequency = 1',
    'statusfrequency = 2',
    'sendtimeout = 2',
    'deliveryreport = sms',
    'inboxformat = detail',
    ...['inbox', 'outbox'].map((name) => `${name}path = ${join(folder, name)}/`),
    ...['sent', 'error'].map((name) => `${name}smspath = ${join(folder, name)}/`),
  ];
  await writeFile(config, `${lines.join('\n')}\n`);
  let daemon: ChildProcess | undefined;
  const aborters: AbortController[] = [];
  const drivers: Driver[] = [];
  const inbounds: DriverInbound[] = [];
  const receipts: DriverReceipt[] = [];
  const sink = {
    inbound: async (text: DriverInbound) => {
      if (!inbounds.some((one) => one.inboundId === text.inboundId)) inbounds.push(text);
      return 'stored' as const;
    },
    sentLate: async () => undefined,
    ready: () => undefined,
    receipt: async (receipt: DriverReceipt) => void receipts.push(receipt),
  };
  const killDaemon = async () => {
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
  };
  return {
    ...terminal,
    config,
    inbounds,
    receipts,
    async openDriver() {
      const driver = gammuSmsdDriver.create({
        dir: folder,
        journalId: 'judge',
        clock: systemClock,
        log: createLog('agent', 'silent'),
        settings: { TEXTRELAY_AGENT_SMSD_CONFIG: config },
      });
      const aborter = new AbortController();
      aborters.push(aborter);
      drivers.push(driver);
      await driver.open(sink, aborter.signal);
      return driver;
    },
    async startDaemon() {
      daemon = spawn('gammu-smsd', ['-c', config, '-p', join(folder, 'pid')], { stdio: 'ignore' });
      await once(daemon, 'spawn');
    },
    killDaemon,
    async close() {
      for (const aborter of aborters) aborter.abort();
      for (const driver of drivers) await driver.close();
      await killDaemon();
      await terminal.close();
    },
  };
}

/** Waits until texts could be sent. */
export const ready = (driver: Driver) =>
  until('the driver can send', () => driver.health().problem === undefined);

let nextId = 1n;

/** A text, or one part of one. */
export const job = (address: string, body: string, more: Partial<DriverJob> = {}): DriverJob => ({
  messageId: nextId++,
  identity: '',
  attempt: 1,
  address,
  body,
  encoding: 'gsm7',
  part: { text: body, number: 1, total: 1, reference: 0, referenceBits: 8 },
  sim: 1,
  expiresAtMs: Number.MAX_SAFE_INTEGER,
  ...more,
});
