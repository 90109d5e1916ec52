// One connection to the core: upgrade, Hello and Welcome, frames, pings, and the reason of its end. It never
// reconnects, and nothing of a frame but its kind reaches the log.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { WebSocket } from 'ws';
import {
  type Goodbye,
  GoodbyeReason,
  type HelloSchema,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import {
  type AgentFrameInit,
  type CoreFrameValue,
  decodeFrame,
  encodeFrame,
  maxFrameBytes,
  newestProtocolVersion,
  oldestProtocolVersion,
} from './frames.ts';
import { describeRefusal, isUnpaired } from './refusal.ts';

const handshakeTimeoutMs = 10_000;
const pingPeriodMs = 20_000;
const silenceMs = 45_000;
const silenceCheckMs = 5_000;
/** How long a device that was unpaired reports what it has not submitted; the core listens as long. */
const leavingMs = 1_000;
/** Above this much unsent data nothing that can wait is sent. */
const congestedBytes = 1024 * 1024;
/** Above this the core does not read at all. */
const stuckBytes = 4 * 1024 * 1024;

/** This agent in Hello, besides the versions of the protocol. */
export type HelloFacts = Omit<
  MessageInitShape<typeof HelloSchema>,
  '$typeName' | 'protocolVersion' | 'oldestProtocolVersion'
>;

/** The core in Welcome. */
export interface CoreFacts {
  nowMs: number;
  version: string;
}

/** Why a connection ended. */
export type SessionEnd =
  | { kind: 'unpaired' }
  | { kind: 'superseded' }
  | { kind: 'version'; detail: string }
  | { kind: 'shutdown' }
  | { kind: 'exhausted'; detail: string }
  | { kind: 'lost'; detail: string }
  | { kind: 'protocol'; detail: string };

interface SessionOptions {
  /** ws or wss, with the link's path. */
  url: string;
  token: string;
  clock: Clock;
  /** The content of Hello. */
  hello: HelloFacts;
  /** The core accepted the link. */
  onWelcome(core: CoreFacts): void;
  /**
   * The core says that the device was unpaired; the link stays open for a moment, in which reports are still acknowledged.
   * Resolves once nothing more is to be reported.
   */
  onUnpairing(): Promise<void>;
  /** Any frame that is not about the link itself. Answer false for one that breaks the contract. */
  onFrame(frame: CoreFrameValue): boolean;
  /** Called exactly once, whatever happens. */
  onEnd(end: SessionEnd): void;
}

/** One connection. */
export class Session {
  readonly #options: SessionOptions;
  readonly #socket: WebSocket;
  readonly #timers: CancelTimer[] = [];
  #welcomed = false;
  #ended = false;
  #isUnpaired = false;
  #lastFrameMs: number;
  #nextNonce = 1n;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { clock } = options;
    this.#lastFrameMs = clock.nowMs();
    this.#socket = new WebSocket(options.url, {
      headers: { authorization: `Bearer ${options.token}` },
      perMessageDeflate: false,
      maxPayload: maxFrameBytes,
      followRedirects: false,
    });
    this.#socket.binaryType = 'nodebuffer';
    this.#timers.push(
      clock.setTimeout(() => {
        if (!this.#welcomed) this.#end({ kind: 'lost', detail: 'no Welcome within 10 seconds' });
      }, handshakeTimeoutMs),
    );
    this.#socket.on('open', () => this.#greet());
    this.#socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    this.#socket.on('unexpected-response', (request, response) => this.#refused(request, response));
    this.#socket.on('error', (error) => this.#end(endOfError(error)));
    this.#socket.on('close', (code) => this.#end({ kind: 'lost', detail: `closed with code ${code}` }));
  }

  /** Whether so much is unsent that what can wait should wait. */
  get congested(): boolean {
    return this.#socket.bufferedAmount > congestedBytes;
  }

  /** Sends a frame; calls `onFlushed` when it left this process. Does nothing after the end. */
  send(frame: AgentFrameInit, onFlushed?: () => void): void {
    if (this.#ended || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > stuckBytes) {
      return this.#end({ kind: 'lost', detail: 'the core does not read' });
    }
    this.#socket.send(encodeFrame(frame), () => onFlushed?.());
  }

  /** Ends the connection because it cannot be relied on any more. */
  giveUp(why: string): void {
    this.#end({ kind: 'lost', detail: why }, 1000);
  }

  /** Closes the connection in order. Safe twice. */
  close(): void {
    this.#end({ kind: 'lost', detail: 'closed by the agent' }, 1000);
  }

  #greet(): void {
    const protocolVersion = newestProtocolVersion;
    const versions = { protocolVersion, oldestProtocolVersion };
    this.send({ case: 'hello', value: { ...this.#options.hello, ...versions } });
    const { clock } = this.#options;
    this.#timers.push(
      clock.setInterval(() => {
        this.send({ case: 'ping', value: { nonce: this.#nextNonce++ } });
      }, pingPeriodMs),
      clock.setInterval(() => {
        // Either way: a clock that was set back would hide a silence, and the core's time must be learned anew.
        const silent = Math.abs(clock.nowMs() - this.#lastFrameMs) >= silenceMs;
        if (silent) this.#end({ kind: 'lost', detail: 'nothing received for 45 seconds' });
      }, silenceCheckMs),
    );
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#ended) return;
    this.#lastFrameMs = this.#options.clock.nowMs();
    const frame = isBinary ? decodeFrame(data) : undefined;
    if (frame === undefined) return this.#violated('a frame cannot be read');
    switch (frame.case) {
      case 'welcome': {
        const { now, protocolVersion, coreVersion } = frame.value;
        if (protocolVersion < oldestProtocolVersion || protocolVersion > newestProtocolVersion) {
          const detail = `the core chose version ${protocolVersion}, which this agent does not speak`;
          return this.#end({ kind: 'version', detail }, 1002);
        }
        if (this.#welcomed || now === undefined) return this.#violated('a Welcome out of order');
        this.#welcomed = true;
        const version = coreVersion.slice(0, 64);
        return this.#options.onWelcome({ nowMs: timestampMs(now), version });
      }
      case 'goodbye':
        return this.#leave(endOfGoodbye(frame.value));
      case 'ping':
        return this.send({ case: 'pong', value: { nonce: frame.value.nonce } });
      case 'pong':
        return;
      default:
        if (!this.#welcomed) return this.#violated(`a ${frame.case} before Welcome`);
        if (!this.#options.onFrame(frame)) this.#violated(`a ${frame.case} that breaks the contract`);
    }
  }

  /** A device that was unpaired reports what it has not submitted, as long as the core listens, and ends by itself. */
  #leave(end: SessionEnd): void {
    if (end.kind !== 'unpaired' || !this.#welcomed) return this.#end(end, 1000);
    if (this.#isUnpaired) return;
    this.#isUnpaired = true;
    const { clock, onUnpairing } = this.#options;
    const leave = () => this.#end(end, 1000);
    this.#timers.push(clock.setTimeout(leave, leavingMs));
    onUnpairing().then(leave, leave);
  }

  #refused(request: ClientRequest, response: IncomingMessage): void {
    response.resume();
    request.destroy();
    this.#end(
      isUnpaired(response) ? { kind: 'unpaired' } : { kind: 'lost', detail: describeRefusal(response) },
    );
  }

  #violated(detail: string): void {
    this.#end({ kind: 'protocol', detail }, 1002);
  }

  /** With a code the socket is closed in order, else cut; a peer that does not answer is cut by ws in time. */
  #end(ended: SessionEnd, closeCode?: number): void {
    if (this.#ended) return;
    this.#ended = true;
    const end: SessionEnd = this.#isUnpaired ? { kind: 'unpaired' } : ended;
    for (const cancel of this.#timers) cancel();
    const open = this.#socket.readyState === WebSocket.OPEN;
    if (closeCode !== undefined && open) this.#socket.close(closeCode);
    else this.#socket.terminate();
    this.#options.onEnd(end);
  }
}

function endOfGoodbye({ reason, message }: Goodbye): SessionEnd {
  switch (reason) {
    case GoodbyeReason.UNPAIRED:
      return { kind: 'unpaired' };
    case GoodbyeReason.SUPERSEDED:
      return { kind: 'superseded' };
    case GoodbyeReason.VERSION:
      return { kind: 'version', detail: message.slice(0, 200) };
    case GoodbyeReason.RESOURCE_EXHAUSTED:
      return { kind: 'exhausted', detail: message.slice(0, 200) };
    case GoodbyeReason.SHUTDOWN:
      return { kind: 'shutdown' };
    case GoodbyeReason.PROTOCOL_ERROR:
      return { kind: 'protocol', detail: 'the core could not read a frame of ours' };
    default:
      return { kind: 'protocol', detail: 'a Goodbye without a reason' };
  }
}

/** An error of ws: a broken frame is the core's fault, the rest is the network's. */
function endOfError(error: Error): SessionEnd {
  const code = 'code' in error ? String(error.code) : error.name;
  return code.startsWith('WS_ERR_') ? { kind: 'protocol', detail: code } : { kind: 'lost', detail: code };
}
