// The modem's serial line as a terminal of the system, made by socat: for programs that open a device. The path is
// gone while the cable is unplugged.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Duplex } from 'node:stream';
import type { ServedLine } from './serve_tcp.ts';
import type { SimulatedModem } from './simulated_modem.ts';

interface Terminal {
  child: ChildProcess;
  cable: Duplex;
  /** Kept open: a terminal that nobody holds reads as ended, and socat would leave. */
  keeper: number;
}

async function open(path: string): Promise<Terminal> {
  const child = spawn('socat', ['-d', '-d', 'STDIO', `PTY,link=${path},rawer,mode=600`], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    complaints.push(line);
    if (line.includes('starting data transfer loop')) break;
  }
  child.stderr.resume();
  if (child.exitCode !== null || !complaints.some((line) => line.includes('starting data')))
    throw new Error(`socat made no terminal: ${complaints.join(' ')}`);
  const keeper = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  return { child, cable: Duplex.from({ readable: child.stdout, writable: child.stdin }), keeper };
}

async function shut({ child, cable, keeper }: Terminal): Promise<void> {
  closeSync(keeper);
  cable.destroy();
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    // One that hangs in its own end would keep the test waiting for ever.
    const force = setTimeout(() => child.kill('SIGKILL'), 2_000);
    await exited;
    clearTimeout(force);
  }
}

/** Puts the modem behind a terminal whose name is `path`; needs socat. */
export async function servePty(modem: SimulatedModem, path: string): Promise<ServedLine> {
  let terminal: Terminal | null = null;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  /** Makes the terminal what it should be now; changes follow each other. */
  const settle = () => {
    work = work.then(async () => {
      if (terminal?.cable.destroyed) {
        await shut(terminal);
        terminal = null;
      }
      if (terminal !== null || isClosed || !modem.isPlugged) return;
      terminal = await open(path);
      terminal.cable.once('close', settle);
      modem.connect(terminal.cable);
    });
    return work;
  };

  modem.onPlug(() => void settle());
  await settle();
  return {
    address: path,
    async close() {
      isClosed = true;
      terminal?.cable.destroy();
      await settle();
    },
  };
}
