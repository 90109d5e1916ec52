// A phone with its agent, as a story plays it: it keeps every promise of the link protocol, its journal outlasts cut links, and its
// ledger says what left it.
import { randomUUID } from 'node:crypto';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { WebSocket } from 'ws';
import {
  AgentFrameSchema,
  type CoreFrame,
  CoreFrameSchema,
  GoodbyeReason,
  type Job,
  ReceiptSupport,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Seeded } from '../../support/seeded.ts';

type Frame = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;

/** A text that was submitted to the network. */
export interface Submitted {
  messageId: bigint;
  address: string;
  body: string;
  atMs: number;
  /** The number of the event in the story at which it was handed over to this phone, and at which it left. */
  handedAt: number;
  leftAt: number;
  /** The service did not learn that it left. */
  isUnsure?: boolean;
}

/** What the agent has in its journal about a text. */
interface Entry {
  job: Job;
  handedAt: number;
  state: 'held' | 'submitted' | 'ended';
}

interface PhoneOptions {
  clock: Clock;
  chance: Seeded;
  token: string;
  /** Where it finds a core; undefined while none is there. */
  port: () => number | undefined;
  /** Numbers the events of the story. */
  nextEvent: () => number;
}

const most = { submitMs: 1_500, receiptMs: 3_000, backoffMs: 1_000 };
const pingPeriodMs = 20_000;
/** A core takes reports of a device that was unpaired for as long. */
const leavingMs = 900;

export class StoryPhone {
  readonly ledger: Submitted[] = [];
  /** It was unpaired, or lost its journal: what it had may end without anybody knowing how. */
  isUnsure = false;
  readonly #options: PhoneOptions;
  #journalId = randomUUID();
  readonly #entries = new Map<string, Entry>();
  /** What is repeated until it is acknowledged, by its name. */
  readonly #owed = new Map<string, Frame>();
  readonly #onAcknowledged = new Map<string, (event: number) => void>();
  readonly #onSubmit: (() => void)[] = [];
  #socket: WebSocket | undefined;
  #isWelcome = false;
  #isStopped = false;
  #awayUntilMs = 0;
  #cancelPing = () => {};

  constructor(options: PhoneOptions) {
    this.#options = options;
  }

  /** Connects, and again whenever the link ends. */
  start(): void {
    if (this.#isStopped) return;
    const port = this.#options.port();
    if (port === undefined) return this.#startLater();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/device/v1/link`, {
      headers: { authorization: `Bearer ${this.#options.token}` },
    });
    this.#socket = socket;
    socket.on('open', () => this.#greet());
    socket.on('message', (data) => this.#receive(fromBinary(CoreFrameSchema, data as Buffer).frame));
    socket.on('unexpected-response', (request, response) => this.#refused(request, response));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#isWelcome = false;
      this.#cancelPing();
      this.#startLater();
    });
  }

  /** Cuts the link, as a network does. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Resolves when the next text leaves, or nothing leaves for a while. */
  nextSubmit(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSubmit.push(resolve);
      this.#options.clock.setTimeout(resolve, most.submitMs * 2);
    });
  }

  /** Is out of reach for a while: texts wait for it. */
  goAway(forMs: number): void {
    this.#awayUntilMs = this.#options.clock.nowMs() + forMs;
    this.cut();
  }

  /** Begins with an empty journal, as a phone does that was put back to how it was made. */
  loseJournal(): void {
    this.isUnsure = true;
    this.#journalId = randomUUID();
    this.#entries.clear();
    this.#owed.clear();
    this.cut();
  }

  /** A text comes in; calls back with the event at which the core acknowledges it. */
  receive(inboundId: string, address: string, body: string, onAcknowledged: (event: number) => void): void {
    this.#onAcknowledged.set(inboundId, onAcknowledged);
    this.#owe(inboundId, { case: 'inbound', value: { inboundId, address, body, sim: 1 } });
  }

  get isIdle(): boolean {
    if (this.#isStopped) return true;
    return this.#owed.size === 0 && [...this.#entries.values()].every(({ state }) => state !== 'held');
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.terminate();
  }

  #startLater(): void {
    const { clock, chance } = this.#options;
    const waitMs = Math.max(chance.between(50, most.backoffMs), this.#awayUntilMs - clock.nowMs());
    if (!this.#isStopped) clock.setTimeout(() => this.start(), waitMs);
  }

  /** One that was unpaired while it was away learns of it so, and reports nothing more. */
  #refused(request: ClientRequest, response: IncomingMessage): void {
    response.resume();
    request.destroy();
    this.#socket = undefined;
    if (response.statusCode !== 401) return this.#startLater();
    this.isUnsure = true;
    this.#isStopped = true;
  }

  #greet(): void {
    const value = {
      ...{
        protocolVersion: 1,
        agentVersion: 'story',
        driver: 'story',
        journalId: this.#journalId,
        window: 4,
      },
      ...{ takesCancel: true, receipts: ReceiptSupport.DELIVERY },
    };
    this.#send({ case: 'hello', value });
    const ping = () => this.#send({ case: 'ping', value: { nonce: 1n } });
    this.#cancelPing = this.#options.clock.setInterval(ping, pingPeriodMs);
  }

  #receive(frame: CoreFrame['frame']): void {
    switch (frame.case) {
      case 'welcome':
        this.#isWelcome = true;
        for (const owed of this.#owed.values()) this.#send(owed);
        return;
      case 'job':
        return this.#take(frame.value);
      case 'cancel':
        return this.#cancel(nameOf(frame.value));
      case 'reportAck':
        this.#owed.delete(frame.value.reportId);
        return;
      case 'inboundAck':
        this.#owed.delete(frame.value.inboundId);
        this.#onAcknowledged.get(frame.value.inboundId)?.(this.#options.nextEvent());
        return;
      case 'goodbye':
        if (frame.value.reason === GoodbyeReason.UNPAIRED) this.#leave();
        return;
      case 'ping':
        return this.#send({ case: 'pong', value: { nonce: frame.value.nonce } });
      default:
    }
  }

  /** It was unpaired: what has not left goes back, and it never comes again. */
  #leave(): void {
    this.isUnsure = true;
    for (const entry of this.#entries.values()) {
      if (entry.state !== 'held') continue;
      entry.state = 'ended';
      this.#report(entry.job, 4, 'the device was unpaired');
    }
    this.#isStopped = true;
    this.#options.clock.setTimeout(() => this.#socket?.close(), leavingMs);
  }

  #take(job: Job): void {
    const { messageId, attempt, identity } = job;
    const name = nameOf(job);
    const isNew = !this.#entries.has(name);
    const hasLeft = this.#hasLeft(identity);
    const state = hasLeft ? 'submitted' : 'held';
    if (isNew) this.#entries.set(name, { job, handedAt: this.#options.nextEvent(), state });
    this.#send({ case: 'accepted', value: { messageId, attempt, identity } });
    // Who hands it over once more has lost that it left.
    if (hasLeft) {
      this.#report(job, 1, '');
      this.#reportReceipt(job);
      return;
    }
    if (!isNew) return;
    const { clock, chance } = this.#options;
    clock.setTimeout(() => this.#submit(name), chance.between(0, most.submitMs));
  }

  /** Whether it has submitted the text by any hand-over. */
  #hasLeft(identity: string): boolean {
    return [...this.#entries.values()].some(
      ({ job, state }) => job.identity === identity && state === 'submitted',
    );
  }

  #submit(name: string): void {
    const { clock, chance, nextEvent } = this.#options;
    const entry = this.#entries.get(name);
    if (this.#isStopped || entry?.state !== 'held') return;
    const { job, handedAt } = entry;
    if (job.expiresAt && clock.nowMs() >= timestampMs(job.expiresAt)) {
      entry.state = 'ended';
      return this.#report(job, 2, 'expired_in_queue: it came too late');
    }
    entry.state = 'submitted';
    const { messageId, address, body } = job;
    this.ledger.push({ messageId, address, body, atMs: clock.nowMs(), handedAt, leftAt: nextEvent() });
    this.#report(job, 1, '');
    for (const resolve of this.#onSubmit.splice(0)) resolve();
    clock.setTimeout(() => this.#reportReceipt(job), chance.between(0, most.receiptMs));
  }

  /** A text that has not left does not leave any more, also where it was never handed over. */
  #cancel(name: string): void {
    const entry = this.#entries.get(name);
    if (entry?.state !== 'held') return;
    entry.state = 'ended';
    this.#report(entry.job, 2, 'cancelled: the account asked for it');
  }

  #report({ messageId, attempt, identity }: Job, outcome: 1 | 2 | 4, error: string): void {
    const reportId = `p-${identity}-${attempt}`;
    const value = { reportId, messageId, attempt, identity, outcome, error };
    this.#owe(reportId, { case: 'progress', value });
  }

  #reportReceipt({ messageId, attempt, identity }: Job): void {
    const reportId = `r-${identity}-${attempt}`;
    this.#owe(reportId, { case: 'receipt', value: { reportId, messageId, attempt, identity, outcome: 1 } });
  }

  #owe(name: string, frame: Frame): void {
    this.#owed.set(name, frame);
    if (this.#isWelcome) this.#send(frame);
  }

  #send(frame: Frame): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame })));
  }
}

/** Names a hand-over. */
const nameOf = ({ messageId, attempt, identity }: Pick<Job, 'messageId' | 'attempt' | 'identity'>) =>
  `${identity} ${messageId} ${attempt}`;
