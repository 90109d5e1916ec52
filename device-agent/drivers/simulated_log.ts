// The simulated network's own record of what reached it: one line a submit, on disk before the submit is answered.
// It is how tests judge "at most once", and how receipts that were still due survive a restart of the agent.
// It holds no body and no number.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The file's name within the agent's directory. */
export const sentLogName = 'simulated_sent.log';

/** Past this the file is renamed to `.1`, over the previous one, and begun anew. */
const maxLogBytes = 64 * 1024 * 1024;
/** How much of the file's end is read at start: some thousand submits. */
const maxTailBytes = 1024 * 1024;

/** One line of the file, as JSON. */
export interface SentLine {
  /** The journal under which it was submitted. */
  journal: string;
  /** In decimal digits. */
  message_id: string;
  attempt: number;
  /** Left out in lines of an agent that is older than identities. */
  identity?: string;
  /** First 16 hex digits of the SHA-256 of the recipient's number. */
  recipient: string;
  /** By the machine's clock. */
  at_ms: number;
  /** The receipt that is due, if any, and how long after `at_ms`. */
  receipt: 'delivered' | 'failed' | 'none';
  receipt_after_ms: number;
}

/** The recipient as the file names it. */
export function hashRecipient(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 16);
}

/** Appends to the file and reads its end. */
export class SentLog {
  readonly #path: string;
  #fd: number;
  #size: number;

  constructor(dir: string) {
    this.#path = join(dir, sentLogName);
    this.#fd = openSync(this.#path, 'a+', 0o600);
    this.#size = fstatSync(this.#fd).size;
    // A line that was cut off by a power failure must not swallow the next one.
    if (this.#size > 0 && this.#read(this.#size - 1, 1) !== '\n') this.#write('\n');
  }

  /** Adds one line; it outlives this process once the call returns. */
  append(line: SentLine): void {
    if (this.#size > maxLogBytes) {
      closeSync(this.#fd);
      renameSync(this.#path, `${this.#path}.1`);
      this.#fd = openSync(this.#path, 'a+', 0o600);
      this.#size = 0;
    }
    this.#write(`${JSON.stringify(line)}\n`);
  }

  /** The last lines, oldest first; at most 1 MiB of them. */
  readTail(): SentLine[] {
    const start = Math.max(0, this.#size - maxTailBytes);
    const lines = this.#read(start, this.#size - start).split('\n');
    if (start > 0) lines.shift();
    return lines.flatMap((line) => parseLine(line) ?? []);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #write(text: string): void {
    this.#size += writeSync(this.#fd, text);
  }

  #read(position: number, length: number): string {
    const buffer = Buffer.alloc(length);
    const got = readSync(this.#fd, buffer, 0, length, position);
    return buffer.toString('utf8', 0, got);
  }
}

function parseLine(line: string): SentLine | undefined {
  try {
    const value = JSON.parse(line) as SentLine;
    return /^\d{1,19}$/.test(value.message_id) && Number.isSafeInteger(value.attempt) ? value : undefined;
  } catch {
    // Cut off; what it said is lost, and the job ends as the journal says.
    return undefined;
  }
}
