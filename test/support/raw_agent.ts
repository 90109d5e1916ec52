// A device agent without a mind of its own: a test says each frame but the answers to pings. It talks to a real link over a real socket.
import { once } from 'node:events';
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { WebSocket } from 'ws';
import {
  AgentFrameSchema,
  type CoreFrame,
  CoreFrameSchema,
  type DeviceStateSchema,
  type HelloSchema,
  type Job,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Core } from '../../server/core.ts';

type Frame = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;
type CoreCase = NonNullable<CoreFrame['frame']['case']>;

type FrameValue<Case extends CoreCase> = Extract<CoreFrame['frame'], { case: Case }>['value' &
  keyof Extract<CoreFrame['frame'], { case: Case }>];

/** What a report is about. */
type ReportedJob = Pick<Job, 'messageId' | 'attempt' | 'identity'>;

/** One socket to a core's device listener. */
export class RawAgent {
  readonly socket: WebSocket;
  readonly #frames: CoreFrame['frame'][] = [];
  /** Who waits for a frame. */
  readonly #waiting = new Set<() => void>();

  constructor(core: Pick<Core, 'device'>, token: string | null) {
    this.socket = new WebSocket(`ws://127.0.0.1:${core.device.port}/device/v1/link`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    this.socket.on('message', (data) => {
      const { frame } = fromBinary(CoreFrameSchema, data as Buffer);
      if (frame.case === 'ping') return this.send({ case: 'pong', value: { nonce: frame.value.nonce } });
      this.#frames.push(frame);
      this.#wake();
    });
    this.socket.on('close', () => this.#wake());
    this.socket.on('error', () => this.#wake());
  }

  /** Opens a link and says hello. */
  static async linked(
    core: Pick<Core, 'device'>,
    token: string,
    journalId = 'journal-1',
    window = 16,
    hello: MessageInitShape<typeof HelloSchema> = {},
  ): Promise<RawAgent> {
    const agent = new RawAgent(core, token);
    await once(agent.socket, 'open');
    agent.send({
      case: 'hello',
      value: { protocolVersion: 1, agentVersion: 'test', driver: 'raw', journalId, window, ...hello },
    });
    await agent.expect('welcome');
    return agent;
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  send(frame: Frame): void {
    this.socket.send(toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame })));
  }

  /** The next frame of a kind; other frames before it are kept for later. */
  async expect<Case extends CoreCase>(wanted: Case): Promise<FrameValue<Case>> {
    for (;;) {
      const index = this.#frames.findIndex((frame) => frame.case === wanted);
      if (index >= 0) {
        const [frame] = this.#frames.splice(index, 1);
        return frame?.value as unknown as FrameValue<Case>;
      }
      if (this.socket.readyState >= WebSocket.CLOSING) throw new Error(`the link closed before a ${wanted}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Frames of a kind that are here already. */
  waiting(kind: CoreCase): number {
    return this.#frames.filter((frame) => frame.case === kind).length;
  }

  /** Takes a job and says that the network took the text. */
  async submit(): Promise<Job> {
    const job = await this.expect('job');
    this.report(job, 1);
    await this.expect('reportAck');
    return job;
  }

  /** Says how a submit ended: 1 sent, 2 failed, 3 unknown, 4 handed back. */
  report(
    job: ReportedJob,
    outcome: 1 | 2 | 3 | 4,
    error = '',
    reportId = `p-${job.messageId}-${job.attempt}`,
  ): void {
    const { messageId, attempt, identity } = job;
    this.send({ case: 'progress', value: { reportId, messageId, attempt, identity, outcome, error } });
  }

  /** Says how the device is. */
  reportState(state: MessageInitShape<typeof DeviceStateSchema>): void {
    this.send({ case: 'deviceState', value: state });
  }

  /** Waits until the core has read everything that was sent so far. */
  async settled(): Promise<void> {
    this.send({ case: 'ping', value: { nonce: 7n } });
    await this.expect('pong');
  }

  /** Says what a receipt says: 1 delivered, 2 failed. */
  receipt(job: ReportedJob, outcome: 1 | 2, error = ''): void {
    const { messageId, attempt, identity } = job;
    this.send({
      case: 'receipt',
      value: { reportId: `r-${messageId}-${attempt}`, messageId, attempt, identity, outcome, error },
    });
  }

  /** Waits until the socket is closed; returns the code. */
  async closed(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) return 0;
    const [code] = await once(this.socket, 'close');
    return code as number;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }
}
