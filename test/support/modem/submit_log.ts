// What the network took, in the order in which it took it: the judge of "each text at most once". Kept in memory and,
// given a file, on disk before anybody learns of it.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** One SUBMIT that the network took. */
export interface TakenSubmit {
  atMs: number;
  /** TP-MR, as +CMGS answered it. */
  messageReference: number;
  recipient: string;
  text: string;
  encoding: 'gsm7' | 'ucs2' | 'data';
  part: { number: number; total: number; reference: number; referenceBits: 8 | 16 };
  statusReport: boolean;
  /** As the terminal wrote it. */
  hex: string;
}

export class SubmitLog {
  readonly #taken: TakenSubmit[] = [];
  readonly #file: number | null;

  constructor(path?: string) {
    this.#file = path === undefined ? null : openSync(path, 'a', 0o600);
  }

  /** On disk when it returns. */
  append(taken: TakenSubmit): void {
    if (this.#file !== null) {
      writeSync(this.#file, `${JSON.stringify(taken)}\n`);
      fsyncSync(this.#file);
    }
    this.#taken.push(taken);
  }

  list(): TakenSubmit[] {
    return structuredClone(this.#taken);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}
