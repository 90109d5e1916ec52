// The real ModemManager on the simulated modem, on a message bus of its own, and our driver on top.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, DriverInbound, DriverReceipt } from '../../device-agent/drivers/driver.ts';
import { Bus } from '../../device-agent/drivers/modem_manager/bus.ts';
import { modemManagerDriver } from '../../device-agent/drivers/modem_manager.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { until } from '../../runtime/testing/until.ts';
import type { ModemOptions } from '../support/modem/options.ts';
import { type ServedLine, serveTcp } from '../support/modem/serve_tcp.ts';
import { SimulatedModem } from '../support/modem/simulated_modem.ts';

/** All that a test needs. */
export interface MmBench {
  modem: SimulatedModem;
  bus: string;
  inbounds: DriverInbound[];
  receipts: DriverReceipt[];
  /** Starts ModemManager and shows it the modem, as a plug does. */
  startDaemon(): Promise<void>;
  killDaemon(): Promise<void>;
  openDriver(settings?: { pin?: string }): Promise<Driver>;
  close(): Promise<void>;
}

/** Starts all of it but the daemon and the driver. */
/** Has the daemon on a bus take the modem behind a socket. */
async function offerModem(bus: string, socket: string): Promise<void> {
  const caller = await Bus.open(bus, systemClock);
  const offer = () =>
    caller.call({
      destination: 'org.freedesktop.ModemManager1',
      path: '/org/freedesktop/ModemManager1',
      interface: 'org.freedesktop.ModemManager1.Test',
      member: 'SetProfile',
      signature: 'ssas',
      args: [socket, 'generic', [`abstract:${socket}`]],
    });
  await until('ModemManager takes the modem', () =>
    offer().then(
      () => true,
      () => false,
    ),
  );
  caller.close();
}

export async function openModemManager(options: ModemOptions = {}): Promise<MmBench> {
  const folder = await mkdtemp(join(tmpdir(), 'mm-judge-'));
  const socket = `textrelay-${process.pid}-${folder.slice(-6)}`;
  const modem = new SimulatedModem(options);
  const line: ServedLine = await serveTcp(modem, { path: `\0abstract:${socket}` });
  const bus = `unix:path=${join(folder, 'bus')}`;
  const broker = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1', `--address=${bus}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(broker.stdout, 'data');
  let daemon: ChildProcess | undefined;
  const aborters: AbortController[] = [];
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
  const end = async (child: ChildProcess | undefined) => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    modem,
    bus,
    inbounds,
    receipts,
    async startDaemon() {
      const flags = ['session', 'enable', 'no-udev', 'no-suspend-resume', 'no-qrtr'];
      const args = [...flags.map((flag) => `--test-${flag}`), '--no-auto-scan', '--log-level=ERR'];
      daemon = spawn('ModemManager', args, {
        env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, DBUS_SESSION_BUS_ADDRESS: bus },
        stdio: 'ignore',
      });
      await once(daemon, 'spawn');
      await offerModem(bus, socket);
    },
    killDaemon: () => end(daemon),
    async openDriver({ pin } = {}) {
      const driver = modemManagerDriver.create({
        dir: folder,
        journalId: 'judge',
        clock: systemClock,
        log: createLog('agent', 'silent'),
        settings: {
          TEXTRELAY_AGENT_MODEM: undefined,
          TEXTRELAY_AGENT_PIN: pin,
          TEXTRELAY_AGENT_DBUS: bus,
        },
      });
      const aborter = new AbortController();
      aborters.push(aborter);
      await driver.open(sink, aborter.signal);
      return driver;
    },
    async close() {
      for (const aborter of aborters) aborter.abort();
      await end(daemon);
      await end(broker);
      await line.close();
      modem.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until texts could be sent. */
export const ready = (driver: Driver) =>
  until('the driver can send', () => driver.health().problem === undefined);
