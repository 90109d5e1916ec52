// One device's link: the order of frames, their bounds, and the rule that a report is acknowledged only after its
// commit. It knows nothing of other devices and never decides what a device gets.
import type { WebSocket } from 'ws';
import {
  type AgentFrame,
  type DeviceState,
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
import type { ReferenceBits } from '../domain/text.ts';
import type { Failpoint } from '../failpoint.ts';
import type { Log } from '../log.ts';
import { toTimestamp } from '../rpc/to_proto.ts';
import { type CoreWord, decodeFrame, encodeFrame } from './frames.ts';
import { type Greeting, readHello, versionsOf } from './hello.ts';
import { type LinkJob, toJobFrame } from './job_frame.ts';
import {
  type LinkedDevice,
  ProtocolError,
  type ReportContext,
  recordInbound,
  recordProgress,
  recordReceipt,
} from './reports.ts';
import { type KnownState, readState } from './states.ts';
import { Unfinished } from './unfinished.ts';
import { agreeOnVersion, spokenHere } from './versions.ts';

const helloDeadlineMs = 10_000;
const pingPeriodMs = 20_000;
const silenceMs = 45_000;
/** A whole window of the longest texts, each as body and as parts, is less. */
const maxBufferedBytes = 2 * 1024 * 1024;

export interface LinkOptions {
  socket: WebSocket;
  device: LinkedDevice;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  lifetimes: Lifetimes;
  /** The core's own version, at most 64 characters. */
  coreVersion: string;
  /** Width of the reference that ties the parts of a long text together. */
  referenceBits: ReferenceBits;
  update: Update;
  receive: (text: ReceivedText) => Promise<void>;
  /** Called once, with the first frame; answers false when it refused the device. */
  onHello: (link: Link, greeting: Greeting) => Promise<boolean>;
  /** Called once, after the welcome and before there is room: hands over what the device may hold. */
  onWelcome: (link: Link) => Promise<void>;
  /** A job or a problem ended, so that there is room for another job. */
  onRoom: (link: Link) => void;
  /** The device said how it is; `before` is what it said last on this link. */
  onState: (link: Link, state: KnownState, before: KnownState | undefined) => void;
  onClose: (link: Link) => void;
}

/** One open link. */
export class Link {
  readonly device: LinkedDevice;
  /** Set when the link is opened in the store. */
  linkEpoch = 0n;
  /** Jobs handed over whose submit has not been reported, by message id. */
  readonly jobs = new Map<bigint, { attempt: number; sim: number }>();
  /** The slots of the device's SIMs, once it said hello. */
  sims: readonly number[] = [];
  /** How the device is; undefined until it says so, and then it counts as usable. */
  state: KnownState | undefined;
  /** When the device was last heard, in milliseconds. */
  lastHeardMs: number;
  /** Most jobs that the device takes at a time; 0 before the welcome. */
  window = 0;
  readonly #options: LinkOptions;
  /** Jobs in the device's journal that the core did not know of when it was told. */
  #unknownJobs = 0;
  #greeted = false;
  #welcomed = false;
  #open = true;
  readonly #unfinished = new Unfinished();
  /** Size of the frame that is being looked at, in bytes. */
  #frameBytes = 0;
  readonly #stopTimers: (() => void)[] = [];

  constructor(options: LinkOptions) {
    this.#options = options;
    this.device = options.device;
    const { socket, clock } = options;
    this.lastHeardMs = clock.nowMs();
    const helloTimer = clock.setTimeout(() => {
      if (!this.#greeted) this.goodbye(GoodbyeReason.PROTOCOL_ERROR, 'no hello in time');
    }, helloDeadlineMs);
    const pingTimer = clock.setInterval(() => {
      if (clock.nowMs() - this.lastHeardMs > silenceMs) this.#terminate();
      else this.#send({ case: 'ping', value: { nonce: 0n } });
    }, pingPeriodMs);
    this.#stopTimers.push(helloTimer, pingTimer);
    // ws answers these by itself, also to a peer that reads nothing.
    socket.on('ping', () => this.#cutIfDeaf());
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    // An error is always followed by close; what it says is the network's business.
    socket.on('error', () => {});
    socket.on('close', () => this.#closed());
  }

  /** False once it closes, whoever began it. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Jobs that the device would take now: none while it has a problem. */
  get room(): number {
    if (!this.#open || (this.state && this.state.problem !== '')) return 0;
    return Math.max(this.window - this.jobs.size, 0);
  }

  /** How much of its window is under way: 0 is idle. What only the device's own queue holds counts too. */
  get load(): number {
    return (this.jobs.size + this.#unknownJobs) / Math.max(this.window, 1);
  }

  /** Hands a text over. What was claimed for a link that closed meanwhile is handed over by the next one. */
  handOver(job: LinkJob): void {
    this.jobs.set(job.id, { attempt: job.attempt, sim: job.sim });
    this.#send({ case: 'job', value: toJobFrame(job, this.#options.referenceBits) });
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

  #send(frame: CoreWord): void {
    const { socket } = this.#options;
    if (!this.#open || socket.readyState !== socket.OPEN) return;
    socket.send(encodeFrame(frame));
    this.#cutIfDeaf();
  }

  #cutIfDeaf(): void {
    if (this.#options.socket.bufferedAmount > maxBufferedBytes) this.#terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (!this.#open) return;
    this.lastHeardMs = this.#options.clock.nowMs();
    try {
      this.#frameBytes = data.length;
      if (!isBinary) throw new ProtocolError('frames are binary');
      this.#onFrame(decodeFrame(data));
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
      case 'deviceState':
        return this.#onState(frame.value);
      default:
        throw new ProtocolError('a frame without content');
    }
  }

  #onHello(hello: Hello): void {
    if (this.#greeted) throw new ProtocolError('hello came twice');
    this.#greeted = true;
    const protocolVersion = agreeOnVersion(versionsOf(hello), spokenHere);
    if (typeof protocolVersion === 'string') return this.goodbye(GoodbyeReason.VERSION, protocolVersion);
    const greeting = readHello(hello);
    this.sims = greeting.sims;
    const welcome = async () => {
      const { clock, coreVersion, onHello } = this.#options;
      if (!(await onHello(this, greeting))) return;
      this.#send({
        case: 'welcome',
        value: { protocolVersion, now: toTimestamp(clock.nowMs()), coreVersion },
      });
      this.#welcomed = true;
      await this.#options.onWelcome(this);
      this.window = greeting.window;
      this.#options.onRoom(this);
    };
    this.#finish(welcome());
  }

  #onProgress(progress: Progress): void {
    const { messageId, attempt, reportId } = progress;
    this.#record('report', recordProgress, progress, () => {
      if (this.jobs.get(messageId)?.attempt === attempt) this.jobs.delete(messageId);
      this.#send({ case: 'reportAck', value: { reportId } });
      this.#options.onRoom(this);
    });
  }

  #onReceipt(receipt: Receipt): void {
    const { reportId } = receipt;
    this.#record('report', recordReceipt, receipt, () =>
      this.#send({ case: 'reportAck', value: { reportId } }),
    );
  }

  #onInbound(inbound: Inbound): void {
    const { inboundId } = inbound;
    this.#record('inbound', recordInbound, inbound, () =>
      this.#send({ case: 'inboundAck', value: { inboundId } }),
    );
  }

  /** Acknowledges what a frame says only after its commit. Throws ProtocolError for a frame out of bounds. */
  #record<T>(
    kind: 'report' | 'inbound',
    record: (context: ReportContext, frame: T) => Promise<unknown>,
    frame: T,
    acknowledge: () => void,
  ): void {
    const { failpoint } = this.#options;
    const recorded = record(this.#reports(), frame);
    failpoint(`${kind}_before_commit`);
    this.#finish(
      recorded.then(() => {
        failpoint(`${kind}_after_commit`);
        acknowledge();
      }),
    );
  }

  #onState(said: DeviceState): void {
    const before = this.state;
    this.state = readState(said);
    this.#unknownJobs = Math.max(this.state.queueLength - this.jobs.size, 0);
    this.#options.onState(this, this.state, before);
    if (before && before.problem !== '' && this.state.problem === '') this.#options.onRoom(this);
  }

  #reports(): ReportContext {
    const { device, clock, lifetimes, update, receive } = this.#options;
    return { device, nowMs: clock.nowMs(), lifetimes, update, receive };
  }

  /** Follows work that a frame began: too much of it stops the reading, and a failure makes the agent repeat it. */
  #finish(work: Promise<void>): void {
    const { socket, log } = this.#options;
    const bytes = this.#frameBytes;
    this.#unfinished.begin(bytes);
    if (this.#unfinished.isFull) socket.pause();
    work
      .catch((error: unknown) => {
        log.warn(
          { device: String(this.device.deviceId), error: (error as Error).name },
          'a report was not stored',
        );
        this.#terminate();
      })
      .finally(() => {
        this.#unfinished.end(bytes);
        if (this.#unfinished.hasRoom && socket.isPaused) socket.resume();
      });
  }
}
