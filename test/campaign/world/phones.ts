// The phones of a campaign: real agents, each behind a line of its own; one of them has a modem with a log of its own.
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { putInbound } from '../../../device-agent/drivers/simulated_inbox.ts';
import { writeIdentity } from '../../../device-agent/home/identity.ts';
import { SimulatedModem } from '../../support/modem/simulated_modem.ts';
import type { Timeline } from '../timeline.ts';
import { SteppedClock } from './clocks.ts';
import { KeptProcess } from './kept_process.ts';
import type { Line } from './line.ts';
import type { Operator } from './operator.ts';
import type { Tenant } from './tenant.ts';

/** What one line of a simulated phone's ledger says. */
export interface SimulatedSubmit {
  messageId: string;
  attempt: number;
  recipient: string;
  atMs: number;
}

export interface Phone {
  tenant: Tenant;
  agent: KeptProcess;
  line: Line;
  clock: SteppedClock;
  dir: string;
  modem: SimulatedModem | null;
}

/** Pairs a phone with an account and starts its agent. */
export async function pairPhone(options: {
  tenant: Tenant;
  operator: Operator;
  line: Line;
  directory: string;
  modem: Modem | null;
  timeline: Timeline;
  folder: string;
}): Promise<Phone> {
  const { tenant, operator, line, directory, timeline, modem, folder } = options;
  const dir = join(directory, `agent-${tenant.name}`);
  mkdirSync(dir, { mode: 0o700 });
  const { deviceId, token } = await operator.pair(tenant.id);
  const url = `http://127.0.0.1:${line.port}`;
  writeIdentity(dir, { url, deviceId: String(deviceId), accountName: tenant.name, token });
  const clock = new SteppedClock(directory, `agent-${tenant.name}`);
  const agent = new KeptProcess(
    {
      name: `agent-${tenant.name}`,
      kind: 'agent',
      script: 'device-agent/main.ts',
      args: ['run'],
      logFile: join(directory, `agent-${tenant.name}.log`),
      folder,
      environment: {
        ...clock.environment(),
        TEXTRELAY_AGENT_DIR: dir,
        ...(modem === null
          ? { TEXTRELAY_AGENT_DRIVER: 'simulated' }
          : {
              TEXTRELAY_AGENT_DRIVER: 'at-modem',
              TEXTRELAY_AGENT_SERIAL_PORT: `tcp://127.0.0.1:${modem.port}`,
            }),
      },
    },
    timeline,
  );
  agent.start();
  return { tenant, agent, line, clock, dir, modem: modem?.device ?? null };
}

/** A modem, and where it listens. */
export interface Modem {
  device: SimulatedModem;
  server: Server;
  port: number;
}

/** Switches on a modem in a network of its own. */
export async function switchOnModem(logFile: string): Promise<Modem> {
  const settings = { receiptMs: 200, submitMs: 20, ackMs: 2_000, memories: { SM: 60 } };
  const device = new SimulatedModem({ ...settings, logFile });
  const server = createServer((socket) => device.connect(socket.setNoDelay())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { device, server, port: (server.address() as AddressInfo).port };
}

/** Somebody sends a text to a simulated phone. */
export function receiveOnSimulated(phone: Phone, name: string, from: string, body: string): void {
  putInbound(phone.dir, { inboundId: name, address: from, body, receivedAtMs: Date.now() });
}

/** The modems of phones. */
export const modemsOf = (phones: readonly Phone[]): SimulatedModem[] =>
  phones.flatMap(({ modem }) => (modem ? [modem] : []));

/** Texts that a simulated phone still holds, by their names. */
export function heldBySimulated(phone: Phone): string[] {
  const folder = join(phone.dir, 'inbound');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .map((name) => name.slice(0, -5));
}

/** What left a simulated phone, as its network wrote it down; lines that were cut off are none. */
export function leftSimulated(phone: Phone): SimulatedSubmit[] {
  const files = ['simulated_sent.log.1', 'simulated_sent.log'].map((name) => join(phone.dir, name));
  return files
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .flatMap((line) => {
      try {
        const { message_id: messageId, attempt, recipient, at_ms: atMs } = JSON.parse(line);
        return [{ messageId: String(messageId), attempt, recipient, atMs }];
      } catch {
        return [];
      }
    });
}
