// Stands between the parts of a service and PostgreSQL: each part has an address of its own, a directory with a socket in it. It
// knows what is under way in the server, lets one statement through at a time, and can break what a part has open.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withHost } from '../../support/database.ts';
import { DatabaseLine, type Unit } from './database_line.ts';

const portName = '.s.PGSQL.5432';

interface Owner {
  server: Server;
  directory: string;
  lines: Set<DatabaseLine>;
  isKilled: boolean;
}

interface DatabaseLinesOptions {
  /** The database, as its superuser. */
  databaseUrl: string;
  nowMs: () => number;
  /** A unit waits to be let through. */
  onWaiting: () => void;
}

export class DatabaseLines {
  readonly #options: DatabaseLinesOptions;
  readonly #owners = new Map<string, Owner>();
  readonly #waiting: Unit[] = [];
  readonly #running = new Set<Unit>();
  #hasNotified = false;
  /** Called with each unit that is let through. */
  onLet: (unit: Unit) => void = () => {};
  #wake: (() => void) | undefined;

  constructor(options: DatabaseLinesOptions) {
    this.#options = options;
  }

  /** An address of the database for a part of the service. */
  async open(owner: string): Promise<string> {
    const directory = mkdtempSync(join(tmpdir(), 'textrelay-simulation-'));
    const lines = new Set<DatabaseLine>();
    const server = createServer((client) => this.#connect(client, owner, lines));
    const entry: Owner = { server, directory, lines, isKilled: false };
    this.#owners.set(owner, entry);
    await new Promise<void>((resolve) => server.listen(join(directory, portName), resolve));
    // Everything of the address but where it leads.
    return this.#options.databaseUrl
      .replace(/\/\/([^@/]*@)?[^/]*\//, `//$1${encodeURIComponent(directory)}/`)
      .replace(/\bhost=[^&]*&?/, '');
  }

  /** Units that could be let through. */
  get waiting(): readonly Unit[] {
    return this.#waiting;
  }

  /** Units that the server works on; those that are held stand still. */
  get running(): readonly Unit[] {
    return [...this.#running].filter(({ state }) => state === 'running');
  }

  /** Those that stand still inside the server. */
  get held(): readonly Unit[] {
    return [...this.#running].filter(({ state }) => state === 'held');
  }

  /** Lets a unit through; `before` are settings of its session. */
  let(unit: Unit, before: readonly string[] = []): void {
    this.#waiting.splice(this.#waiting.indexOf(unit), 1);
    this.#running.add(unit);
    this.onLet(unit);
    unit.line.let(unit, this.#options.nowMs(), before);
  }

  /** How many sessions are being opened or closed. */
  get passing(): number {
    return [...this.#owners.values()].flatMap(({ lines }) => [...lines]).filter(({ isPassing }) => isPassing)
      .length;
  }

  /** Resolves when the next unit is done, or the next session opened or closed. */
  nextDone(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** True when something was notified that listeners may not have been given yet. */
  get hasNotified(): boolean {
    return this.#hasNotified;
  }

  /** Resolves once every listener has been given what was notified. */
  async deliverNotifications(): Promise<void> {
    this.#hasNotified = false;
    const listeners = [...this.#owners.values()].flatMap(({ lines }) =>
      [...lines].filter((line) => line.listens),
    );
    // The server hands over what was notified before it says that it is ready for the next query.
    await Promise.all(listeners.map((line) => line.ask('select 1')));
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
  }

  #connect(client: Socket, owner: string, lines: Set<DatabaseLine>): void {
    if (this.#owners.get(owner)?.isKilled) return void client.destroy();
    const { target } = withHost(this.#options.databaseUrl);
    const server = 'path' in target ? connect(target.path) : connect({ ...target, noDelay: true });
    const line: DatabaseLine = new DatabaseLine({
      client,
      server,
      owner,
      onUnit: (unit) => {
        this.#waiting.push(unit);
        this.#options.onWaiting();
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
    if (/pg_notify|^\s*notify /i.test(unit.text)) this.#hasNotified = true;
    this.#progressed();
  }

  #progressed(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
