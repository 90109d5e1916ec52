// One session with PostgreSQL, seen from the middle: what the client asks for is passed on, one unit at a time and only when it
// is let through. A unit is what ends with a Sync, or one simple query: the server answers it with ReadyForQuery.
import type { Socket } from 'node:net';
import { neverHold } from './standstill.ts';
import { MessageReader, preparedName, simpleQuery, textOf, type WireMessage } from './wire.ts';

/** What a client asks for between two Syncs. */
export interface Unit {
  readonly line: DatabaseLine;
  /** The statement, without its values; empty while it is not known. */
  text: string;
  /** It waits to be let through, is in the server, stands still there because it is held, or is on its way though nobody waits for it. */
  state: 'waiting' | 'running' | 'held' | 'lost';
  /** It is lost; `late`: its values are still on their way to the server. */
  loss: 'late' | 'unanswered' | undefined;
  /** It was let through so that it may stand still. */
  mayStandStill: boolean;
  messages: Buffer[];
  isWhole: boolean;
  /** The server has answered what came of it, and the client has not gone on. */
  awaitsClient: boolean;
}

interface LineOptions {
  client: Socket;
  server: Socket;
  /** The part of the service that it belongs to, and which of the part's sessions it is. */
  owner: string;
  number: number;
  /** A unit has come. */
  onUnit: (unit: Unit) => void;
  /** The server has answered it. */
  onDone: (unit: Unit) => void;
  /** It has been opened, or its first unit awaits the client. */
  onPassed: () => void;
  onClose: () => void;
}

/** What answers a statement that is only described yet: RowDescription, NoData, or ErrorResponse. */
const endsDescription = new Set(['T', 'n', 'E']);

const bindLetter = 'B'.charCodeAt(0);

export class DatabaseLine {
  readonly owner: string;
  readonly number: number;
  readonly #options: LineOptions;
  readonly #units: Unit[] = [];
  readonly #texts = new Map<string, string>();
  readonly #fromClient = new MessageReader({ beginsUntyped: true });
  readonly #fromServer = new MessageReader({ beginsUntyped: false });
  /** Called as the simulation's own questions are answered, which come before the client's unit and which it does not see. */
  readonly #inserted: (() => void)[] = [];
  /** They come when the simulation says so, and not whenever the server sends them. */
  readonly #notifications: Buffer[] = [];
  #isOpen = false;
  #isEnding = false;
  #isClosed = false;
  /** Its last statement might have stood still, and may not have come so far. */
  #mayHold = false;
  /** The moment that the session's `now()` answers with. */
  #nowMs: number | undefined;
  /** It has said LISTEN. */
  listens = false;

  constructor(options: LineOptions) {
    this.#options = options;
    this.owner = options.owner;
    this.number = options.number;
    const { client, server } = options;
    client.on('data', (chunk) => this.#askAll(chunk));
    server.on('data', (chunk) => this.#answerAll(chunk));
    for (const socket of [client, server]) {
      socket.on('error', () => this.cut());
      socket.on('close', () => this.cut());
    }
  }

  /** The process number of the server's end, for pg_blocking_pids. */
  pid = 0;

  /** The statements that it waits for, shortened. */
  get asks(): string {
    return this.#units.map(({ text }) => text.trim().slice(0, 200)).join('; ');
  }

  /** It is being opened or closed. */
  get isPassing(): boolean {
    return !this.#isClosed && (!this.#isOpen || this.#isEnding);
  }

  /** Lets the first unit that waits through, at a moment. */
  let(unit: Unit, nowMs: number, before: readonly string[]): void {
    unit.state = 'running';
    const settings = this.#mayHold ? [neverHold, ...before] : [...before];
    this.#mayHold = before.length > 0;
    if (this.#nowMs !== nowMs) settings.push(`set simulation.now = '${new Date(nowMs).toISOString()}'`);
    this.#nowMs = nowMs;
    if (settings.length > 0) this.#insert(settings.join('; '));
    for (const bytes of unit.messages.splice(0)) this.#pass(unit, bytes);
    if (unit.loss === 'unanswered') unit.state = 'lost';
  }

  /** Lets what is on its way arrive, once. */
  arrive(unit: Unit): void {
    unit.state = 'running';
    for (const bytes of unit.messages.splice(0)) this.#options.server.write(bytes);
  }

  /** Keeps what the server answers from the client. */
  keepAnswer(): void {
    this.#options.server.pause();
  }

  /** Gives the client what was kept. */
  giveAnswer(): void {
    this.#options.server.resume();
  }

  /** Gives the client what was notified until now. */
  async notify(): Promise<void> {
    // The server hands over what was notified before it says that it is ready for the next query.
    await new Promise<void>((resolve) => this.#insert('select 1', resolve));
    for (const bytes of this.#notifications.splice(0)) this.#options.client.write(bytes);
  }

  /** Breaks both ends. What the server has begun it may finish; what is lost arrives all the same. */
  cut(): void {
    if (this.#isClosed) return;
    this.#options.client.destroy();
    if (this.#units[0]?.loss !== undefined && !this.#options.server.destroyed) return;
    this.#isClosed = true;
    this.#options.server.destroy();
    for (const unit of this.#units.splice(0)) this.#options.onDone(unit);
    for (const onAnswered of this.#inserted.splice(0)) onAnswered();
    this.#options.onClose();
  }

  #insert(text: string, onAnswered: () => void = () => {}): void {
    if (this.#isClosed) return onAnswered();
    this.#inserted.push(onAnswered);
    this.#options.server.write(simpleQuery(text));
  }

  #askAll(chunk: Buffer): void {
    for (const message of this.#fromClient.push(chunk)) this.#ask(message);
  }

  #ask(message: WireMessage): void {
    const isEnd = message.type === 'X';
    // What is lost goes on.
    if (isEnd && this.#units[0]?.loss !== undefined) return;
    if (isEnd) this.#isEnding = true;
    if (!this.#isOpen || this.#isEnding) {
      this.#options.server.write(message.bytes);
      return;
    }
    const last = this.#units.at(-1);
    const unit = last && !last.isWhole ? last : this.#begin();
    this.#name(unit, message);
    unit.isWhole = message.type === 'S' || message.type === 'Q';
    unit.awaitsClient = false;
    if (unit.state === 'waiting') unit.messages.push(message.bytes);
    else this.#pass(unit, message.bytes);
  }

  /** To the server; what is late only as far as the server learns of no values. */
  #pass(unit: Unit, bytes: Buffer): void {
    if (unit.loss === 'late' && bytes[0] === bindLetter) unit.state = 'lost';
    if (unit.loss === 'late' && unit.state === 'lost') unit.messages.push(bytes);
    else this.#options.server.write(bytes);
  }

  #begin(): Unit {
    const unit: Unit = {
      line: this,
      text: '',
      state: 'waiting',
      loss: undefined,
      mayStandStill: false,
      messages: [],
      isWhole: false,
      awaitsClient: false,
    };
    this.#units.push(unit);
    // Those behind it come when it is done.
    if (this.#units.length === 1) queueMicrotask(() => this.#options.onUnit(unit));
    return unit;
  }

  #name(unit: Unit, message: WireMessage): void {
    const name = preparedName(message);
    const text = textOf(message) ?? (name === undefined ? undefined : this.#texts.get(name));
    if (text === undefined) return;
    if (name !== undefined && name !== '') this.#texts.set(name, text);
    unit.text = text;
    if (/^\s*listen /i.test(text)) this.listens = true;
  }

  #answerAll(chunk: Buffer): void {
    for (const message of this.#fromServer.push(chunk)) this.#answer(message);
  }

  #answer(message: WireMessage): void {
    const { type, bytes } = message;
    const [onAnswered] = this.#inserted;
    if (type === 'A') {
      this.#notifications.push(bytes);
      return;
    }
    if (onAnswered && this.#isOpen) {
      if (type === 'E') throw new Error(`the simulation asked wrongly: ${bytes.toString('latin1')}`);
      if (type !== 'Z') return;
      this.#inserted.shift();
      onAnswered();
      return;
    }
    if (type === 'K') this.pid = bytes.readInt32BE(5);
    this.#options.client.write(bytes);
    const unit = this.#units[0];
    if (unit && !unit.isWhole && endsDescription.has(type)) {
      unit.awaitsClient = true;
      this.#options.onPassed();
    }
    if (type !== 'Z') return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#options.onPassed();
      return;
    }
    if (unit?.isWhole !== true) return;
    this.#units.shift();
    this.#options.onDone(unit);
    if (this.#options.client.destroyed) return this.cut();
    const next = this.#units[0];
    if (next) this.#options.onUnit(next);
  }
}
