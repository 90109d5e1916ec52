// A node of the cluster: a machine with a small disk, PostgreSQL under Patroni, and an etcd.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../timeline.ts';
import { Disk } from '../disk.ts';
import { Machine, user } from './machine.ts';
import { type ClusterSetting, etcdArguments, nodeName, patroniFile, ports } from './settings.ts';

/** Of PostgreSQL's data, and of etcd's. */
const megabytes = { data: 1_500, etcd: 200 };

/** A member as Patroni lists it. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Bytes that a standby is behind; 'unknown' where nobody knows. */
  lag?: number | string;
  timeline?: number;
}

export class ClusterNode {
  readonly name: string;
  readonly machine: Machine;
  readonly #folder: string;
  /** PostgreSQL's, which a fault may fill, and etcd's. */
  readonly #disks: readonly [data: Disk, etcd: Disk];
  #etcd: readonly string[] = [];

  private constructor(name: string, machine: Machine, folder: string, disks: [Disk, Disk]) {
    this.name = name;
    this.machine = machine;
    this.#folder = folder;
    this.#disks = disks;
  }

  /** Makes its machine and disks; nothing runs on it. */
  static async make(number: number, directory: string): Promise<ClusterNode> {
    const folder = join(directory, nodeName(number));
    const mounted = (name: keyof typeof megabytes) => {
      const place = join(folder, name);
      mkdirSync(place, { recursive: true });
      const disk = Disk.mount(place, megabytes[name]);
      if (disk === undefined) throw new Error('a disk could not be mounted');
      execFileSync('chown', [`${user}:${user}`, place]);
      return disk;
    };
    const disks: [Disk, Disk] = [mounted('data'), mounted('etcd')];
    return new ClusterNode(nodeName(number), await Machine.join(number), folder, disks);
  }

  /** Says who the nodes are, this one included. */
  setUp(number: number, addresses: readonly string[], form: ClusterSetting, bootstrapScript: string): void {
    this.#etcd = etcdArguments(number, addresses, join(this.#folder, 'etcd', 'store'));
    const folder = join(this.#folder, 'data');
    const addressOfFirstCore = this.machine.ofFirstCore;
    const written = { number, addresses, addressOfFirstCore, form, folder, bootstrapScript };
    writeFileSync(this.#file, patroniFile(written));
  }

  startEtcd(): void {
    if (!this.#runs('etcd')) this.machine.start('etcd', this.#etcd, join(this.#folder, 'etcd.log'));
  }

  startPatroni(): void {
    if (!this.#runs('patroni'))
      this.machine.start('patroni', [this.#file], join(this.#folder, 'patroni.log'));
  }

  /** Kills PostgreSQL's first process; the others of it notice. */
  killPostgres(): void {
    const pid = Number(
      readFileSync(join(this.#folder, 'data', 'pg', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(pid, 'SIGKILL');
  }

  /** PostgreSQL goes on without it. */
  killPatroni(): void {
    this.machine.signal('SIGKILL', (name) => name === 'patroni');
  }

  killEtcd(): void {
    this.machine.signal('SIGKILL', (name) => name === 'etcd');
  }

  /** Kills all that runs on it; `spares`: but the etcd. */
  async crash({ sparesEtcd = false } = {}): Promise<void> {
    const isMeant = (name: string) => !sparesEtcd || name !== 'etcd';
    // Patroni first, or it would give the leader's key back.
    this.machine.signal('SIGKILL', (name) => name === 'patroni');
    while (this.machine.processes().some(({ name }) => isMeant(name))) {
      this.machine.signal('SIGKILL', isMeant);
      await pause(5);
    }
  }

  freeze(): void {
    this.machine.signal('SIGSTOP');
  }

  fillDisk(): void {
    this.#disks[0].fill();
  }

  /** Ends whatever is wrong with it. */
  heal(): void {
    this.machine.mend();
    this.machine.signal('SIGCONT');
    this.#disks[0].heal();
    this.startEtcd();
    this.startPatroni();
  }

  /** Asks its Patroni who is in the cluster; undefined when it does not know. */
  async members(): Promise<Member[] | undefined> {
    try {
      const answer = await fetch(`http://${this.machine.address}:${ports.patroni}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      });
      return answer.ok ? ((await answer.json()) as { members: Member[] }).members : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whether its etcd is one of a quorum. */
  async isEtcdWell(): Promise<boolean> {
    try {
      const answer = await fetch(`http://${this.machine.address}:${ports.etcd}/health`, {
        signal: AbortSignal.timeout(2_000),
      });
      return answer.ok && ((await answer.json()) as { health: string }).health === 'true';
    } catch {
      return false;
    }
  }

  /** Asks its Patroni to let another node lead. Throws what it says against it. */
  async switchOver(): Promise<void> {
    const answer = await fetch(`http://${this.machine.address}:${ports.patroni}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  stop(): void {
    this.machine.leave();
    for (const disk of this.#disks) disk.unmount();
  }

  #runs(program: string): boolean {
    return this.machine.processes().some(({ name }) => name === program);
  }

  get #file(): string {
    return join(this.#folder, 'patroni.json');
  }
}
