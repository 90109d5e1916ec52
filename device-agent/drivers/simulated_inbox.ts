// The simulated phone's inbox: a folder with one file a text, so that a text survives any restart and anyone may
// drop one in. A file is deleted only when the core has the text. It decides nothing about what is in a text.

import { randomUUID } from 'node:crypto';
import {
  type FSWatcher,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { type Every, every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import type { DriverInbound, Sink } from './driver.ts';

const folderName = 'inbound';
const scanPeriodMs = 1_000;
const maxFileBytes = 64 * 1024;
/** Most texts offered in one scan; the rest follow in the next. */
const maxPerScan = 1_000;
/** A text that claims to come from further in the future has a wrong clock, and is offered at once. */
const maxFutureMs = 60_000;
const idPattern = /^[A-Za-z0-9._-]{1,120}$/;

/** A name for a new text; names sort by time, so that texts are offered in the order in which they came. */
export function newInboundId(nowMs: number): string {
  return `${String(nowMs).padStart(14, '0')}-${randomUUID()}`;
}

/** Puts a text into the inbox of the agent in `dir`, whether the agent runs or not. Harmless when repeated. */
export function putInbound(dir: string, text: DriverInbound): void {
  const folder = join(dir, folderName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { inboundId, ...content } = text;
  // Written aside and renamed, so that nobody ever reads half a text.
  const draft = join(folder, `.${inboundId}.draft`);
  writeFileSync(draft, JSON.stringify(content), { mode: 0o600 });
  renameSync(draft, join(folder, `${inboundId}.json`));
}

/** Watches the folder and offers each text to the sink until it is taken. */
export class SimulatedInbox {
  readonly #dir: string;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Texts the journal has; a text not yet acknowledged stays in the folder and must not be read each second. */
  readonly #offered = new Set<string>();
  #scans: Every | undefined;
  #watcher: FSWatcher | undefined;
  #sink: Sink | undefined;

  constructor(dir: string, clock: Clock, log: Log) {
    this.#dir = dir;
    this.#folder = join(dir, folderName);
    this.#clock = clock;
    this.#log = log;
  }

  /** Begins to offer what is there and what comes. */
  open(sink: Sink): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#sink = sink;
    // The watch makes it prompt; the scan makes it certain, for file systems that do not notify.
    const scans = every({
      clock: this.#clock,
      periodMs: scanPeriodMs,
      work: () => this.#scan(),
      onError: () => this.#log.warn('the simulated inbox cannot be read'),
    });
    this.#scans = scans;
    this.#watcher = watch(this.#folder, () => void scans.now());
    this.#watcher.on('error', () => this.#watcher?.close());
    void scans.now();
  }

  /** Stores a text that the simulated network delivers. */
  put(text: DriverInbound): void {
    putInbound(this.#dir, text);
  }

  /** Deletes a text; harmless when it is gone. */
  remove(inboundId: string): void {
    if (!idPattern.test(inboundId)) return;
    rmSync(join(this.#folder, `${inboundId}.json`), { force: true });
    this.#offered.delete(inboundId);
  }

  close(): void {
    this.#sink = undefined;
    void this.#scans?.stop();
    this.#watcher?.close();
  }

  async #scan(): Promise<void> {
    const names = readdirSync(this.#folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    const fresh = names.sort().filter((name) => !this.#offered.has(name.slice(0, -5)));
    for (const name of fresh.slice(0, maxPerScan)) await this.#offer(name);
  }

  async #offer(name: string): Promise<void> {
    const inboundId = name.slice(0, -5);
    const path = join(this.#folder, name);
    const content = idPattern.test(inboundId) ? await readText(path) : 'bad';
    if (content === 'gone' || this.#sink === undefined) return;
    if (content === 'bad') {
      this.#log.warn('a file in the simulated inbox is no text; it was set aside');
      renameSync(path, join(this.#folder, '.unreadable'));
      return;
    }
    // An answer of the simulated network is stored at once, to be safe, and arrives a little later.
    const waitMs = content.receivedAtMs - this.#clock.nowMs();
    if (waitMs > 0 && waitMs <= maxFutureMs) return;
    this.#offered.add(inboundId);
    const taken = await this.#sink.inbound({ inboundId, ...content }).catch(() => 'full');
    if (taken === 'full') this.#offered.delete(inboundId);
  }
}

async function readText(path: string): Promise<Omit<DriverInbound, 'inboundId'> | 'bad' | 'gone'> {
  try {
    if (statSync(path).size > maxFileBytes) return 'bad';
    const { address, body, receivedAtMs } = JSON.parse(await readFile(path, 'utf8')) as Record<
      string,
      unknown
    >;
    const usable =
      typeof address === 'string' && typeof body === 'string' && Number.isSafeInteger(receivedAtMs);
    return usable ? { address, body, receivedAtMs: Number(receivedAtMs) } : 'bad';
  } catch (error) {
    return error instanceof SyntaxError || error instanceof TypeError ? 'bad' : 'gone';
  }
}
