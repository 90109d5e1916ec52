// A phone of a story about stops, with its agent: of each text that it is handed it says that it left, or it hands the text back,
// or its link is cut first. Its journal outlasts cut links.
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { WebSocket } from 'ws';
import {
  AgentFrameSchema,
  type CoreFrame,
  CoreFrameSchema,
  type Job,
  SubmitOutcome,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Steps } from './steps.ts';

type Frame = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;

interface StopPhoneOptions {
  steps: Steps;
  chance: Seeded;
  token: string;
  /** Where it finds a core. */
  port: () => number;
  /** Called with each text that is handed over for the first time. */
  onHandedOver: (job: Job) => void;
}

/** Fewer than a story's texts, so that some wait. */
const window = 2;
const most = { workSteps: 5, awaySteps: 4 };
/** An agent asks again for what was not answered, as long as its link stands. */
const repeatSteps = 30;

const nameOf = ({ identity, attempt }: Pick<Job, 'identity' | 'attempt'>) => `${identity} ${attempt}`;

export class StopPhone {
  readonly #options: StopPhoneOptions;
  /** The hand-overs that it knows, and whether one is still to be done. */
  readonly #held = new Map<string, boolean>();
  /** What is repeated until it is acknowledged, by its name. */
  readonly #owed = new Map<string, Frame>();
  readonly #onAcknowledged = new Map<string, () => void>();
  #socket: WebSocket | undefined;
  #isWelcome = false;
  #isStopped = false;

  constructor(options: StopPhoneOptions) {
    this.#options = options;
  }

  start(): void {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#options.port()}/device/v1/link`, {
      headers: { authorization: `Bearer ${this.#options.token}` },
    });
    this.#socket = socket;
    socket.on('open', () => this.#greet());
    socket.on('message', (data) => this.#take(fromBinary(CoreFrameSchema, data as Buffer).frame));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#isWelcome = false;
      if (!this.#isStopped) this.#after(1 + this.#options.chance.below(most.awaySteps), () => this.start());
    });
  }

  /** Cuts the link, as a network does. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** A text comes in; calls back once the core has acknowledged it. */
  receive(inboundId: string, address: string, body: string, onAcknowledged: () => void): void {
    this.#onAcknowledged.set(inboundId, onAcknowledged);
    this.#owe(inboundId, { case: 'inbound', value: { inboundId, address, body, sim: 1 } });
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.terminate();
  }

  #after(steps: number, work: () => void): void {
    this.#options.steps.after(steps, () => {
      if (!this.#isStopped) work();
    });
  }

  #greet(): void {
    const value = {
      ...{ protocolVersion: 1, agentVersion: 'story', driver: 'story', journalId: 'journal' },
      ...{ window, takesCancel: true },
    };
    this.#send({ case: 'hello', value });
  }

  #take(frame: CoreFrame['frame']): void {
    switch (frame.case) {
      case 'welcome':
        this.#isWelcome = true;
        for (const owed of this.#owed.values()) this.#send(owed);
        return;
      case 'job':
        return this.#takeJob(frame.value);
      case 'cancel':
        return this.#end(frame.value, SubmitOutcome.FAILED, 'cancelled: the account asked for it');
      case 'reportAck':
        this.#owed.delete(frame.value.reportId);
        return;
      case 'inboundAck':
        this.#owed.delete(frame.value.inboundId);
        this.#onAcknowledged.get(frame.value.inboundId)?.();
        return;
      case 'ping':
        return this.#send({ case: 'pong', value: { nonce: frame.value.nonce } });
      default:
    }
  }

  #takeJob(job: Job): void {
    const { messageId, attempt, identity } = job;
    const name = nameOf(job);
    const isNew = !this.#held.has(name);
    if (isNew) {
      this.#held.set(name, true);
      this.#options.onHandedOver(job);
    }
    this.#send({ case: 'accepted', value: { messageId, attempt, identity } });
    if (!isNew) return;
    const { chance } = this.#options;
    const isHandedBack = chance.chance(0.4);
    const isCut = chance.chance(0.15);
    this.#after(chance.below(most.workSteps), () => {
      if (isHandedBack) this.#end(job, SubmitOutcome.HANDED_BACK, 'the phone is gone');
      else this.#end(job, SubmitOutcome.SENT, '');
      if (isCut) this.cut();
    });
  }

  #end(job: Pick<Job, 'messageId' | 'attempt' | 'identity'>, outcome: SubmitOutcome, error: string): void {
    if (this.#held.get(nameOf(job)) !== true) return;
    this.#held.set(nameOf(job), false);
    const { messageId, attempt, identity } = job;
    const reportId = `p-${identity}-${attempt}`;
    const value = { reportId, messageId, attempt, identity, outcome, error };
    this.#owe(reportId, { case: 'progress', value });
  }

  #owe(name: string, frame: Frame): void {
    this.#owed.set(name, frame);
    if (!this.#isWelcome) return;
    this.#send(frame);
    this.#after(repeatSteps, () => {
      const owed = this.#owed.get(name);
      if (owed) this.#owe(name, owed);
    });
  }

  #send(frame: Frame): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame })));
  }
}
