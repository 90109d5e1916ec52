// A real PostgreSQL of the campaign's own, on a small disk of its own where the machine allows that, and what befalls it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import { type Embedded, startEmbedded } from '../../../server/embedded/embedded.ts';
import { readPostmasterFile } from '../../../server/embedded/host/postmaster_file.ts';
import { withHost } from '../../support/database.ts';
import { pause } from '../timeline.ts';

const diskMegabytes = 6_000;
/** What is left on a disk that is full. */
const leftKilobytes = 64;

const connect = (url: string) =>
  postgres(url, {
    max: 1,
    onnotice: () => undefined,
    connect_timeout: 5,
    types: { bigint: postgres.BigInt },
  });

export type Sql = ReturnType<typeof connect>;

export class CampaignDatabase {
  /** Through a unix socket, past every line. */
  readonly url: string;
  readonly target: { path: string } | { host: string; port: number };
  /** Whether its disk can be made full. */
  readonly hasDisk: boolean;
  readonly #embedded: Embedded;
  readonly #disk: string;
  readonly #dataDir: string;

  private constructor(embedded: Embedded, disk: string, dataDir: string, hasDisk: boolean) {
    this.#embedded = embedded;
    this.#disk = disk;
    this.#dataDir = dataDir;
    this.hasDisk = hasDisk;
    this.url = embedded.url;
    this.target = withHost(embedded.url).target;
  }

  static async start(directory: string): Promise<CampaignDatabase> {
    const disk = join(directory, 'disk');
    mkdirSync(disk, { recursive: true, mode: 0o711 });
    const hasDisk = mount(disk, ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m,mode=711`, 'tmpfs']);
    const dataDir = join(disk, 'data');
    try {
      const log = createLog('database', 'silent');
      const embedded = await startEmbedded({ dataDir, clock: systemClock, log });
      return new CampaignDatabase(embedded, disk, dataDir, hasDisk);
    } catch (error) {
      if (hasDisk) unmount(disk);
      throw error;
    }
  }

  /** The database's URL by way of a port of this machine. */
  through(port: number): string {
    return withHost(this.url).through(port);
  }

  /** Runs `work` with a connection of its own, past every line. */
  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = connect(this.url);
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
    for (let spare = leftKilobytes; !this.#resize(`${usedKilobytes(this.#disk) + spare}k`); spare *= 2)
      if (spare > 1_000_000) return;
    if (!deep) return;
    const switchLog = async (sql: Sql) => {
      for (let turn = 0; turn < 24; turn++) {
        await sql`select pg_logical_emit_message(true, 'campaign', repeat('x', 1000))`;
        await sql`select pg_switch_wal()`;
      }
    };
    await Promise.race([this.with(switchLog).catch(() => undefined), pause(3_000)]);
  }

  /** Gives its disk back all of its space. */
  heal(): void {
    if (this.hasDisk) this.#resize(`${diskMegabytes}m`);
  }

  /** Resolves when it answers. */
  async up(): Promise<void> {
    for (;;) {
      const answered = await Promise.race([
        this.with((sql) => sql`select 1`).then(
          () => true,
          () => false,
        ),
        pause(5_000).then(() => false),
      ]);
      if (answered) return;
      await pause(200);
    }
  }

  async stop(): Promise<void> {
    this.heal();
    const pid = this.#postmaster();
    for (const each of [pid, ...childrenOf(pid)]) if (each > 0) kill(each, 'SIGCONT');
    await this.#embedded.stop();
    if (this.hasDisk) unmount(this.#disk);
    rmSync(this.#disk, { recursive: true, force: true });
  }

  #postmaster(): number {
    return readPostmasterFile(join(this.#dataDir, 'pg'))?.pid ?? 0;
  }

  #resize(size: string): boolean {
    return mount(this.#disk, ['-o', `remount,size=${size}`]);
  }
}

function mount(place: string, args: readonly string[]): boolean {
  try {
    execFileSync('mount', [...args, place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function unmount(place: string): void {
  try {
    execFileSync('umount', ['--lazy', place], { stdio: 'ignore' });
  } catch {
    // Nobody has mounted it.
  }
}

function usedKilobytes(place: string): number {
  const { blocks, bfree, bsize } = statfsSync(place);
  return Math.ceil(((blocks - bfree) * bsize) / 1024);
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
