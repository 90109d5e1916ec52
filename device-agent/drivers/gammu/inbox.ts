// Brings the files in the daemon's inbox to the agent, and deletes them in time: texts when the core has them, reports
// when the journal has them. A text that is not taken is offered again.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../runtime/log.ts';
import type { Sink } from '../driver.ts';
import { type InboxText, interpretFile } from './inbox_file.ts';
import type { Smsdrc } from './smsdrc.ts';

/** Most files read in one look; the rest waits for the next. */
const maxFiles = 100;
/** Most texts that are offered and not yet acknowledged. */
const maxOffered = 1_000;
/** gammu writes some hundred bytes for a part, and at most 255 parts. */
const maxFileBytes = 1024 * 1024;

/** One file, or the files of one text's parts. */
interface Found {
  /** In the order of the parts. */
  names: string[];
  /** Changes when a file does. */
  state: string;
  modifiedMs: number;
}

/** The inbox of one daemon. */
export class Inbox {
  readonly #folder: string;
  readonly #format: Smsdrc['inboxFormat'];
  readonly #sink: Sink;
  readonly #log: Log;
  /** Files as they were at the last look: a file that still changes is being written. */
  #seen = new Map<string, string>();
  /** Files that hold nothing for us, as they were: not read again. */
  #ignored = new Map<string, string>();
  /** Which files a text is in, by its name, and what else is in them. */
  readonly #offered = new Map<string, { names: string[]; open: Set<string> }>();
  #isLooking = false;

  constructor(folder: string, smsdrc: Smsdrc, sink: Sink, log: Log) {
    this.#folder = folder;
    this.#format = smsdrc.inboxFormat;
    this.#sink = sink;
    this.#log = log;
  }

  /** Offers what has come in. Throws when the folder cannot be read, or the journal failed. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      await this.#lookOnce();
    } finally {
      this.#isLooking = false;
    }
  }

  /** The core has this text: its files go, when all that they hold has gone. */
  async delete(inboundId: string): Promise<void> {
    const offered = this.#offered.get(inboundId);
    if (offered === undefined) return;
    this.#offered.delete(inboundId);
    offered.open.delete(inboundId);
    if (offered.open.size === 0) await this.#remove(offered.names);
  }

  async #lookOnce(): Promise<void> {
    const before = this.#seen;
    this.#seen = new Map();
    const names = (await readdir(this.#folder)).filter((name) => /^IN.*\.(txt|smsbackup|bin)$/.test(name));
    const waiting = new Set([...this.#offered.values()].flatMap((one) => one.names));
    const groups = Map.groupBy(names.sort(), (name) => this.#groupOf(name));
    let left = maxFiles;
    for (const [group, members] of groups) {
      if (waiting.has(members[0] ?? '') || this.#offered.size >= maxOffered || left <= 0) continue;
      const found = await this.#measure(members);
      if (found === undefined || this.#ignored.get(group) === found.state) continue;
      this.#seen.set(group, found.state);
      left -= members.length;
      if (before.get(group) === found.state) await this.#take(group, found);
    }
    for (const group of this.#ignored.keys()) if (!groups.has(group)) this.#ignored.delete(group);
  }

  /** In `detail` a file holds all parts of a text; else each part has its own. */
  #groupOf(name: string): string {
    return this.#format === 'detail' ? name : name.replace(/_\d\d(\.\w+)$/, '$1');
  }

  async #measure(names: string[]): Promise<Found | undefined> {
    const sizes: string[] = [];
    let modifiedMs = 0;
    for (const name of names) {
      const found = await stat(join(this.#folder, name)).catch(() => undefined);
      if (found === undefined || found.size > maxFileBytes) return undefined;
      sizes.push(`${found.ino} ${found.size} ${found.mtimeMs}`);
      modifiedMs = Math.max(modifiedMs, Math.round(found.mtimeMs));
    }
    return { names, state: sizes.join(' '), modifiedMs };
  }

  async #take(group: string, { names, state, modifiedMs }: Found): Promise<void> {
    const files = await Promise.all(
      names.map(async (name) => ({ name, content: await readFile(join(this.#folder, name)) })),
    );
    const content = interpretFile(files, this.#format, modifiedMs);
    switch (content.kind) {
      case 'texts':
        return this.#offer(names, content.texts);
      case 'report':
        if (content.receipt !== undefined) await this.#sink.receipt(content.receipt);
        return this.#remove(names);
      case 'nothing':
        this.#ignored.set(group, state);
        this.#log.info('a file in the inbox holds nothing for people; it stays there');
        return;
      case 'unfinished':
        return;
    }
  }

  async #offer(names: string[], texts: InboxText[]): Promise<void> {
    const open = new Set(texts.map((text) => text.inboundId));
    // Before they are offered: what the core has already is acknowledged while it is being offered.
    for (const inboundId of open) this.#offered.set(inboundId, { names, open });
    for (const text of texts) {
      if ((await this.#sink.inbound(text)) !== 'full') continue;
      for (const inboundId of open) this.#offered.delete(inboundId);
      return;
    }
  }

  async #remove(names: string[]): Promise<void> {
    for (const name of names) await rm(join(this.#folder, name), { force: true });
  }
}
