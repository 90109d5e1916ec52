// A machine of a cluster: a network namespace of its own on a switch that all of them share, so that it can be cut off, and
// whatever runs in it. All of it ends with the process that the campaign is the first child of.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The network of the campaign's cluster, and the address that the campaign itself has in it. */
const network = '10.77.0';
const switchName = 'switch';
/** The user whom PostgreSQL's packages make; the server refuses root. */
export const user = 'postgres';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** Lays the switch, at which the campaign itself is joined as well. */
export function laySwitch(): void {
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', switchName, 'type', 'bridge');
  ip('addr', 'add', `${network}.1/24`, 'dev', switchName);
  ip('link', 'set', switchName, 'up');
}

export const addressesOf = (number: number): [address: string, ofFirstCore: string] => [
  `${network}.${10 + number}`,
  `${network}.${20 + number}`,
];

export class Machine {
  readonly address: string;
  /** By which the campaign's first core reaches it, and nobody else. */
  readonly ofFirstCore: string;
  readonly #port: string;
  readonly #holder: ChildProcess;
  readonly #parted = new Set<string>();
  #refusesFirstCore = false;

  private constructor(number: number, port: string, holder: ChildProcess) {
    [this.address, this.ofFirstCore] = addressesOf(number);
    this.#port = port;
    this.#holder = holder;
  }

  /** Joins a new one to the switch. */
  static async join(number: number): Promise<Machine> {
    const port = `port${number}`;
    // It says something as soon as it is in its namespace.
    const words = ['--net', 'sh', '-c', 'echo in; exec sleep infinity'];
    const holder = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(holder.stdout as NonNullable<typeof holder.stdout>, 'data');
    const machine = new Machine(number, port, holder);
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid));
    ip('link', 'set', port, 'master', switchName, 'up');
    for (const address of addressesOf(number)) machine.#ip('addr', 'add', `${address}/24`, 'dev', 'eth0');
    machine.#ip('link', 'set', 'eth0', 'up');
    machine.#ip('link', 'set', 'lo', 'up');
    return machine;
  }

  /** Starts a program in it as the database's user; what it says is added to the file. */
  start(program: string, args: readonly string[], logFile: string): ChildProcess {
    const log = openSync(logFile, 'a');
    const as = ['setpriv', '--reuid', user, '--regid', user, '--clear-groups', '--'];
    const child = spawn('nsenter', [this.#door, '--', ...as, program, ...args], {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    child.on('error', () => undefined);
    return child;
  }

  /** The processes that run in it, with their names, parents before children. */
  processes(): { pid: number; name: string }[] {
    const mine = namespaceOf(this.#holder.pid as number);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== this.#holder.pid && namespaceOf(pid) === mine)
      .sort((a, b) => a - b)
      .map((pid) => ({ pid, name: nameOf(pid) }));
  }

  /** Sends a signal to all of its processes that are meant; those that have ended need none. */
  signal(signal: NodeJS.Signals, isMeant: (name: string) => boolean = () => true): void {
    for (const { pid, name } of this.processes()) {
      if (!isMeant(name)) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  /** Takes it off the network. */
  cut(): void {
    ip('link', 'set', this.#port, 'down');
  }

  /** Lets it answer none of these others any more, though all else still reach it. */
  part(others: readonly Machine[]): void {
    for (const { address } of others) {
      this.#ip('route', 'add', 'blackhole', address);
      this.#parted.add(address);
    }
  }

  /** Lets it answer the first core no more. */
  partFromFirstCore(): void {
    this.#ip('rule', 'add', 'from', this.ofFirstCore, 'blackhole');
    this.#refusesFirstCore = true;
  }

  /** Joins it again. */
  mend(): void {
    if (this.#refusesFirstCore) this.#ip('rule', 'del', 'from', this.ofFirstCore, 'blackhole');
    this.#refusesFirstCore = false;
    ip('link', 'set', this.#port, 'up');
    for (const address of this.#parted) this.#ip('route', 'del', 'blackhole', address);
    this.#parted.clear();
  }

  leave(): void {
    this.signal('SIGKILL');
    this.#holder.kill('SIGKILL');
  }

  /** Sets its own network up. */
  #ip(...args: string[]): void {
    execFileSync('nsenter', [this.#door, 'ip', ...args], { stdio: 'pipe' });
  }

  get #door(): string {
    return `--net=/proc/${this.#holder.pid}/ns/net`;
  }
}

function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}
