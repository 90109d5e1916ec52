// One connection to a message centre (SMPP 3.4): bind, requests with their answers and deadlines, enquire_link both
// ways, and the reason of its end. It never reconnects and never repeats a request. After its end everything that was
// written and not answered is unknown; nobody is left waiting.
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { CancelTimer, Clock } from '../../clock.ts';
import { Framer } from './framer.ts';
import { MalformedPdu } from './octets.ts';
import {
  bodyOf,
  command,
  decodeMessageId,
  decodeShortMessage,
  encodeBind,
  encodePdu,
  encodeShortMessage,
  encodeText,
  genericNack,
  type Header,
  readHeader,
  responseBit,
  type ShortMessage,
} from './pdu.ts';

/** command_status values that the session itself uses (5.1.3). */
const status = { ok: 0x00, invalidLength: 0x02, invalidCommand: 0x03, bindState: 0x04, systemError: 0x08 } as const;

const connectTimeoutMs = 10_000;
const bindTimeoutMs = 10_000;
const unbindTimeoutMs = 3_000;
/** Received texts that may be on their way to the database before the socket is read no further. */
const maxUnfinished = 200;
/** Above this much unsent data the message centre does not read. */
const maxUnsentBytes = 4 * 1024 * 1024;

/** Where and as whom to bind. */
export interface SessionSettings {
  host: string;
  port: number;
  /** Cleartext when absent; `ca` in PEM, the system's when absent. */
  tls?: { ca?: string; serverName?: string };
  systemId: string;
  password: string;
  systemType: string;
  /** Silence after which the link is tested. */
  enquireAfterMs: number;
  /** How long an answer may take; then a request is unknown and the connection is not trusted any more. */
  responseTimeoutMs: number;
}

/** How a request ended. */
export type Answer =
  | { kind: 'answered'; status: number; messageId: string }
  /** It was written, and nobody can know what became of it. */
  | { kind: 'unknown'; detail: string }
  /** It was not written. */
  | { kind: 'unsent'; detail: string };

/** What a session is made with. */
export interface SessionOptions {
  settings: SessionSettings;
  clock: Clock;
  /** The message centre accepted the bind. */
  onBound(): void;
  /** A deliver_sm. Answers its command_status, once what it brought is durable; a throw is a system error. */
  onDeliver(message: ShortMessage): Promise<number>;
  /** Called exactly once. `wasBound` tells a drop from a refusal. */
  onEnd(detail: string): void;
}

interface Pending {
  command: number;
  cancel: CancelTimer;
  settle(answer: Answer): void;
}

/** One connection. */
export class SmppSession {
  readonly #options: SessionOptions;
  readonly #socket: Socket;
  readonly #framer = new Framer();
  readonly #pending = new Map<number, Pending>();
  readonly #cancels: CancelTimer[] = [];
  #sequence = 0;
  #bound = false;
  #ended = false;
  #lastHeardMs: number;
  #enquiring = false;
  #unfinished = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { clock, settings } = options;
    this.#lastHeardMs = clock.nowMs();
    const { host, port, tls } = settings;
    const onConnect = () => this.#bind();
    this.#socket = tls
      ? connectTls({ host, port, servername: tls.serverName ?? host, ...(tls.ca && { ca: tls.ca }) }, onConnect)
      : connectTcp({ host, port }, onConnect);
    this.#socket.setNoDelay(true);
    this.#cancels.push(
      clock.setTimeout(() => {
        if (!this.#bound) this.#end('not bound in time');
      }, connectTimeoutMs + bindTimeoutMs),
    );
    this.#socket.on('data', (chunk) => this.#receive(chunk));
    this.#socket.on('error', (error) => this.#end('code' in error ? String(error.code) : error.name));
    this.#socket.on('close', () => this.#end('the connection was closed'));
  }

  /** Whether requests can be made. */
  get isBound(): boolean {
    return this.#bound && !this.#ended;
  }

  /** Submits once. Throws RangeError for a field that does not fit; nothing was written then. */
  submit(message: ShortMessage): Promise<Answer> {
    const body = encodeShortMessage(message);
    if (!this.isBound) return Promise.resolve({ kind: 'unsent', detail: 'not bound' });
    if (this.#socket.writableLength > maxUnsentBytes) this.#end('the message centre does not read');
    return this.#request(command.submitSm, body, this.#options.settings.responseTimeoutMs);
  }

  /** Says unbind, waits a little for its answer, and closes. Safe twice. */
  async unbind(): Promise<void> {
    if (this.isBound) await this.#request(command.unbind, undefined, unbindTimeoutMs);
    this.#end('unbound');
  }

  /** Ends at once. Safe twice. */
  close(detail: string): void {
    this.#end(detail);
  }

  async #bind(): Promise<void> {
    const { systemId, password, systemType } = this.#options.settings;
    const addresses = { interfaceVersion: 0x34, addressTon: 0, addressNpi: 0, addressRange: '' };
    const body = encodeBind({ systemId, password, systemType, ...addresses });
    const answer = await this.#request(command.bindTransceiver, body, bindTimeoutMs);
    if (this.#ended) return;
    if (answer.kind !== 'answered') return this.#end(answer.detail);
    if (answer.status !== status.ok) return this.#end(`the bind was refused with status ${answer.status}`);
    this.#bound = true;
    const { clock, settings } = this.#options;
    this.#cancels.push(clock.setInterval(() => void this.#enquire(), Math.ceil(settings.enquireAfterMs / 2)));
    this.#options.onBound();
  }

  #request(id: number, body: Uint8Array | undefined, timeoutMs: number): Promise<Answer> {
    if (this.#ended) return Promise.resolve({ kind: 'unsent', detail: 'the connection has ended' });
    const sequence = this.#nextSequence();
    return new Promise((resolve) => {
      const cancel = this.#options.clock.setTimeout(() => {
        this.#pending.delete(sequence);
        resolve({ kind: 'unknown', detail: 'the message centre did not answer in time' });
        // What it answers from now on would be late for everything that waits behind.
        this.#end('a request was not answered in time');
      }, timeoutMs);
      this.#pending.set(sequence, { command: id, cancel, settle: resolve });
      this.#write({ command: id, status: status.ok, sequence }, body);
    });
  }

  /** 1 to 0x7FFFFFFF, round and round, never one that still waits (3.2). */
  #nextSequence(): number {
    do this.#sequence = (this.#sequence % 0x7fff_ffff) + 1;
    while (this.#pending.has(this.#sequence));
    return this.#sequence;
  }

  async #enquire(): Promise<void> {
    const { clock, settings } = this.#options;
    if (this.#enquiring || clock.nowMs() - this.#lastHeardMs < settings.enquireAfterMs) return;
    this.#enquiring = true;
    await this.#request(command.enquireLink, undefined, settings.responseTimeoutMs);
    this.#enquiring = false;
  }

  #receive(chunk: Buffer): void {
    if (this.#ended) return;
    this.#lastHeardMs = this.#options.clock.nowMs();
    const pdus = this.#framer.push(chunk);
    if (pdus === undefined) {
      this.#write({ command: genericNack, status: status.invalidLength, sequence: 0 });
      return this.#end('a PDU of impossible length');
    }
    for (const pdu of pdus) if (!this.#ended) this.#take(readHeader(pdu), bodyOf(pdu));
  }

  #take(header: Header, body: Uint8Array): void {
    if (header.command === genericNack) return this.#settle(header, '');
    if (header.command >= responseBit) return this.#takeResponse(header, body);
    const { sequence } = header;
    switch (header.command) {
      case command.enquireLink:
        return this.#respond(header, status.ok);
      case command.deliverSm:
        return void this.#deliver(header, body);
      case command.unbind:
        this.#respond(header, status.ok);
        return this.#end('the message centre ended the session');
      default:
        return this.#write({ command: genericNack, status: status.invalidCommand, sequence });
    }
  }

  #takeResponse(header: Header, body: Uint8Array): void {
    const waiting = this.#pending.get(header.sequence);
    // A response that nobody asked for, or to another kind of request, tells nothing.
    if (waiting === undefined || header.command !== ((waiting.command | responseBit) >>> 0)) return;
    try {
      this.#settle(header, waiting.command === command.submitSm ? decodeMessageId(body) : '');
    } catch (error) {
      if (!(error instanceof MalformedPdu)) throw error;
      // It was answered, with a name nobody can read: taken, and no receipt will ever match.
      this.#settle(header, '');
    }
  }

  #settle({ sequence, status }: Header, messageId: string): void {
    const waiting = this.#pending.get(sequence);
    if (waiting === undefined) return;
    this.#pending.delete(sequence);
    waiting.cancel();
    waiting.settle({ kind: 'answered', status, messageId });
  }

  /** Too many at a time stop the reading; each is answered only when it is durable. */
  async #deliver(header: Header, body: Uint8Array): Promise<void> {
    if (!this.#bound) return this.#respond(header, status.bindState);
    if (++this.#unfinished >= maxUnfinished) this.#socket.pause();
    let result: number;
    try {
      result = await this.#options.onDeliver(decodeShortMessage(body));
    } catch (error) {
      result = error instanceof MalformedPdu ? error.status : status.systemError;
    }
    if (--this.#unfinished < maxUnfinished / 2 && this.#socket.isPaused()) this.#socket.resume();
    this.#respond(header, result);
  }

  #respond({ command: id, sequence }: Header, result: number): void {
    // deliver_sm_resp has an unused message_id; the others have no body (4.6.2, 4.11.2, 4.2.2).
    const body = id === command.deliverSm ? encodeText('') : undefined;
    this.#write({ command: (id | responseBit) >>> 0, status: result, sequence }, body);
  }

  #write(header: Header, body?: Uint8Array): void {
    if (!this.#ended && this.#socket.writable) this.#socket.write(encodePdu(header, body));
  }

  #end(detail: string): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const cancel of this.#cancels) cancel();
    for (const { cancel, settle } of this.#pending.values()) {
      cancel();
      settle({ kind: 'unknown', detail: `the connection ended: ${detail}` });
    }
    this.#pending.clear();
    // What was written goes out, a generic_nack or the answer to an unbind; then it is over.
    this.#socket.end();
    this.#options.clock.setTimeout(() => this.#socket.destroy(), 1_000);
    this.#options.onEnd(detail);
  }
}
