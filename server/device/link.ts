// One device's link: the order of frames, their bounds, and the rule that a report is acknowledged only after its
// commit. It knows nothing of other devices and never decides what a device gets.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { WebSocket } from 'ws';
import {
  type AgentFrame,
  AgentFrameSchema,
  type CoreFrame,
  CoreFrameSchema,
  GoodbyeReason,
  type Hello,
  type Inbound,
  type Progress,
  type Receipt,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { ReceivedText } from '../app/inbound.ts';
import type { Update } from '../app/updates.ts';
import type { Clock } from '../clock.ts';
import type { Lifetimes } from '../domain/message.ts';
import type { Log } from '../log.ts';
import { toTimestamp } from '../rpc/to_proto.ts';
import {
  isName,
  type LinkedDevice,
  ProtocolError,
  type ReportContext,
  recordInbound,
  recordProgress,
  recordReceipt,
} from './reports.ts';

/** The version of the link protocol that is spoken here. */
export const protocolVersion = 1;
/** Largest frame, either way. */
export const maxFrameBytes = 64 * 1024;

const helloDeadlineMs = 10_000;
const pingPeriodMs = 20_000;
const silenceMs = 45_000;
const maxBufferedBytes = 1024 * 1024;
/** Reports that may be on their way to the database before the socket is read no further. */
const maxUnfinished = 500;

/** A text for the device. */
export interface LinkJob {
  id: bigint;
  attempt: number;
  addressNorm: string;
  body: string;
  expiresAtMs: number;
}

export interface LinkOptions {
  socket: WebSocket;
  device: LinkedDevice;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  update: Update;
  receive: (text: ReceivedText) => Promise<void>;
  /** Called once, with the first frame; answers false when it refused the device. */
  onHello: (link: Link, hello: Hello) => Promise<boolean>;
  /** Called once, after the welcome and before there is room: hands over what the device may hold. */
  onWelcome: (link: Link) => Promise<void>;
  /** A job ended, so that there is room for another. */
  onRoom: (link: Link) => void;
  onClose: (link: Link) => void;
}

/** One open link. */
export class Link {
  readonly device: LinkedDevice;
  /** Set when the link is opened in the store. */
  linkEpoch = 0n;
  /** Jobs handed over whose submit has not been reported: message id to attempt. */
  readonly jobs = new Map<bigint, number>();
  readonly #options: LinkOptions;
  #window = 0;
  #greeted = false;
  #welcomed = false;
  #open = true;
  #lastHeardMs: number;
  #unfinished = 0;
  readonly #stopTimers: (() => void)[] = [];

  constructor(options: LinkOptions) {
    this.#options = options;
    this.device = options.device;
    const { socket, clock } = options;
    this.#lastHeardMs = clock.nowMs();
    const helloTimer = clock.setTimeout(() => {
      if (!this.#greeted) this.goodbye(GoodbyeReason.PROTOCOL_ERROR, 'no hello in time');
    }, helloDeadlineMs);
    const pingTimer = clock.setInterval(() => {
      if (clock.nowMs() - this.#lastHeardMs > silenceMs) this.#terminate();
      else this.#send({ case: 'ping', value: { nonce: 0n } });
    }, pingPeriodMs);
    this.#stopTimers.push(helloTimer, pingTimer);
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    // An error is always followed by close; what it says is the network's business.
    socket.on('error', () => {});
    socket.on('close', () => this.#closed());
  }

  /** Jobs that the device would take now. */
  get room(): number {
    return this.#open ? Math.max(this.#window - this.jobs.size, 0) : 0;
  }

  /** Hands a text over. What was claimed for a link that closed meanwhile is handed over by the next one. */
  handOver(job: LinkJob): void {
    this.jobs.set(job.id, job.attempt);
    this.#send({
      case: 'job',
      value: {
        messageId: job.id,
        attempt: job.attempt,
        address: job.addressNorm,
        body: job.body,
        expiresAt: toTimestamp(job.expiresAtMs),
      },
    });
  }

  /** Says why, and closes. */
  goodbye(reason: GoodbyeReason, message: string): void {
    if (!this.#open) return;
    this.#send({ case: 'goodbye', value: { reason, message } });
    this.#open = false;
    this.#options.socket.close(1008, message.slice(0, 100));
    // A peer that does not answer the close is cut off.
    this.#stopTimers.push(this.#options.clock.setTimeout(() => this.#options.socket.terminate(), 1_000));
  }

  #terminate(): void {
    this.#open = false;
    this.#options.socket.terminate();
  }

  #closed(): void {
    this.#open = false;
    for (const stop of this.#stopTimers) stop();
    this.#options.onClose(this);
  }

  #send(frame: CoreFrameInit): void {
    const { socket } = this.#options;
    if (!this.#open || socket.readyState !== socket.OPEN) return;
    socket.send(toBinary(CoreFrameSchema, create(CoreFrameSchema, { frame })));
    if (socket.bufferedAmount > maxBufferedBytes) this.#terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (!this.#open) return;
    this.#lastHeardMs = this.#options.clock.nowMs();
    try {
      if (!isBinary) throw new ProtocolError('frames are binary');
      this.#onFrame(decode(data));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.goodbye(GoodbyeReason.PROTOCOL_ERROR, error.message);
    }
  }

  #onFrame({ frame }: AgentFrame): void {
    if (frame.case === 'hello') return this.#onHello(frame.value);
    if (!this.#welcomed) throw new ProtocolError('hello must come first');
    switch (frame.case) {
      // The journal answers for what it holds; the core needs to know only how a submit ended.
      case 'accepted':
      case 'pong':
        return;
      case 'ping':
        return this.#send({ case: 'pong', value: { nonce: frame.value.nonce } });
      case 'progress':
        return this.#onProgress(frame.value);
      case 'receipt':
        return this.#onReceipt(frame.value);
      case 'inbound':
        return this.#onInbound(frame.value);
      default:
        throw new ProtocolError('a frame without content');
    }
  }

  #onHello(hello: Hello): void {
    if (this.#greeted) throw new ProtocolError('hello came twice');
    this.#greeted = true;
    if (hello.protocolVersion !== protocolVersion) {
      const message = `this core speaks version ${protocolVersion} of the link, the agent ${hello.protocolVersion}: update the older one`;
      return this.goodbye(GoodbyeReason.VERSION, message);
    }
    if (!isName(hello.journalId, 64)) throw new ProtocolError('journal_id must have 1 to 64 characters');
    if (hello.window < 1 || hello.window > 100) throw new ProtocolError('window must be 1 to 100');
    const welcome = async () => {
      if (!(await this.#options.onHello(this, hello))) return;
      this.#send({
        case: 'welcome',
        value: { protocolVersion, now: toTimestamp(this.#options.clock.nowMs()) },
      });
      this.#welcomed = true;
      await this.#options.onWelcome(this);
      this.#window = hello.window;
      this.#options.onRoom(this);
    };
    this.#finish(welcome());
  }

  #onProgress(progress: Progress): void {
    const { messageId, attempt, reportId } = progress;
    const recorded = recordProgress(this.#reports(), progress);
    this.#finish(
      recorded.then(() => {
        if (this.jobs.get(messageId) === attempt) this.jobs.delete(messageId);
        this.#send({ case: 'reportAck', value: { reportId } });
        this.#options.onRoom(this);
      }),
    );
  }

  #onReceipt(receipt: Receipt): void {
    const recorded = recordReceipt(this.#reports(), receipt);
    this.#finish(
      recorded.then(() => this.#send({ case: 'reportAck', value: { reportId: receipt.reportId } })),
    );
  }

  #onInbound(inbound: Inbound): void {
    const received = recordInbound(this.#reports(), inbound);
    this.#finish(
      received.then(() => this.#send({ case: 'inboundAck', value: { inboundId: inbound.inboundId } })),
    );
  }

  #reports(): ReportContext {
    const { device, clock, lifetimes, update, receive } = this.#options;
    return { device, nowMs: clock.nowMs(), lifetimes, update, receive };
  }

  /** Follows work that a frame began: too much of it stops the reading, and a failure makes the agent repeat it. */
  #finish(work: Promise<void>): void {
    const { socket, log } = this.#options;
    if (++this.#unfinished >= maxUnfinished) socket.pause();
    work
      .catch((error: unknown) => {
        log.warn(
          { device: String(this.device.deviceId), error: (error as Error).name },
          'a report was not stored',
        );
        this.#terminate();
      })
      .finally(() => {
        if (--this.#unfinished < maxUnfinished / 2 && socket.isPaused) socket.resume();
      });
  }
}

type CoreFrameInit = NonNullable<Parameters<typeof create<typeof CoreFrameSchema>>[1]>['frame'] & {
  case: CoreFrame['frame']['case'];
};

function decode(data: Buffer): AgentFrame {
  try {
    return fromBinary(AgentFrameSchema, data);
  } catch {
    throw new ProtocolError('a frame that can not be read');
  }
}
