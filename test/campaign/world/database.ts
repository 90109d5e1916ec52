// A real PostgreSQL of the campaign's own, on a small disk of its own where the machine allows that, and what befalls it.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import { type Embedded, startEmbedded } from '../../../server/embedded/embedded.ts';
import { readPostmasterFile } from '../../../server/embedded/host/postmaster_file.ts';
import { withHost } from '../../support/database.ts';
import { pause } from '../timeline.ts';
import { Disk } from './disk.ts';

const diskMegabytes = 6_000;

export const connect = (url: string) =>
  postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: 5,
    types: { bigint: postgres.BigInt },
  });

export type Sql = ReturnType<typeof connect>;

/** What every campaign asks of its database, be it one server or a cluster. */
export interface TestedDatabase {
  /** Runs `work` with a connection of its own, past every line. */
  with<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** By which a core reaches it, where nothing lies between them; the first core is number 0. */
  urlOf(core: number): string;
  /** Ends what a fault may have left. */
  heal(): unknown;
  /** Resolves when it answers. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Segments of the log that a full disk still has in store, and how long it may take to write them, in milliseconds. */
const store = { segments: 24, withinMs: 3_000 };

/** Writes until the segments that are in store are used up as well. */
export async function exhaustLog(database: Pick<TestedDatabase, 'with'>): Promise<void> {
  const written = database.with(async (sql) => {
    for (let segment = 0; segment < store.segments; segment++) {
      await sql`select pg_logical_emit_message(true, 'campaign', repeat('x', 1000))`;
      await sql`select pg_switch_wal()`;
    }
  });
  await Promise.race([written.catch(() => undefined), pause(store.withinMs)]);
}

/** Resolves when it answers; a connection that hangs is given up. */
export async function untilAnswered(database: Pick<TestedDatabase, 'with'>): Promise<void> {
  for (;;) {
    const isUp = await Promise.race([
      database
        .with((sql) => sql`select 1`)
        .then(
          () => true,
          () => false,
        ),
      pause(5_000).then(() => false),
    ]);
    if (isUp) return;
    await pause(200);
  }
}

export class CampaignDatabase implements TestedDatabase {
  /** Through a unix socket, past every line. */
  readonly #url: string;
  readonly target: { path: string } | { host: string; port: number };
  readonly #embedded: Embedded;
  readonly #folder: string;
  readonly #disk: Disk | undefined;
  readonly #dataDir: string;

  private constructor(
    embedded: Embedded,
    place: { folder: string; disk: Disk | undefined; dataDir: string },
  ) {
    this.#embedded = embedded;
    this.#folder = place.folder;
    this.#disk = place.disk;
    this.#dataDir = place.dataDir;
    this.#url = embedded.url;
    this.target = withHost(embedded.url).target;
  }

  static async start(directory: string): Promise<CampaignDatabase> {
    const folder = join(directory, 'disk');
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const disk = Disk.mount(folder, diskMegabytes);
    const dataDir = join(folder, 'data');
    try {
      const log = createLog('database', 'silent');
      const embedded = await startEmbedded({ dataDir, clock: systemClock, log });
      return new CampaignDatabase(embedded, { folder, disk, dataDir });
    } catch (error) {
      disk?.unmount();
      throw error;
    }
  }

  /** Whether its disk can be made full. */
  get hasDisk(): boolean {
    return this.#disk !== undefined;
  }

  urlOf(): string {
    return this.#url;
  }

  /** The database's URL by way of a port of this machine. */
  through(port: number): string {
    return withHost(this.#url).through(port);
  }

  /** Runs `work` with a connection of its own, past every line. */
  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = connect(this.#url);
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 }).catch(() => undefined);
    }
  }

  /** Kills the postmaster; it is started again, and recovers, within about a second. */
  kill(): void {
    const pid = this.#postmaster();
    if (pid > 0) kill(pid, 'SIGKILL');
  }

  /** Stops every process of it where it stands; returns what lets them go on. */
  freeze(): () => void {
    const postmaster = this.#postmaster();
    const frozen = [postmaster, ...childrenOf(postmaster)].filter((pid) => pid > 0);
    for (const pid of frozen) kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of frozen) kill(pid, 'SIGCONT');
    };
  }

  /** Leaves no space on its disk; `deep`: nor in the segments that it keeps in store. */
  async fill(deep: boolean): Promise<void> {
    this.#disk?.fill();
    if (deep) await exhaustLog(this);
  }

  /** Gives its disk back all of its space. */
  heal(): void {
    this.#disk?.heal();
  }

  /** Resolves when it answers. */
  up(): Promise<void> {
    return untilAnswered(this);
  }

  async stop(): Promise<void> {
    this.heal();
    const pid = this.#postmaster();
    for (const each of [pid, ...childrenOf(pid)]) if (each > 0) kill(each, 'SIGCONT');
    await this.#embedded.stop();
    this.#disk?.unmount();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #postmaster(): number {
    return readPostmasterFile(join(this.#dataDir, 'pg'))?.pid ?? 0;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** The processes that a process has started. */
function childrenOf(parent: number): number[] {
  if (parent <= 0) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    });
}
