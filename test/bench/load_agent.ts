// One device agent of the load: the link's real frames, pings, deadlines and backoff, and instead of a journal and a
// phone a list of what it has submitted: every job is sent and delivered at once, and one that comes again is not
// submitted again.
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { WebSocket } from 'ws';
import { waitBeforeRetryMs } from '../../device-agent/link/backoff.ts';
import {
  AgentFrameSchema,
  CoreFrameSchema,
  GoodbyeReason,
  type Job,
  ReceiptOutcome,
  SubmitOutcome,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';

/** As the device agent has them, in milliseconds. */
const handshakeTimeoutMs = 10_000;
const pingPeriodMs = 20_000;
const goodAfterMs = 10_000;
const statePeriodMs = 30_000;
/** Jobs the agent takes at a time. */
const window = 16;

type FrameInit = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;

const bytesOf = (frame: FrameInit) => toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame }));
const pingBytes = bytesOf({ case: 'ping', value: { nonce: 1n } });
const stateBytes = bytesOf({ case: 'deviceState', value: { ok: true, signalPercent: 70 } });

/** What a whole fleet counts. */
export interface FleetCounts {
  /** Connections begun. */
  attempts: number;
  /** Upgrades refused, by HTTP status. */
  refused: Record<string, number>;
  /** Connections that ended in another way before their Welcome, by what ended them. */
  failed: Record<string, number>;
  submitted: number;
  /** Jobs that came again and were not submitted again. */
  repeatedJobs: number;
  /** Receipts that the core acknowledged. */
  receiptsAcked: number;
}

/** What an agent reports to its fleet. */
export interface FleetHooks {
  counts: FleetCounts;
  onUp(agent: LoadAgent): void;
  onDown(agent: LoadAgent): void;
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** One agent. It comes back by itself until it is stopped. */
export class LoadAgent {
  readonly #url: string;
  readonly #token: string;
  readonly #hooks: FleetHooks;
  readonly #submitted = new Set<bigint>();
  /** Reports that the core has not acknowledged. */
  readonly #owed = new Map<string, Uint8Array>();
  #socket: WebSocket | undefined;
  #timers: NodeJS.Timeout[] = [];
  #up = false;
  #upSinceMs = 0;
  #failures = 0;
  #stopped = false;

  constructor(url: string, token: string, hooks: FleetHooks) {
    this.#url = url;
    this.#token = token;
    this.#hooks = hooks;
  }

  get up(): boolean {
    return this.#up;
  }

  connect(): void {
    const { counts } = this.#hooks;
    counts.attempts++;
    const socket = new WebSocket(this.#url, {
      headers: { authorization: `Bearer ${this.#token}` },
      perMessageDeflate: false,
      maxPayload: 64 * 1024,
      followRedirects: false,
    });
    this.#socket = socket;
    let ended = '';
    const end = (why: string) => {
      ended ||= why;
      socket.terminate();
    };
    this.#timers = [
      setTimeout(() => {
        if (!this.#up) end('no welcome in time');
      }, handshakeTimeoutMs),
    ];
    socket.on('open', () => {
      const hello = {
        protocolVersion: 1,
        agentVersion: 'bench',
        driver: 'bench',
        journalId: 'bench',
        window,
        sims: [1],
      };
      socket.send(bytesOf({ case: 'hello', value: hello }));
      this.#timers.push(setInterval(() => socket.send(pingBytes), pingPeriodMs));
    });
    socket.on('message', (data) => {
      const why = this.#onFrame(data as Buffer, socket);
      if (why !== undefined) end(why);
    });
    socket.on('unexpected-response', (request, response) => {
      count(counts.refused, String(response.statusCode));
      ended ||= 'refused';
      request.destroy();
      this.#wentDown(ended);
    });
    socket.on('error', (error) => {
      ended ||= 'code' in error ? String(error.code) : error.message;
    });
    socket.on('close', () => {
      if (ended !== 'refused') this.#wentDown(ended || 'closed');
    });
  }

  /** The network is gone: nobody says goodbye. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** Ends for good. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#socket?.terminate();
  }

  /** Returns why the link must end, if it must. */
  #onFrame(data: Buffer, socket: WebSocket): string | undefined {
    const { frame } = fromBinary(CoreFrameSchema, data);
    switch (frame.case) {
      case 'welcome':
        this.#up = true;
        this.#upSinceMs = performance.now();
        this.#hooks.onUp(this);
        socket.send(stateBytes);
        this.#timers.push(setInterval(() => socket.send(stateBytes), statePeriodMs));
        for (const report of this.#owed.values()) socket.send(report);
        return undefined;
      case 'ping':
        socket.send(bytesOf({ case: 'pong', value: { nonce: frame.value.nonce } }));
        return undefined;
      case 'job':
        this.#onJob(frame.value, socket);
        return undefined;
      case 'reportAck':
        if (this.#owed.delete(frame.value.reportId) && frame.value.reportId.startsWith('r'))
          this.#hooks.counts.receiptsAcked++;
        return undefined;
      case 'goodbye':
        return frame.value.reason === GoodbyeReason.SHUTDOWN ? 'shutdown' : `goodbye ${frame.value.reason}`;
      default:
        return undefined;
    }
  }

  #onJob({ messageId, attempt, identity }: Job, socket: WebSocket): void {
    const { counts } = this.#hooks;
    socket.send(bytesOf({ case: 'accepted', value: { messageId, attempt } }));
    if (this.#submitted.has(messageId)) {
      counts.repeatedJobs++;
      return;
    }
    this.#submitted.add(messageId);
    counts.submitted++;
    const names = { messageId, attempt, identity };
    const sent = { ...names, reportId: `p${messageId}`, outcome: SubmitOutcome.SENT };
    const delivered = { ...names, reportId: `r${messageId}`, outcome: ReceiptOutcome.DELIVERED };
    this.#owe(sent.reportId, bytesOf({ case: 'progress', value: sent }), socket);
    this.#owe(delivered.reportId, bytesOf({ case: 'receipt', value: delivered }), socket);
  }

  #owe(name: string, report: Uint8Array, socket: WebSocket): void {
    this.#owed.set(name, report);
    socket.send(report);
  }

  #wentDown(why: string): void {
    for (const timer of this.#timers) clearTimeout(timer);
    const wasUp = this.#up;
    this.#up = false;
    if (this.#stopped) return;
    const { counts, onDown } = this.#hooks;
    if (wasUp) onDown(this);
    else if (why !== 'refused') count(counts.failed, why);
    if (wasUp && performance.now() - this.#upSinceMs >= goodAfterMs) this.#failures = 0;
    const waitMs = waitBeforeRetryMs(why === 'shutdown' ? 'shutdown' : 'lost', this.#failures++, Math.random);
    setTimeout(() => {
      if (!this.#stopped) this.connect();
    }, waitMs);
  }
}
