// Stands between the parts of a service and PostgreSQL: each part has an address of its own, a directory with a socket in it. It
// knows what is under way in the server, lets one statement through at a time, and can break what a part has open.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withHost } from '../../support/database.ts';
import type { Statements } from '../statements.ts';
import { DatabaseLine, type Unit } from './database_line.ts';
import { endless, holdAt, type Standstill } from './standstill.ts';

const portName = '.s.PGSQL.5432';

/** Settings of what is lost: PostgreSQL does not end it, however long that lasts on a busy machine. */
const lost = { late: [endless], unanswered: [endless, holdAt(1)] } as const;

interface Owner {
  server: Server;
  directory: string;
  lines: Set<DatabaseLine>;
  isKilled: boolean;
  /** Sessions so far. */
  opened: number;
}

interface DatabaseLinesOptions {
  /** The database, as its superuser. */
  databaseUrl: string;
  nowMs: () => number;
  standstill: Standstill;
}

export class DatabaseLines implements Statements {
  readonly #options: DatabaseLinesOptions;
  /** Called when a unit waits to be let through. */
  onWaiting: () => void = () => {};
  readonly #owners = new Map<string, Owner>();
  readonly #waiting: Unit[] = [];
  readonly #running = new Set<Unit>();
  #hasNotified = false;
  /** Which statement is lost next. */
  #losing: { words: string; loss: 'late' | 'unanswered'; isLost: () => void } | undefined;
  /** Called with each unit that is let through. */
  onLet: (unit: Unit) => void = () => {};
  #wake: (() => void) | undefined;
  /** A session whose answer is kept until others are answered. */
  #behind: { line: DatabaseLine; left: Set<Unit> } | undefined;

  constructor(options: DatabaseLinesOptions) {
    this.#options = options;
  }

  /** An address of the database for a part of the service. */
  async open(owner: string): Promise<string> {
    const directory = mkdtempSync(join(tmpdir(), 'textrelay-simulation-'));
    const lines = new Set<DatabaseLine>();
    const server = createServer((client) => this.#connect(client, owner, entry));
    const entry: Owner = { server, directory, lines, isKilled: false, opened: 0 };
    this.#owners.set(owner, entry);
    await new Promise<void>((resolve) => server.listen(join(directory, portName), resolve));
    // Everything of the address but where it leads.
    return this.#options.databaseUrl
      .replace(/\/\/([^@/]*@)?[^/]*\//, `//$1${encodeURIComponent(directory)}/`)
      .replace(/\bhost=[^&]*&?/, '');
  }

  /** Those for which it is true are not let through, as when the way to the server is slow for them. */
  keepsBack: (unit: Unit) => boolean = () => false;

  /** Units that could be let through. */
  get waiting(): readonly Unit[] {
    return this.#waiting.filter((unit) => !this.keepsBack(unit));
  }

  /** Units that the server works on; those that are held stand still. */
  get running(): readonly Unit[] {
    return [...this.#running].filter(({ state, awaitsClient }) => state === 'running' && !awaitsClient);
  }

  /** Those that stand still inside the server. */
  get held(): readonly Unit[] {
    return [...this.#running].filter(({ state }) => state === 'held');
  }

  /** Lets a unit through. With `holdAtRow` it stands still inside the server at that row of those that it writes. */
  let(unit: Unit, holdAtRow?: number): void {
    this.#waiting.splice(this.#waiting.indexOf(unit), 1);
    this.#running.add(unit);
    this.onLet(unit);
    const losing = this.#losing && unit.text.includes(this.#losing.words) ? this.#losing : undefined;
    unit.loss = losing?.loss;
    const before = losing ? lost[losing.loss] : holdAtRow === undefined ? [] : [holdAt(holdAtRow)];
    unit.line.let(unit, this.#options.nowMs(), before);
    unit.mayStandStill = holdAtRow !== undefined;
    if (!losing) return;
    this.#losing = undefined;
    losing.isLost();
  }

  /**
   * Loses the next statement with these words: time passes while it is on its way, so that who has asked gives up. `late`: it is not in
   * the server yet. `unanswered`: it stands still there, at the first row that it writes. Resolves once it is lost.
   */
  lose(words: string, loss: 'late' | 'unanswered'): Promise<void> {
    return new Promise((isLost) => {
      this.#losing = { words, loss, isLost };
    });
  }

  /** Lets what is lost go on: the server does it, whoever has given it up. */
  async arrive(): Promise<void> {
    for (const unit of this.#running) if (unit.state === 'lost') unit.line.arrive(unit);
    await this.#options.standstill.release();
  }

  /** Lets those that stand still go on. */
  async release(): Promise<void> {
    for (const unit of this.held) unit.state = 'running';
    await this.#options.standstill.release();
  }

  /** How many sessions are being opened or closed. */
  get passing(): number {
    return this.#lines().filter(({ isPassing }) => isPassing).length;
  }

  /** Resolves when the next unit is done or stands still, or the next session is opened or closed. */
  async progress(): Promise<void> {
    const done = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    let isDone = false;
    void done.then(() => {
      isDone = true;
    });
    const held = this.held.length > 0;
    while (!isDone) {
      const watched = this.running.filter(({ mayStandStill }) => mayStandStill || held);
      if (watched.length === 0) return done;
      for (const unit of watched) if (!isDone && (await this.#standsStill(unit))) return;
    }
  }

  /** True for one that stands still. What waits for a lock of another that does lets that one go on. */
  async #standsStill(unit: Unit): Promise<boolean> {
    const wait = await this.#options.standstill.waitOf(unit.line.pid);
    if (!this.#running.has(unit)) return false;
    if (wait === 'simulation') unit.state = 'held';
    if (wait === 'lock' && this.held.length > 0) {
      this.#keepBehind(unit, this.held);
      await this.release();
    }
    return wait === 'simulation';
  }

  /** Those whose lock a unit waits for commit before it, so they are answered before it, whichever answer comes first. */
  #keepBehind(unit: Unit, before: readonly Unit[]): void {
    unit.line.keepAnswer();
    this.#behind = { line: unit.line, left: new Set(before) };
  }

  /** True when something was notified that listeners may not have been given yet. */
  get hasNotified(): boolean {
    return this.#hasNotified;
  }

  /** Resolves once every listener has been given what was notified. */
  async deliverNotifications(): Promise<void> {
    this.#hasNotified = false;
    const listeners = this.#lines().filter(({ listens }) => listens);
    await Promise.all(listeners.map((line) => line.notify()));
  }

  /** The parts that have sessions open, and what these ask. */
  describe(): string[] {
    return this.#lines().map(({ owner, asks }) => (asks === '' ? owner : `${owner}, which asks ${asks}`));
  }

  /** Breaks what a part has open, and lets it open nothing more. */
  kill(owner: string): void {
    const entry = this.#owners.get(owner);
    if (!entry) return;
    entry.isKilled = true;
    for (const line of [...entry.lines]) line.cut();
  }

  async close(): Promise<void> {
    for (const { server, directory, lines } of this.#owners.values()) {
      for (const line of [...lines]) line.cut();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    }
    await this.#options.standstill.end();
  }

  #lines(): DatabaseLine[] {
    return [...this.#owners.values()].flatMap(({ lines }) => [...lines]);
  }

  #connect(client: Socket, owner: string, entry: Owner): void {
    if (entry.isKilled) return void client.destroy();
    const { lines } = entry;
    const { target } = withHost(this.#options.databaseUrl);
    const server = 'path' in target ? connect(target.path) : connect({ ...target, noDelay: true });
    const line: DatabaseLine = new DatabaseLine({
      client,
      server,
      owner,
      number: ++entry.opened,
      onUnit: (unit) => {
        this.#waiting.push(unit);
        this.onWaiting();
      },
      onDone: (unit) => this.#done(unit),
      onPassed: () => this.#progressed(),
      onClose: () => {
        lines.delete(line);
        this.#progressed();
      },
    });
    lines.add(line);
  }

  #done(unit: Unit): void {
    const at = this.#waiting.indexOf(unit);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.delete(unit);
    if (this.#behind?.left.delete(unit) && this.#behind.left.size === 0) {
      this.#behind.line.giveAnswer();
      this.#behind = undefined;
    }
    if (/pg_notify|^\s*notify /i.test(unit.text)) this.#hasNotified = true;
    this.#progressed();
  }

  #progressed(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
