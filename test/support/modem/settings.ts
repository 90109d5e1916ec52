// What a terminal sets and a power-off forgets.
import type { FullOptions } from './options.ts';

/** Names of memories. */
export type MemoryName = 'SM' | 'ME' | 'SR';

export interface Settings {
  echo: boolean;
  /** +CMEE: 0 bare, 1 numbers, 2 words. */
  errors: number;
  /** +CMGF: 0 PDU, 1 text. */
  format: number;
  /** +CSCS. */
  alphabet: string;
  /** +CNMI: when, texts, cell broadcasts, reports, what was kept back. */
  routing: { mode: number; texts: number; broadcasts: number; reports: number; buffer: number };
  /** +CSMS: 1 wants each direct text acknowledged. */
  service: number;
  /** +CPMS: read and delete, write and send, receive. */
  memories: [MemoryName, MemoryName, MemoryName];
  /** +CREG, +CGREG, +CEREG: whether changes are reported. */
  registrationLines: Record<'CREG' | 'CGREG' | 'CEREG', number>;
  /** +COPS format: 0 long, 1 short, 2 number. */
  operatorFormat: number;
  /** +CFUN: 1 full, 4 no radio, 0 least. */
  functions: number;
  /** +COPS=2: the terminal wants no network. */
  isDetached: boolean;
  /** Anything that is merely remembered, by its command. */
  others: Map<string, string>;
}

export const powerOnSettings = ({ powerOnFormat, powerOnRouting, memories }: FullOptions): Settings => {
  const [mode, texts, broadcasts, reports, buffer] = powerOnRouting;
  const usual: MemoryName = memories.SM > 0 ? 'SM' : 'ME';
  return {
    echo: true,
    errors: 0,
    format: powerOnFormat,
    alphabet: 'IRA',
    routing: { mode, texts, broadcasts, reports, buffer },
    service: 0,
    memories: [usual, usual, usual],
    registrationLines: { CREG: 0, CGREG: 0, CEREG: 0 },
    operatorFormat: 0,
    functions: 1,
    isDetached: false,
    others: new Map(),
  };
};
