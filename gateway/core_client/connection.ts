// One grpc-js client of one core and the calls under way on it. A connection is never repaired: it is used, then
// retired when a new one takes over, while its calls end, or abandoned together with its calls.
import {
  type Client,
  type ClientReadableStream,
  type Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import type { Clock } from '../../runtime/clock.ts';
import type { Wire } from './wire.ts';

/** How long calls may go on in a retired connection. */
const graceMs = 30_000;

/** Why a call had no answer. */
export interface CallError {
  error: ServiceError;
  /** It never left this process. */
  neverSent: boolean;
  /** The core refuses every further call on this connection. */
  refusesCalls: boolean;
}

/** Only these failures are recognised by their text, which is the transport's. */
const neverSentMessage = /No connection established|Channel closed before call started/;
const refusesCallsMessage = /^Bandwidth exhausted or memory limit exceeded/;

export class CoreConnection {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #calls = new Set<{ cancel(): void }>();
  readonly #onClosed: (connection: CoreConnection) => void;
  #cancelGrace = () => {};
  #retired = false;
  #abandoned = false;
  #answers = 0;

  /** `onClosed` is called once it has closed. */
  constructor(client: Client, clock: Clock, onClosed: (connection: CoreConnection) => void) {
    this.#client = client;
    this.#clock = clock;
    this.#onClosed = onClosed;
  }

  /** Calls under way. */
  get load(): number {
    return this.#calls.size;
  }

  /** Answers so far, of any kind: while it grows, the other end is alive. */
  get answers(): number {
    return this.#answers;
  }

  /** Makes a call; returns a function that cancels it. `deadlineMs` is an instant; none without it. */
  unary<In, Out>(
    wire: Wire<In, Out>,
    request: In,
    metadata: Metadata,
    deadlineMs: number | undefined,
    callback: (fault: CallError | undefined, response: Out | undefined) => void,
  ): () => void {
    const call = this.#client.makeUnaryRequest(
      wire.path,
      wire.serialize,
      wire.deserialize,
      request,
      metadata,
      (error, response) => {
        cancelDeadline();
        this.#end(call);
        if (!error) this.#answers++;
        callback(error ? this.#faultOf(error, isLate) : undefined, response);
      },
    );
    this.#calls.add(call);
    // The deadline of grpc-js is one of the machine's clock.
    let isLate = false;
    const endLate = () => {
      isLate = true;
      call.cancel();
    };
    const cancelDeadline =
      deadlineMs === undefined ? () => {} : this.#clock.setTimeout(endLate, deadlineMs - this.#clock.nowMs());
    return () => call.cancel();
  }

  /** Opens a stream of answers. Its 'error' may come after `abandon`, too. */
  stream<In, Out>(wire: Wire<In, Out>, request: In, metadata: Metadata): ClientReadableStream<Out> {
    const call = this.#client.makeServerStreamRequest(
      wire.path,
      wire.serialize,
      wire.deserialize,
      request,
      metadata,
    );
    this.#calls.add(call);
    call.on('data', () => this.#answers++);
    call.on('status', () => this.#end(call));
    return call;
  }

  /** No new calls are made on it; it closes with its last one, or after 30 s together with those that are left. */
  retire(): void {
    this.#retired = true;
    this.#cancelGrace = this.#clock.setTimeout(() => this.abandon(), graceMs);
    this.#closeWhenIdle();
  }

  /** Ends it; calls under way fail as if the connection had broken. */
  abandon(): void {
    this.#abandoned = true;
    for (const call of [...this.#calls]) call.cancel();
    this.#close();
  }

  #end(call: { cancel(): void }): void {
    this.#calls.delete(call);
    if (this.#retired) this.#closeWhenIdle();
  }

  #closeWhenIdle(): void {
    if (this.#calls.size === 0 && !this.#abandoned) this.#close();
  }

  #close(): void {
    this.#cancelGrace();
    this.#client.close();
    this.#onClosed(this);
  }

  #faultOf(error: ServiceError, isLate: boolean): CallError {
    if (error.code === status.CANCELLED) {
      if (isLate) error.code = status.DEADLINE_EXCEEDED;
      else if (this.#abandoned) error.code = status.UNAVAILABLE;
    }
    return {
      error,
      neverSent: error.code === status.UNAVAILABLE && neverSentMessage.test(error.details),
      refusesCalls: error.code === status.RESOURCE_EXHAUSTED && refusesCallsMessage.test(error.details),
    };
  }
}
