// What a simulated modem is made with; JSON but for the clock.
import type { Clock } from '../../../runtime/clock.ts';
import type { ReceiptNumber } from './network.ts';

export interface ModemOptions {
  /** Everything the network takes is appended here as JSON lines, on disk before +CMGS is answered. */
  logFile?: string;
  /** Asked for after each power-on; none by default. */
  pin?: string;
  puk?: string;
  /** Places of each memory; 0: the modem has none of that name. SR is one for reports. */
  memories?: { SM?: number; ME?: number; SR?: number };
  smsc?: string;
  /** How long the network takes for a submit. */
  submitMs?: number;
  /** When reports come after the answer. */
  receiptMs?: number;
  receiptNumber?: ReceiptNumber;
  /** With plus; what national numbers in reports leave out. */
  countryCode?: string;
  /** How long a direct text waits for its +CNMA. */
  ackMs?: number;
  /** How long the modem is deaf after power-on. */
  bootMs?: number;
  /** How long the SIM is busy after that. */
  simBusyMs?: number;
  /** What it says by itself after power-on. */
  bootLines?: string[];
  /** TP-MR of the first text. */
  firstReference?: number;
  /** It lives on the cable's power: pulling it is a power-off. */
  busPowered?: boolean;
  /** A prompt for a text survives a lost connection: the next one's words are taken for the text. */
  keepsPrompt?: boolean;
  /** +CMGF after power-on. */
  powerOnFormat?: 0 | 1;
  /** +CNMI after power-on, as a person had it saved: mode, texts, broadcasts, reports, buffer. */
  powerOnRouting?: [number, number, number, number, number];
  /** The values that +CNMI takes, each by its place: older modules take few. */
  routingValues?: readonly (readonly number[])[];
  /** How many memories +CPMS takes: before there were three, it had two. */
  memoryUses?: 1 | 2 | 3;
  /** What an empty place is answered with: +CMS ERROR: 321, or just OK. */
  emptyPlace?: 'error' | 'ok';
  manufacturer?: string;
  model?: string;
  revision?: string;
  imei?: string;
}

export type FullOptions = Required<Omit<ModemOptions, 'logFile' | 'pin' | 'memories'>> &
  Pick<ModemOptions, 'logFile' | 'pin'> & { memories: { SM: number; ME: number; SR: number } };

/** With what is usual for everything left out. */
export const complete = (options: ModemOptions): FullOptions => ({
  puk: '12345678',
  smsc: '+12063130004',
  submitMs: 0,
  receiptMs: 0,
  receiptNumber: 'as_sent',
  countryCode: '+1',
  ackMs: 15_000,
  bootMs: 0,
  simBusyMs: 0,
  bootLines: [],
  firstReference: 0,
  busPowered: true,
  keepsPrompt: false,
  powerOnFormat: 1,
  powerOnRouting: [0, 0, 0, 0, 0],
  routingValues: [
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [0, 1, 2],
    [0, 1],
  ],
  memoryUses: 3,
  emptyPlace: 'error',
  manufacturer: 'Textrelay',
  model: 'Simulated modem',
  revision: '1.0',
  imei: '490154203237518',
  ...options,
  memories: { SM: 30, ME: 0, SR: 0, ...options.memories },
});

/** The options of the class. */
export interface SimulatedModemOptions extends ModemOptions {
  /** The machine's by default. */
  clock?: Clock;
}
