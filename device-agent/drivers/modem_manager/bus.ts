// A connection to a message bus of this machine. Nothing of a call is ever in a process's argument list, where every
// user could read it. Each call has a deadline; a lost connection ends them all.
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../runtime/clock.ts';
import { type BusCall, type BusMessage, readMessage, writeCall } from './bus_message.ts';

const connectTimeoutMs = 10_000;
const busName = 'org.freedesktop.DBus';
const maxPending = 100;

/** An error that the other side answered with. Its message may say anything: it is looked at, never passed on. */
export class BusError extends Error {
  readonly errorName: string;
  readonly words: string;

  constructor(errorName: string, words: string) {
    super(errorName);
    this.errorName = errorName;
    this.words = words;
  }
}

/** There is no answer: `sent` says whether the call may have arrived. */
export class BusLost extends Error {
  readonly why: 'absent' | 'denied' | 'lost' | 'mute';

  constructor(why: BusLost['why']) {
    super(`the message bus: ${why}`);
    this.why = why;
  }
}

interface Pending {
  resolve(body: unknown[]): void;
  reject(error: Error): void;
}

/** A connection. */
export class Bus {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #serial = 0;
  #rest: Buffer = Buffer.alloc(0);
  #isLost = false;
  /** Called with every signal that was asked for. */
  onSignal: (message: BusMessage) => void = () => undefined;
  /** Called once, when the connection is gone. */
  onLost: () => void = () => undefined;

  private constructor(socket: Socket, clock: Clock, rest: Buffer) {
    this.#socket = socket;
    this.#clock = clock;
    socket.on('data', (bytes) => this.#read(bytes));
    for (const event of ['error', 'close', 'end'] as const) socket.on(event, () => this.close());
    this.#read(rest);
  }

  /** Connects to an address such as unix:path=/run/dbus/system_bus_socket. Rejects with a BusLost. */
  static async open(address: string, clock: Clock): Promise<Bus> {
    const path = socketPath(address);
    if (path === undefined) throw new BusLost('absent');
    const { socket, rest } = await authenticate(path, clock);
    const bus = new Bus(socket, clock, rest);
    try {
      await bus.call({
        destination: busName,
        path: '/org/freedesktop/DBus',
        interface: busName,
        member: 'Hello',
      });
    } catch (error) {
      bus.close();
      throw error;
    }
    return bus;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Calls once. Rejects with a BusError or a BusLost. */
  call(call: BusCall, timeoutMs = 15_000): Promise<unknown[]> {
    if (this.#isLost || this.#pending.size >= maxPending) return Promise.reject(new BusLost('lost'));
    this.#serial += 1;
    const serial = this.#serial;
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.setTimeout(() => end(() => reject(new BusLost('mute'))), timeoutMs);
      const end = (settle: () => void) => {
        cancel();
        this.#pending.delete(serial);
        settle();
      };
      this.#pending.set(serial, {
        resolve: (body) => end(() => resolve(body)),
        reject: (error) => end(() => reject(error)),
      });
      this.#socket.write(writeCall(call, serial));
    });
  }

  /** Asks for signals, by a rule of the bus. */
  async match(rule: string): Promise<void> {
    const path = '/org/freedesktop/DBus';
    const call = { destination: busName, path, interface: busName, member: 'AddMatch' };
    await this.call({ ...call, signature: 's', args: [rule] });
  }

  /** Safe twice. */
  close(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#socket.destroy();
    for (const { reject } of [...this.#pending.values()]) reject(new BusLost('lost'));
    this.onLost();
  }

  #read(bytes: Buffer): void {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    try {
      for (;;) {
        const found = readMessage(this.#rest);
        if (found === undefined) return;
        this.#rest = this.#rest.subarray(found.length);
        this.#take(found.message);
      }
    } catch {
      this.close();
    }
  }

  #take(message: BusMessage): void {
    if (message.kind === 'signal') return this.onSignal(message);
    const pending = message.replyTo === undefined ? undefined : this.#pending.get(message.replyTo);
    if (message.kind === 'answer') pending?.resolve(message.body);
    if (message.kind === 'error') {
      const [words] = message.body;
      pending?.reject(new BusError(message.errorName ?? '', typeof words === 'string' ? words : ''));
    }
  }
}

function socketPath(address: string): string | undefined {
  for (const one of address.split(';')) {
    const [, kind, value] = /^unix:(path|abstract)=([^,]+)/.exec(one) ?? [];
    if (value !== undefined) return (kind === 'abstract' ? '\0' : '') + decodeURIComponent(value);
  }
  return undefined;
}

/** EXTERNAL: the kernel shows the bus which user this is (D-Bus specification, "Authentication Protocol"). */
function authenticate(path: string, clock: Clock): Promise<{ socket: Socket; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const fail = (why: BusLost['why']) => {
      cancel();
      socket.destroy();
      reject(new BusLost(why));
    };
    const cancel = clock.setTimeout(() => fail('mute'), connectTimeoutMs);
    const onError = (error: NodeJS.ErrnoException) => fail(error.code === 'EACCES' ? 'denied' : 'absent');
    const onEnd = () => fail('denied');
    let said = Buffer.alloc(0);
    const onData = (bytes: Buffer) => {
      said = Buffer.concat([said, bytes]);
      const end = said.indexOf('\r\n');
      if (end < 0) return said.length > 1_024 ? fail('denied') : undefined;
      if (!said.subarray(0, end).toString().startsWith('OK ')) return fail('denied');
      cancel();
      socket.write('BEGIN\r\n');
      socket.off('data', onData).off('error', onError).off('close', onEnd);
      resolve({ socket, rest: said.subarray(end + 2) });
    };
    socket.on('data', onData).on('error', onError).on('close', onEnd);
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.on('connect', () => socket.write(`\0AUTH EXTERNAL ${user}\r\n`));
  });
}
