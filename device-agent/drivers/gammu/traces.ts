// The trace of each hand-over: a hollow file, without number and words, which the daemon notes the modem's reference
// in. It has two names: one in the outbox, which the daemon moves and deletes, and one of ours, which stays. After a
// crash it shows which parts may have left, and what became of them.
import { createHash } from 'node:crypto';
import { link, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriverJob } from '../driver.ts';
import { release, shareWith } from './one_reader.ts';
import type { Smsdrc } from './smsdrc.ts';

/** Nothing is asked for after this: a job expires long before. */
const maxTraceAgeMs = 14 * 24 * 3_600_000;
/** No section that gammu takes for a text; the line with the reference may not be the first or the last one. */
const hollow = ';\n[Textrelay]\nMessageReference = none\nend = 1\n';

/** A number from the modem, `none` when the daemon finished without one, `waiting` while it has not finished. */
type Trace = { kind: 'sent'; reference: string } | { kind: 'none' } | { kind: 'waiting' };

/** The hollow files of one outbox, of one journal. */
export class Traces {
  readonly #smsdrc: Smsdrc;
  readonly #prefix: string;
  /** A folder that the daemon overlooks. */
  readonly spool: string;

  constructor(smsdrc: Smsdrc, journalId: string) {
    this.#smsdrc = smsdrc;
    this.spool = join(smsdrc.outbox, '.textrelay');
    const mark = createHash('sha256').update(journalId).digest('hex').slice(0, 8);
    this.#prefix = `OUTM_textrelay_${mark}_`;
  }

  /** Makes the folder, and clears up what an earlier run left: pipes nobody may read, and traces nobody asks for. */
  async open(nowMs: number): Promise<void> {
    await mkdir(this.spool, { recursive: true, mode: 0o770 });
    const { outbox } = this.#smsdrc;
    for (const name of await readdir(outbox)) {
      if (!name.startsWith('OUTM_textrelay_')) continue;
      const path = join(outbox, name);
      const found = await lstat(path).catch(() => undefined);
      if (found?.isFIFO()) await release(path, join(this.spool, `${name}.pipe`));
    }
    for (const name of await readdir(this.spool)) {
      const path = join(this.spool, name);
      const found = await lstat(path).catch(() => undefined);
      const isOld = found !== undefined && nowMs - found.mtimeMs > maxTraceAgeMs;
      if (isOld || found?.isFIFO() || /\.(new|link)$/.test(name)) await this.remove(name);
    }
  }

  /** The file's name: the same for the same part of the same hand-over, and in the order of messages. */
  nameOf({ messageId, identity, attempt, part }: DriverJob): string {
    const text =
      identity === '' ? '' : `_${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
    const id = String(messageId).padStart(19, '0');
    return `${this.#prefix}${id}_${attempt}_${part?.number ?? 1}${text}.smsbackup`;
  }

  /** Puts a new hollow file in the outbox, in the place of what is there. It is on disk when this resolves. */
  async put(name: string): Promise<void> {
    const { outbox } = this.#smsdrc;
    const made = await this.#make(name);
    await rename(made, join(this.spool, name));
    await syncFolder(this.spool);
    await this.#show(name);
    await syncFolder(outbox);
  }

  /** Its outcome; undefined when it was never put. */
  async look(name: string): Promise<Trace | undefined> {
    const isWaiting = await exists(join(this.#smsdrc.outbox, name));
    let text: string;
    try {
      text = await readFile(join(this.spool, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    if (isWaiting) return { kind: 'waiting' };
    // The daemon may leave the old line behind the new one.
    const reference = /^MessageReference = (\d{1,3})$/m.exec(text)?.[1];
    return reference === undefined ? { kind: 'none' } : { kind: 'sent', reference };
  }

  /** Forgets it, here and in the daemon's folders. */
  async remove(name: string): Promise<void> {
    const { outbox, sent, error } = this.#smsdrc;
    for (const folder of [this.spool, outbox, sent, error])
      if (folder !== undefined) await rm(join(folder, name), { force: true });
  }

  /** A hollow file without a text: the daemon takes it only when it could send. */
  async putProbe(): Promise<string> {
    const name = `${this.#prefix}probe.smsbackup`;
    await rename(await this.#make(name), join(this.spool, name));
    await this.#show(name);
    return name;
  }

  async #make(name: string): Promise<string> {
    const path = join(this.spool, `${name}.new`);
    const file = await open(path, 'w', 0o660);
    try {
      await file.writeFile(hollow);
      await file.chmod(0o660);
      await file.sync();
    } finally {
      await file.close();
    }
    await shareWith(this.#smsdrc.outbox, path);
    return path;
  }

  async #show(name: string): Promise<void> {
    const second = join(this.spool, `${name}.link`);
    await rm(second, { force: true });
    await link(join(this.spool, name), second);
    await rename(second, join(this.#smsdrc.outbox, name));
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
