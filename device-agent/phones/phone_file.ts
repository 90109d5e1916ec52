// The hub's file of a phone beside the agent's own: phone.json in the phone's directory.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, systemCode } from '../agent_error.ts';
import { isRecord } from '../drivers/stock_app/is_record.ts';

const fileName = 'phone.json';

/** The model of a phone that names none. */
export const unnamed = 'phone';

/** A phone as it is kept. */
export interface StoredPhone {
  /** Of its token's secret. */
  tokenHash: string;
  /** Of the code that it was paired by. */
  codeHash: string;
  /** The account that it sends for. */
  accountId: string;
  pairedAtMs: number;
  /** The phone has used its token, so that it has it. */
  isTokenUsed: boolean;
  /** Maker and model, as the app says. */
  model: string;
  /** The app's version; empty when it did not say. */
  version: string;
  /** Slots of its SIMs; empty when it did not say. */
  sims: number[];
  /** It has a token of Google's push. */
  isPushed: boolean;
  /** When the core said that it is not paired any more; absent while it is. */
  removedAtMs?: number;
}

/** Reads the phone in `dir`; undefined when there is none. Throws an AgentError when the file cannot be used. */
export function readPhone(dir: string): StoredPhone | undefined {
  const path = join(dir, fileName);
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new AgentError(`${path} cannot be read (${systemCode(error)})`);
  }
  if (!isRecord(read) || typeof read.tokenHash !== 'string' || !Array.isArray(read.sims))
    throw new AgentError(`${path} is damaged`);
  return read as unknown as StoredPhone;
}

/** Replaces the file: whole or not at all. Throws an AgentError. */
export function writePhone(dir: string, phone: StoredPhone): void {
  writeWhole(join(dir, fileName), `${JSON.stringify(phone, undefined, 2)}\n`);
}

/** Replaces a file, mode 0600: whole or not at all, and on disk when it returns. Throws an AgentError. */
export function writeWhole(path: string, content: string): void {
  try {
    const fd = openSync(`${path}.draft`, 'w', 0o600);
    writeSync(fd, content);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(`${path}.draft`, path);
  } catch (error) {
    throw new AgentError(`${path} cannot be written (${systemCode(error)})`);
  }
}
