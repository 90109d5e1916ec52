// One replica of the core as the gateway sees it: its state, and a connection that is replaced when it no longer works.
// The gateway keeps asking for its health, and so notices within a second that a replica died, froze or cannot reach
// its database, or that a connection only looks alive.
import { create } from '@bufbuild/protobuf';
import { type Client, Metadata, status } from '@grpc/grpc-js';
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { type CallError, CoreConnection } from './connection.ts';
import { type Wire, wireOf } from './wire.ts';

/** The time between two questions. */
const probePeriodMs = 300;
/** A healthy core answers its health within a millisecond or two. */
const probeTimeoutMs = 700;
/** After this many unanswered questions the calls under way are given up, if another replica serves. */
const missesToAbandon = 2;
/** After this many the connection is replaced in any case. */
const missesToReplace = 5;
/** Least time between two connections of a replica. */
const replaceSpacingMs = 1_000;

/** From the best choice for a call to the worst. */
export type Standing = 'serving' | 'unknown' | 'away';
const ranks: Record<Standing, number> = { serving: 0, unknown: 1, away: 2 };

interface ReplicaOptions {
  /** Its address, for the log. */
  target: string;
  /** Opens a client of it, with a connection of its own. */
  open: () => Client;
  clock: Clock;
  log: Log;
  /** Whether another replica serves. */
  hasOther: (than: Replica) => boolean;
  /** Called when `standing` has changed. */
  onChange: () => void;
}

const health = wireOf(Health.method.check);
const question = create(HealthCheckRequestSchema);
/** Health needs no credential. */
const anonymous = new Metadata();

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #connections = new Set<CoreConnection>();
  #connection: CoreConnection;
  #standing: Standing = 'unknown';
  #misses = 0;
  #replacedMs = Number.NEGATIVE_INFINITY;
  #cancelProbe: CancelTimer = () => {};
  #closed = false;

  /** Starts asking at once. */
  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#connection = this.#connect();
    this.#probe();
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** True when it stands better than another one, whatever either has under way. */
  standsAbove(other: Replica): boolean {
    return ranks[this.#standing] < ranks[other.#standing];
  }

  /** True when it is a better choice for the next call than another one. */
  isBetterThan(other: Replica): boolean {
    if (this.#standing !== other.#standing) return this.standsAbove(other);
    return this.#connection.load < other.#connection.load;
  }

  /** Makes a call; `deadlineMs` is an instant. */
  unary<In, Out>(
    wire: Wire<In, Out>,
    request: In,
    metadata: Metadata,
    deadlineMs: number,
    callback: (fault: CallError | undefined, response: Out | undefined) => void,
  ): void {
    const connection = this.#connection;
    connection.unary(wire, request, metadata, deadlineMs, (fault, response) => {
      if (fault) this.#note(connection, fault);
      callback(fault, response);
    });
  }

  /** Opens a stream of answers. */
  stream<In, Out>(wire: Wire<In, Out>, request: In, metadata: Metadata) {
    return this.#connection.stream(wire, request, metadata);
  }

  /** New calls take a new connection; those under way end in the one before. */
  replace(): void {
    const before = this.#connection;
    this.#connection = this.#connect();
    this.#misses = 0;
    before.retire();
  }

  /** Ends it; calls under way fail. */
  close(): void {
    this.#closed = true;
    this.#cancelProbe();
    for (const connection of [...this.#connections]) connection.abandon();
  }

  #connect(): CoreConnection {
    const { open, clock } = this.#options;
    const connection = new CoreConnection(open(), clock, (over) => this.#connections.delete(over));
    this.#connections.add(connection);
    this.#replacedMs = clock.nowMs();
    return connection;
  }

  /** Asks for its health, and again after a pause. */
  #probe(): void {
    const { clock } = this.#options;
    const connection = this.#connection;
    const answersBefore = connection.answers;
    let timedOut = false;
    const cancel = connection.unary(health, question, anonymous, undefined, (fault, answer) => {
      cancelTimeout();
      if (this.#closed) return;
      if (connection === this.#connection) {
        // Cancelled, although other calls were answered meanwhile: it is busy, and alive.
        if (timedOut && connection.answers > answersBefore) this.#misses = 0;
        else if (timedOut) this.#miss();
        else if (fault) this.#note(connection, fault);
        else this.#hear(answer?.status === Status.SERVING);
      }
      this.#cancelProbe = clock.setTimeout(() => this.#probe(), timedOut ? 0 : probePeriodMs);
    });
    const cancelTimeout = clock.setTimeout(() => {
      timedOut = true;
      cancel();
    }, probeTimeoutMs);
  }

  #hear(serves: boolean): void {
    this.#misses = 0;
    this.#stand(serves ? 'serving' : 'away');
  }

  #miss(): void {
    this.#misses++;
    this.#stand('away');
    if (this.#misses >= missesToAbandon && this.#options.hasOther(this)) {
      const before = this.#connection;
      this.replace();
      before.abandon();
    } else if (this.#misses >= missesToReplace) this.replace();
  }

  /** Notes a call that failed without an answer from the core. */
  #note(connection: CoreConnection, { error, refusesCalls }: CallError): void {
    if (connection !== this.#connection || this.#closed) return;
    if (error.code === status.UNAVAILABLE && !isOfCore(error)) this.#stand('away');
    if (!refusesCalls) return;
    this.#stand('away');
    const { clock, log, target } = this.#options;
    if (clock.nowMs() - this.#replacedMs < replaceSpacingMs) return;
    log.warn({ core: target }, 'a core takes no more calls on its connection; it is replaced');
    this.replace();
  }

  #stand(standing: Standing): void {
    if (this.#standing === standing) return;
    this.#standing = standing;
    const { log, target, onChange } = this.#options;
    onChange();
    if (standing === 'away') log.warn({ core: target }, 'a core does not serve');
    else log.info({ core: target }, 'a core serves');
  }
}

/** True for a refusal by the core itself, whatever its code. */
const isOfCore = ({ metadata }: CallError['error']) => metadata?.get('grpc-status-details-bin').length > 0;
