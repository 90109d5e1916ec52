// Whether anything goes on in this process without time passing: what one end of a connection has written and the other not
// read, a connection or file operation under way, a callback that waits for its turn.
import crypto from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import type { Server, Socket } from 'node:net';
import { projectPlaceOf } from './places.ts';

/** Turns of the event loop in which nothing comes, after which nothing is on its way. */
const quietTurns = 3;

/** Requests that Node names and that end without anybody's time. Sockets, timers and servers may stand for ever. */
const passing = /Req|ConnectWrap|WriteWrap|ShutdownWrap/;

/** A wait of a library by the machine's clock that is no longer than this is work: it only lets others go first. */
const shortestWaitMs = 50;

/** What keeps to the machine's time whatever a process does: whether a database server leads. */
const ofTheMachine = /\/server\/store\/postgres\//;

interface End {
  socket: Socket;
  /** The ports of both ends. */
  local: number | undefined;
  remote: number | undefined;
  /** The other one, where it is in this process and open. */
  peer: End | undefined;
  /** It has had a peer. */
  isTaken: boolean;
}

/** Where Node names each socket that is made or taken in, and each server that listens. */
const clientSockets = diagnostics.channel('net.client.socket');
const serverSockets = diagnostics.channel('net.server.socket');
const listeningServers = diagnostics.channel('tracing:net.server.listen:asyncEnd');

/** Watches this process. One at a time. */
export class Stillness {
  readonly #ends = new Set<End>();
  /** Those that are connected, by their own port and the other's. */
  readonly #byPorts = new Map<string, End>();
  readonly #servers = new Map<number, Server>();
  #jobs = 0;
  #jobsDone = 0;
  readonly #argon2 = crypto.argon2;
  /** Short waits by the machine's clock. */
  readonly #waits = new Set<NodeJS.Timeout>();
  /** Where longer ones were begun. */
  readonly #longWaits: Error[] = [];
  readonly #setTimeout = globalThis.setTimeout;
  readonly #clearTimeout = globalThis.clearTimeout;
  readonly #setInterval = globalThis.setInterval;
  readonly #clearInterval = globalThis.clearInterval;

  constructor() {
    clientSockets.subscribe(this.#note);
    serverSockets.subscribe(this.#note);
    listeningServers.subscribe(this.#noteServer);
    // The one job of a thread that Node does not name. It costs as little as it can: what it costs in production is tested elsewhere.
    crypto.argon2 = (algorithm, parameters, callback) => {
      this.#jobs++;
      const cheap = { ...parameters, memory: 8 * parameters.parallelism, passes: 1 };
      this.#argon2(algorithm, cheap, (...answer) => {
        this.#jobs--;
        this.#jobsDone++;
        callback(...answer);
      });
    };
    syncBuiltinESMExports();
    globalThis.setTimeout = Object.assign(this.#wait, this.#setTimeout);
    globalThis.clearTimeout = (timer) => {
      this.#waits.delete(timer as NodeJS.Timeout);
      this.#clearTimeout(timer);
    };
    globalThis.setInterval = Object.assign(this.#repeat, this.#setInterval);
    globalThis.clearInterval = (timer) => {
      this.#waits.delete(timer as NodeJS.Timeout);
      this.#clearInterval(timer);
    };
  }

  stop(): void {
    globalThis.setTimeout = this.#setTimeout;
    globalThis.clearTimeout = this.#clearTimeout;
    globalThis.setInterval = this.#setInterval;
    globalThis.clearInterval = this.#clearInterval;
    clientSockets.unsubscribe(this.#note);
    serverSockets.unsubscribe(this.#note);
    listeningServers.unsubscribe(this.#noteServer);
    crypto.argon2 = this.#argon2;
    syncBuiltinESMExports();
  }

  /** Resolves once nothing has come for a few turns, and nothing is on its way. */
  async reached(): Promise<void> {
    let quiet = 0;
    let { events } = performance.nodeTiming.uvMetricsInfo;
    while (quiet < quietTurns) {
      await new Promise((resolve) => setImmediate(resolve));
      const seen = performance.nodeTiming.uvMetricsInfo.events;
      const isQuiet = seen === events && this.#jobs + this.#waits.size === 0;
      quiet = isQuiet ? quiet + 1 : 0;
      // Both look at every socket, and what passes ends with an event: once, at the end, is enough.
      if (quiet === quietTurns && (hasPassing() || this.#isUnread() || this.#isUntaken())) quiet = 0;
      events = seen;
    }
  }

  /** Jobs of threads that have ended so far: while it grows, what is under way gets on. */
  get jobsDone(): number {
    return this.#jobsDone;
  }

  /** Ends listeners, by their ports, and breaks their connections at both ends. */
  cut(ports: readonly number[]): void {
    for (const port of ports) this.#servers.get(port)?.close();
    for (const { socket, local, remote } of this.#ends)
      if (ports.some((port) => port === local || port === remote)) socket.destroy();
  }

  /** Where the project has waited by the machine's clock, which no simulation moves. */
  machineWaits(): string[] {
    const places = this.#longWaits.map(projectPlaceOf).filter((place) => place !== undefined);
    return [...new Set(places)].filter((place) => !ofTheMachine.test(place));
  }

  /** What is under way, in words. */
  describe(): string[] {
    const names = process.getActiveResourcesInfo().filter((name) => passing.test(name));
    if (this.#jobs > 0) names.push('argon2');
    if (this.#waits.size > 0) names.push("a wait by the machine's clock");
    for (const { socket } of this.#unread()) names.push(`bytes to port ${socket.remotePort}`);
    return names;
  }

  readonly #wait = (
    fn: (...args: unknown[]) => void,
    delayMs?: number,
    ...args: unknown[]
  ): NodeJS.Timeout => {
    const timer = this.#setTimeout(() => {
      this.#waits.delete(timer);
      fn(...args);
    }, delayMs);
    if ((delayMs ?? 0) <= shortestWaitMs) this.#waits.add(timer);
    else this.#longWaits.push(new Error());
    return timer;
  };

  /** What is asked again and again so soon is something that is to end at once, as a listener's last connections. */
  readonly #repeat = (fn: (...args: unknown[]) => void, periodMs?: number, ...args: unknown[]) => {
    const timer = this.#setInterval(fn, periodMs, ...args);
    if ((periodMs ?? 0) <= shortestWaitMs) this.#waits.add(timer);
    else this.#longWaits.push(new Error());
    return timer;
  };

  readonly #noteServer = (message: unknown) => {
    const { server } = message as { server: Server };
    const address = server.address();
    if (address === null || typeof address === 'string') return;
    this.#servers.set(address.port, server);
    server.once('close', () => this.#servers.delete(address.port));
  };

  readonly #note = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    const end: End = { socket, local: undefined, remote: undefined, peer: undefined, isTaken: false };
    this.#ends.add(end);
    const learn = () => {
      end.local = socket.localPort;
      end.remote = socket.remotePort;
      if (end.local === undefined) return;
      this.#byPorts.set(`${end.local} ${end.remote}`, end);
      end.peer = this.#byPorts.get(`${end.remote} ${end.local}`);
      if (!end.peer) return;
      end.peer.peer = end;
      end.isTaken = end.peer.isTaken = true;
    };
    if (socket.connecting) socket.once('connect', learn);
    else learn();
    socket.once('close', () => {
      this.#ends.delete(end);
      if (end.peer) end.peer.peer = undefined;
      const ports = `${end.local} ${end.remote}`;
      if (this.#byPorts.get(ports) === end) this.#byPorts.delete(ports);
    });
  };

  #isUnread(): boolean {
    return !this.#unread().next().done;
  }

  /** A listener of this process has not taken in a connection, which is open at its other end. */
  #isUntaken(): boolean {
    for (const { local, remote = 0, isTaken } of this.#ends)
      if (!isTaken && local !== undefined && this.#servers.has(remote)) return true;
    return false;
  }

  /** Ends that have written more than the other end, in this process, has read. */
  *#unread(): Generator<End> {
    for (const end of this.#ends) {
      const { peer } = end;
      if (peer && peer.socket.bytesRead < end.socket.bytesWritten && !peer.socket.isPaused()) yield end;
    }
  }
}

/** To be asked in a callback of setImmediate, which is not among them itself. */
function hasPassing(): boolean {
  return process.getActiveResourcesInfo().some(isPassing);
}

const knownNames = new Map<string, boolean>();

/** There are few names, and as many resources as sockets. */
function isPassing(name: string): boolean {
  let is = knownNames.get(name);
  if (is === undefined) {
    is = name === 'Immediate' || passing.test(name);
    knownNames.set(name, is);
  }
  return is;
}
