// The texts that were posted to a phone and whose end is still open, on disk: after a restart the phone is asked what
// became of each. It also says which try of a text comes next, and which phone it was given to. It holds no body and no
// number. If it is lost, receipts are lost, but a text still goes out only once.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, systemCode } from '../../agent_error.ts';

/** The file's name within the agent's directory. */
export const openTextsName = 'android_texts.jsonl';

/** What is kept. */
interface Bounds {
  /** Most texts; the oldest give way. */
  maxTexts: number;
  /** The file is written anew when it has this many lines more than are needed. */
  maxIdleLines: number;
}

export const openTextBounds: Bounds = { maxTexts: 10_000, maxIdleLines: 5_000 };
/** The core gives a text up 72 hours after it was sent. */
const maxAgeMs = 72 * 3_600_000;

/** A text and the hand-over of it. */
interface TextKey {
  messageId: bigint;
  attempt: number;
  /** Names the text for ever; empty when it has none. */
  identity: string;
}

/** A text that was, or is about to be, posted. */
export interface OpenText extends TextKey {
  /** Its name at the phone. */
  id: string;
  /**
   * The number of its post under a new name, from 1 on. There is a next one only after the app certainly failed this
   * one.
   */
  number: number;
  /** The app's own id, which changes when the app is installed again. */
  phone: string;
  /** How many parts it has on the air, as far as is known. */
  parts: number;
  /** When it was posted first, by this machine's clock. */
  atMs: number;
  /** `spent`: the app failed this try, and certainly did not send it. */
  state: 'open' | 'spent';
}

type Line =
  | { op: 'journal'; journal: string }
  | {
      op: 'text';
      m: string;
      i?: string;
      a: number;
      n: number;
      phone: string;
      parts: number;
      at: number;
      spent?: true;
    }
  | { op: 'close'; m: string };

/** The texts, on disk. */
export class OpenTexts {
  readonly #path: string;
  readonly #journalId: string;
  readonly #bounds: Bounds;
  readonly #texts = new Map<string, OpenText>();
  #fd: number | undefined;
  #lines = 0;

  /** Reads the file. What another journal wrote is dropped. Throws an AgentError when it cannot be used. */
  constructor(dir: string, journalId: string, nowMs: number, kept = openTextBounds) {
    this.#path = join(dir, openTextsName);
    this.#journalId = journalId;
    this.#bounds = kept;
    try {
      this.#begin(nowMs);
    } catch (error) {
      throw new AgentError(`${openTextsName} cannot be used (${systemCode(error)})`);
    }
  }

  /** The newest try of this message, whichever hand-over it was for. */
  find(key: TextKey): OpenText | undefined {
    return this.#texts.get(nameOf(key));
  }

  /** The texts that the phone may still say something about, the oldest first. */
  list(): OpenText[] {
    return [...this.#texts.values()].filter((text) => text.state === 'open');
  }

  /**
   * The name under which this try of a text is posted: the same one again after any crash, and for any hand-over of the
   * same message, so that the phone refuses a second one even if everyone else forgot the first.
   */
  idOf(key: TextKey, number: number): string {
    const whole = `${this.#journalId}/${nameOf(key)}/${number}`;
    return createHash('sha256').update(whole).digest('base64url').slice(0, 24);
  }

  /** Notes texts that are about to be posted, with one wait for the disk; they are on it when this returns. */
  openAll(texts: readonly Omit<OpenText, 'id' | 'state'>[]): void {
    if (texts.length === 0) return;
    for (const text of texts)
      this.#put({ ...text, id: this.idOf(text, text.number), state: 'open' }, 'later');
    if (this.#fd !== undefined) fsyncSync(this.#fd);
  }

  /** This try is over and the text did not leave; the next one takes a new name. */
  spend(text: OpenText): void {
    this.#put({ ...text, state: 'spent' });
  }

  /** Nothing more will be reported of it. */
  close(key: TextKey): void {
    if (this.#texts.delete(nameOf(key))) this.#append({ op: 'close', m: nameOf(key) });
  }

  /** Drops what is too old to matter. */
  prune(nowMs: number): void {
    for (const text of this.#texts.values()) if (text.atMs < nowMs - maxAgeMs) this.close(text);
  }

  /** Lets go of the file. */
  release(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #put(text: OpenText, sync: 'now' | 'later' = 'now'): void {
    const name = nameOf(text);
    this.#texts.delete(name);
    this.#texts.set(name, text);
    const [oldest] = this.#texts.values();
    if (this.#texts.size > this.#bounds.maxTexts && oldest !== undefined) this.close(oldest);
    this.#append(lineOf(text), sync);
  }

  #append(line: Line, sync: 'now' | 'later' = 'now'): void {
    // Nothing may be written after release: the directory may be another agent's by now.
    if (this.#fd === undefined) return;
    writeSync(this.#fd, `${JSON.stringify(line)}\n`);
    // After a power cut the phone is asked for the rest once more.
    if (line.op === 'text' && sync === 'now') fsyncSync(this.#fd);
    this.#lines += 1;
    if (this.#lines > this.#texts.size + this.#bounds.maxIdleLines) this.#rewrite();
  }

  /**
   * A complete file that is not too long is used further: a hub opens thousands at its start, and each new file waits
   * for the disk.
   */
  #begin(nowMs: number): void {
    const written = readWhole(this.#path);
    const lines = readLines(written);
    const [first] = lines;
    const isOurs = first?.op === 'journal' && first.journal === this.#journalId;
    if (isOurs) this.#read(lines, nowMs);
    const isWhole = written.endsWith('\n') && written.split('\n').length === lines.length + 1;
    const isShort = lines.length <= this.#texts.size + this.#bounds.maxIdleLines;
    if (isOurs && isWhole && isShort) this.#goOn(lines.length);
    else this.#rewrite();
  }

  #read(lines: readonly Line[], nowMs: number): void {
    for (const line of lines) {
      if (line.op === 'close') this.#texts.delete(line.m);
      else if (line.op === 'text') {
        const key = { messageId: BigInt(line.m), attempt: line.a, identity: line.i ?? '' };
        const { n: number, phone, parts, at: atMs } = line;
        const state = line.spent === true ? 'spent' : 'open';
        // The order is that of the last line of each.
        this.#texts.delete(nameOf(key));
        this.#texts.set(nameOf(key), {
          ...key,
          id: this.idOf(key, number),
          number,
          phone,
          parts,
          atMs,
          state,
        });
      }
    }
    for (const [name, text] of this.#texts) if (text.atMs < nowMs - maxAgeMs) this.#texts.delete(name);
  }

  #rewrite(): void {
    const lines: Line[] = [{ op: 'journal', journal: this.#journalId }];
    for (const text of this.#texts.values()) lines.push(lineOf(text));
    const draft = `${this.#path}.draft`;
    const fd = openSync(draft, 'w', 0o600);
    writeSync(fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    fsyncSync(fd);
    closeSync(fd);
    renameSync(draft, this.#path);
    this.release();
    this.#goOn(lines.length);
  }

  #goOn(lines: number): void {
    this.#fd = openSync(this.#path, 'a', 0o600);
    this.#lines = lines;
  }
}

const nameOf = ({ messageId, identity }: TextKey) =>
  identity === '' ? String(messageId) : `${messageId}.${identity}`;

function lineOf({ messageId, identity, attempt, number, phone, parts, atMs, state }: OpenText): Line {
  const named = { m: String(messageId), ...(identity !== '' && { i: identity }) };
  const line = { op: 'text', ...named, a: attempt, n: number, phone, parts, at: atMs } as const;
  return state === 'spent' ? { ...line, spent: true } : line;
}

/** Empty without a file. */
function readWhole(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function readLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      const read = JSON.parse(line) as Line;
      return read.op === 'text' && !/^\d{1,19}$/.test(read.m) ? [] : [read];
    } catch {
      // Cut off by a power failure.
      return [];
    }
  });
}
