// The simulated modem behind a terminal of the system, and foreign programs run on it, each with a deadline.
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModemOptions } from '../support/modem/options.ts';
import { servePty } from '../support/modem/serve_pty.ts';
import { SimulatedModem } from '../support/modem/simulated_modem.ts';

export interface ModemTerminal {
  modem: SimulatedModem;
  /** A folder for the program's files; gone at the end. */
  folder: string;
  /** The terminal's name. */
  device: string;
  close(): Promise<void>;
}

export async function openTerminal(options: ModemOptions = {}): Promise<ModemTerminal> {
  const folder = await mkdtemp(join(tmpdir(), 'modem-judge-'));
  const device = join(folder, 'modem');
  const modem = new SimulatedModem(options);
  const line = await servePty(modem, device);
  return {
    modem,
    folder,
    device,
    async close() {
      await line.close();
      modem.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a program wrote, and its exit code; it is killed after 20 seconds. */
export function runProgram(name: string, args: string[]): Promise<{ output: string; code: number | null }> {
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(
      name,
      args,
      { env: { ...process.env, LC_ALL: 'C.UTF-8' }, timeout: 20_000, killSignal: 'SIGKILL' },
      (_error, stdout, stderr) => resolve({ output: stdout + stderr, code: child.exitCode }),
    );
    child.stdin?.end();
  });
}
