// The core's end of the device link, as tests need it: it welcomes, records, acknowledges when a test asks for it, and
// misbehaves when asked.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type AgentFrame,
  AgentFrameSchema,
  CoreFrameSchema,
  type GoodbyeReason,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { Encoding } from '../../proto/gen/textrelay/v1/message_pb.ts';

type CoreFrameInit = NonNullable<MessageInitShape<typeof CoreFrameSchema>['frame']>;
type CaseOf<K> = Extract<AgentFrame['frame'], { case: K }>;

/** What a test may change at any time. */
export interface CoreBehaviour {
  /** Refuse the upgrade with this HTTP status. */
  refuseStatus?: number;
  /** A proxy refuses it, and not the core. */
  isProxy?: boolean;
  /** Never answer Hello. */
  silent?: boolean;
  ackReports: boolean;
  ackInbound: boolean;
  /** Called for each frame before it is answered; false: it is recorded but not answered. */
  onFrame?: (frame: AgentFrame['frame']) => boolean;
}

/** A core of one device. */
export class FakeCore {
  readonly behaviour: CoreBehaviour = { ackReports: true, ackInbound: true };
  /** All frames of all links, in order. */
  readonly frames: AgentFrame['frame'][] = [];
  /** Authorization headers of the upgrades, in order. */
  readonly authorizations: (string | undefined)[] = [];
  /** Close codes that came from the agent. */
  readonly closeCodes: number[] = [];
  /** Called after each Welcome. */
  onLink: () => void = () => undefined;
  readonly #server: Server;
  readonly #nowMs: () => number;
  #socket: WebSocket | undefined;

  private constructor(server: Server, nowMs: () => number) {
    this.#server = server;
    this.#nowMs = nowMs;
    const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
    server.on('upgrade', (request, socket, head) => {
      this.authorizations.push(request.headers.authorization);
      const { refuseStatus, isProxy } = this.behaviour;
      const word = refuseStatus === 401 && !isProxy ? 'Textrelay-Refusal: unknown-device\r\n' : '';
      if (refuseStatus !== undefined || request.url !== '/device/v1/link') {
        socket.end(
          `HTTP/1.1 ${refuseStatus ?? 404} No\r\nContent-Length: 0\r\n${word}Connection: close\r\n\r\n`,
        );
        return;
      }
      sockets.handleUpgrade(request, socket, head, (webSocket) => this.#serve(webSocket));
    });
  }

  /** A core that listens on a free port; `nowMs` is its clock. */
  static async start(nowMs: () => number): Promise<FakeCore> {
    const server = createServer((_, response) =>
      response.writeHead(404, { date: new Date(nowMs()).toUTCString() }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeCore(server, nowMs);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether a link is open. */
  get linked(): boolean {
    return this.#socket !== undefined;
  }

  send(frame: CoreFrameInit): void {
    this.sendRaw(toBinary(CoreFrameSchema, create(CoreFrameSchema, { frame })));
  }

  sendRaw(data: Uint8Array | string): void {
    this.#socket?.send(data);
  }

  sendJob(
    messageId: bigint,
    address: string,
    job: {
      attempt?: number;
      body?: string;
      parts?: string[];
      referenceBits?: 8 | 16;
      expiresAtMs?: number;
      traceParent?: string;
    } = {},
  ) {
    const { attempt = 1, body = 'hello', parts = [body], referenceBits = 8, traceParent = '' } = job;
    const expiresAt = timestampFromMs(job.expiresAtMs ?? this.#nowMs() + 86_400_000);
    const split = { encoding: Encoding.GSM7, parts, referenceBits, sim: 1, traceParent };
    const value = { messageId, attempt, address, body: parts.join(''), expiresAt, ...split };
    this.send({ case: 'job', value });
  }

  goodbye(reason: GoodbyeReason): void {
    this.send({ case: 'goodbye', value: { reason, message: 'bye' } });
  }

  /** Cuts the link as a broken network does. */
  cut(): void {
    this.#socket?.terminate();
    this.#socket = undefined;
  }

  /** What came of one kind, in order. */
  received<K extends NonNullable<AgentFrame['frame']['case']>>(kind: K): CaseOf<K>['value'][] {
    return this.frames.flatMap((frame) => (frame.case === kind ? [frame.value as CaseOf<K>['value']] : []));
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (data) => this.#receive(fromBinary(AgentFrameSchema, data as Buffer).frame));
    socket.on('close', (code) => {
      this.closeCodes.push(code);
      if (this.#socket === socket) this.#socket = undefined;
    });
  }

  #receive(frame: AgentFrame['frame']): void {
    this.frames.push(frame);
    if (this.behaviour.onFrame?.(frame) === false || this.behaviour.silent) return;
    switch (frame.case) {
      case 'hello':
        this.send({ case: 'welcome', value: { protocolVersion: 1, now: timestampFromMs(this.#nowMs()) } });
        return this.onLink();
      case 'ping':
        return this.send({ case: 'pong', value: { nonce: frame.value.nonce } });
      case 'progress':
      case 'receipt':
        if (!this.behaviour.ackReports) return;
        return this.send({ case: 'reportAck', value: { reportId: frame.value.reportId } });
      case 'inbound':
        if (!this.behaviour.ackInbound) return;
        return this.send({ case: 'inboundAck', value: { inboundId: frame.value.inboundId } });
    }
  }
}
