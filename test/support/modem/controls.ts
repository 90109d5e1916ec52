// What another process may ask of a modem that runs as a program, and how that is written: JSON lines both ways.
import type { ModemOptions } from './options.ts';
import type { SimulatedModem } from './simulated_modem.ts';

/** Methods that another process may call. */
export const controls = [
  'unplug',
  'plug',
  'drop',
  'reboot',
  'submits',
  'commands',
  'stored',
  'lost',
  'setFate',
  'setDefaultFate',
  'releaseReceipts',
  'receive',
  'receivePdu',
  'waiting',
  'setRegistration',
  'setSignal',
  'setBattery',
  'removeSim',
  'insertSim',
  'setPin',
  'simState',
  'release',
  'clearFaults',
  'print',
  'babble',
] as const satisfies readonly (keyof SimulatedModem)[];

export type Control = (typeof controls)[number];

/** What the program is started with, as JSON in its one argument. It has one line: pty, else unix, else tcp. */
export interface ProgramForm {
  modem?: ModemOptions;
  /** Listen on TCP; a number is the port. */
  tcp?: boolean | number;
  /** Listen on this unix socket. */
  unix?: string;
  /** Be a terminal of this name; needs socat. */
  pty?: string;
}

/** Where the program can be reached: its first line. */
export interface Addresses {
  tcp?: string;
  unix?: string;
  pty?: string;
}

/** A line to the program. `planFault` is answered once the plan is laid, and a second time when it struck. */
export interface Request {
  id: number;
  call: Control | 'planFault';
  args?: unknown[];
}

/** A line from it. */
export type Answer =
  | { id: number; ok: unknown }
  | { id: number; error: string }
  | { id: number; struck: true };
