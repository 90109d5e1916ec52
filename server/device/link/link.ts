// One device's link: the order of frames, their bounds, and the rule that a report is acknowledged only after its
// commit. It knows nothing about other devices and never decides what a device gets.
import {
  type AgentFrame,
  type DeviceState,
  GoodbyeReason,
  type Hello,
  type Inbound,
  type Progress,
  type Receipt,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import { fenceOf } from '../../store/devices/links.ts';
import {
  type LinkedDevice,
  mostSims,
  ProtocolError,
  type ReportContext,
  recordInbound,
  recordProgress,
  recordReceipt,
} from '../reports.ts';
import { type KnownState, readState, steadied } from '../states.ts';
import { type CoreMessage, decodeFrame, encodeFrame, type LinkJob, toJobFrame } from './frames.ts';
import { agreeOnVersion, readHello, spokenHere, versionsOf } from './hello.ts';
import { LinkJobs } from './link_jobs.ts';
import type { LinkOptions } from './link_options.ts';
import { Reading } from './reading.ts';
import { type LinkShare, Recording } from './recording.ts';

const helloDeadlineMs = 10_000;
const pingPeriodMs = 20_000;
/** How many pings in a row may stay unanswered; they are counted, because a clock may be set meanwhile. */
const mostUnanswered = 2;
/** How long a device that was unpaired may report what it holds. */
const leavingMs = 1_000;
/** A whole window of the longest texts, each as body and as parts, is less. */
const maxBufferedBytes = 2 * 1024 * 1024;

/** One open link. */
export class Link {
  readonly device: LinkedDevice;
  /** Set when the link is opened in the store. */
  linkEpoch = 0n;
  /** How many claims for this link have had an unknown outcome so far. */
  doubts = 0;
  readonly jobs = new LinkJobs();
  /** The slots of the device's SIMs, once it said hello. */
  sims: readonly number[] = [];
  /** How the device is; undefined until it says so, and then it counts as usable. */
  state: KnownState | undefined;
  /** When a frame of the device was last received, in milliseconds. */
  lastReceivedMs: number;
  /** Most jobs that the device takes at a time; 0 before the welcome. */
  window = 0;
  readonly #options: LinkOptions<Link>;
  /** Jobs in the device's journal that the core did not know of when they were offered. */
  #unknownJobs = 0;
  #takesCancel = false;
  #greeted = false;
  #welcomed = false;
  #unanswered = 0;
  #open = true;
  /** The device was unpaired, and may still report what it holds. */
  #isLeaving = false;
  readonly #stopTimers: (() => void)[] = [];
  readonly #reading: Reading;
  readonly #share: LinkShare;
  readonly #recording: Recording;

  constructor(options: LinkOptions<Link>) {
    this.#options = options;
    this.device = options.device;
    const { socket, clock, log, shares } = options;
    this.lastReceivedMs = clock.nowMs();
    this.#reading = new Reading(socket, clock);
    this.#share = shares.open(this.device.accountId, () => this.#reading.goOn('load'));
    const device = String(this.device.deviceId);
    const onFull = () => this.#reading.stop('load');
    this.#recording = new Recording({ clock, log, device, share: this.#share, onFull });
    const helloTimer = clock.setTimeout(() => {
      if (!this.#greeted) this.goodbye(GoodbyeReason.PROTOCOL_ERROR, 'no hello in time');
    }, helloDeadlineMs);
    const pingTimer = clock.setInterval(() => {
      if (++this.#unanswered > mostUnanswered) this.#terminate();
      else this.#send({ case: 'ping', value: { nonce: 0n } });
    }, pingPeriodMs);
    this.#stopTimers.push(helloTimer, pingTimer);
    // ws answers these by itself, also to a peer that reads nothing.
    socket.on('ping', () => this.#cutIfDeaf());
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    // Close always follows an error, whose text is only about the network.
    socket.on('error', () => {});
    socket.on('close', () => this.#closed());
  }

  /** The fence of its claims; see store/devices/links.ts. */
  get fence(): bigint {
    return fenceOf(this.linkEpoch, this.doubts);
  }

  /** False once it closes, from either side. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** Jobs that the device would take now: none while it has a problem. */
  get capacity(): number {
    if (!this.#open || (this.state && this.state.problem !== '')) return 0;
    return Math.max(this.window - this.jobs.size, 0);
  }

  /** How much of its window is under way: 0 is idle. Jobs in the device's own queue count too. */
  get load(): number {
    return (this.jobs.size + this.#unknownJobs) / Math.max(this.window, 1);
  }

  /** Hands over a text. If the link has closed meanwhile, the device's next link hands it over. */
  handOver(job: LinkJob): void {
    this.jobs.set(job.id, { attempt: job.attempt, identity: job.identity, sim: job.sim });
    this.#send({ case: 'job', value: toJobFrame(job, this.#options.referenceBits) });
  }

  /** Asks the device not to send a text, which it may hold; nothing where it cannot be asked. */
  askBack({ id, attempt, identity }: Pick<LinkJob, 'id' | 'attempt' | 'identity'>): void {
    if (!this.#takesCancel) return;
    this.#send({ case: 'cancel', value: { messageId: id, attempt, identity: identity ?? '' } });
  }

  /** Sends the reason, and closes. */
  goodbye(reason: GoodbyeReason, message: string): void {
    if (!this.#open) return;
    this.#send({ case: 'goodbye', value: { reason, message } });
    this.#open = false;
    this.#options.socket.close(1008, message.slice(0, 100));
    // A peer that does not answer the close is cut off.
    this.#stopTimers.push(this.#options.clock.setTimeout(() => this.#options.socket.terminate(), 1_000));
  }

  /**
   * Says that the device was unpaired, and for a second still takes what it reports of the texts that it holds. Resolves once
   * the link is closed and that is stored, or cannot be.
   */
  async dismiss(message: string): Promise<void> {
    if (!this.#open) return;
    const { socket, clock } = this.#options;
    this.#send({ case: 'goodbye', value: { reason: GoodbyeReason.UNPAIRED, message } });
    this.#open = false;
    this.#isLeaving = true;
    this.#stopTimers.push(clock.setTimeout(() => socket.terminate(), leavingMs));
    if (socket.readyState !== socket.CLOSED)
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await this.#recording.settled();
  }

  #terminate(): void {
    this.#open = false;
    this.#options.socket.terminate();
  }

  #closed(): void {
    this.#open = false;
    this.#isLeaving = false;
    for (const stop of this.#stopTimers) stop();
    this.#recording.end();
    this.#share.close();
    this.#reading.end();
    this.#options.onClose(this);
  }

  #send(frame: CoreMessage): void {
    const { socket } = this.#options;
    if (!(this.#open || this.#isLeaving) || socket.readyState !== socket.OPEN) return;
    socket.send(encodeFrame(frame));
    this.#cutIfDeaf();
  }

  #cutIfDeaf(): void {
    if (this.#options.socket.bufferedAmount > maxBufferedBytes) this.#terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (!this.#open && !this.#isLeaving) return;
    this.lastReceivedMs = this.#options.clock.nowMs();
    this.#unanswered = 0;
    try {
      if (!isBinary) throw new ProtocolError('frames are binary');
      this.#onFrame(decodeFrame(data), data.length);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.goodbye(GoodbyeReason.PROTOCOL_ERROR, error.message);
    }
  }

  #onFrame({ frame }: AgentFrame, bytes: number): void {
    if (frame.case === 'hello') return this.#onHello(frame.value);
    if (!this.#welcomed) throw new ProtocolError('hello must come first');
    if (this.#isLeaving && frame.case !== 'progress' && frame.case !== 'receipt') return;
    switch (frame.case) {
      // The device's journal keeps the job; the core only needs to know how its submit ended.
      case 'accepted':
      case 'pong':
        return;
      case 'ping':
        return this.#send({ case: 'pong', value: { nonce: frame.value.nonce } });
      case 'progress':
        return this.#onProgress(frame.value, bytes);
      case 'receipt':
        return this.#onReceipt(frame.value, bytes);
      case 'inbound':
        return this.#onInbound(frame.value, bytes);
      case 'deviceState':
        return this.#onState(frame.value);
      default:
        throw new ProtocolError('a frame has no content');
    }
  }

  #onHello(hello: Hello): void {
    if (this.#greeted) throw new ProtocolError('hello came twice');
    this.#greeted = true;
    const protocolVersion = agreeOnVersion(versionsOf(hello), spokenHere);
    if (typeof protocolVersion === 'string') return this.goodbye(GoodbyeReason.VERSION, protocolVersion);
    const greeting = readHello(hello);
    this.sims = greeting.sims;
    this.#takesCancel = greeting.takesCancel;
    const welcome = async () => {
      const { clock, coreVersion, onHello } = this.#options;
      if (!(await onHello(this, greeting))) return;
      const value = { protocolVersion, now: toTimestamp(clock.nowMs()), coreVersion };
      this.#send({ case: 'welcome', value });
      this.#welcomed = true;
      await this.#options.onWelcome(this);
      this.window = greeting.window;
      this.#options.onCapacity(this);
    };
    welcome().catch((error: unknown) => {
      const about = { device: String(this.device.deviceId), error: (error as Error).name };
      this.#options.log.warn(about, 'a link could not be opened');
      this.#terminate();
    });
  }

  #onProgress(progress: Progress, bytes: number): void {
    const store = () => recordProgress(this.#reports(), progress);
    this.#record('report', progress.reportId, bytes, store, () => {
      this.jobs.endReported(progress);
      this.#options.onCapacity(this);
    });
  }

  #onReceipt(receipt: Receipt, bytes: number): void {
    this.#record('report', receipt.reportId, bytes, () => recordReceipt(this.#reports(), receipt));
  }

  #onInbound(inbound: Inbound, bytes: number): void {
    // An answer would wait for a SIM that the device does not have.
    const known =
      inbound.sim > mostSims || this.sims.includes(inbound.sim) ? inbound : { ...inbound, sim: 0 };
    this.#reading.countInbound();
    this.#record('inbound', inbound.inboundId, bytes, () => recordInbound(this.#reports(), known));
  }

  /** Acknowledges what a frame says only after its commit. Throws ProtocolError for a frame out of bounds. */
  #record(
    kind: 'report' | 'inbound',
    name: string,
    bytes: number,
    store: () => Promise<unknown>,
    onStored = () => {},
  ): void {
    const { failpoint } = this.#options;
    this.#recording.take({
      name: `${kind} ${name}`,
      bytes,
      store,
      onStored: () => {
        failpoint(`${kind}_after_commit`);
        if (kind === 'report') this.#send({ case: 'reportAck', value: { reportId: name } });
        else this.#send({ case: 'inboundAck', value: { inboundId: name } });
        onStored();
      },
    });
    failpoint(`${kind}_before_commit`);
  }

  #onState(said: DeviceState): void {
    const before = this.state;
    this.state = steadied(readState(said), before);
    this.#unknownJobs = Math.max(this.state.queueLength - this.jobs.size, 0);
    this.#options.onState(this, this.state, before);
    if (before && before.problem !== '' && this.state.problem === '') this.#options.onCapacity(this);
  }

  #reports(): ReportContext {
    const { device, clock, lifetimes, update, handBack, receive, traces } = this.#options;
    return { device, nowMs: clock.nowMs(), lifetimes, update, handBack, receive, traces };
  }
}
