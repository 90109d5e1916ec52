// What can go wrong between a client and Stripe: a queue of faults, each for the next request that fits it. Says only
// what is to happen; the server does it.

/** Which requests a fault is for; each part that is left out fits all. */
export interface FaultFilter {
  method?: 'GET' | 'POST' | 'DELETE';
  /** Start of the path. */
  path?: string;
  /** How many requests, one after the other; 1 when left out. */
  times?: number;
}

/** A request that a test keeps waiting. */
export interface Hold {
  /** Resolves once a request waits here. */
  readonly held: Promise<void>;
  /** Lets it go on; one that was not reached yet is not kept any more. */
  release(): void;
}

export type Fault =
  | { kind: 'drop_before' }
  | { kind: 'in_flight' }
  | { kind: 'fail'; status: number; retryAfterSeconds: number | undefined }
  | { kind: 'fail_kept'; status: number }
  | { kind: 'decline' }
  | { kind: 'hold_arrival' | 'hold_before' | 'hold_after'; hold(): Promise<void> }
  | { kind: 'drop_after' };

/** When each kind is looked for: as the request arrives, as it is carried out, or as its answer leaves. */
const stages = {
  arrival: ['drop_before', 'in_flight', 'fail', 'hold_arrival'],
  before: ['hold_before'],
  work: ['fail_kept', 'decline'],
  after: ['hold_after'],
  answer: ['drop_after'],
} as const satisfies Record<string, readonly Fault['kind'][]>;

interface Queued {
  fault: Fault;
  filter: FaultFilter;
  left: number;
}

export class FaultQueue {
  #queue: Queued[] = [];
  readonly #holds = new Set<Hold>();
  /** How many requests are kept waiting now. */
  keptNow = 0;

  /** The request's work is refused as a declined card would refuse it; kept under its key. */
  decline(filter: FaultFilter = {}): void {
    this.#add({ kind: 'decline' }, filter);
  }

  /** Answered with a failure, before anything is done or kept. */
  fail(status: number, filter: FaultFilter & { retryAfterSeconds?: number } = {}): void {
    this.#add({ kind: 'fail', status, retryAfterSeconds: filter.retryAfterSeconds }, filter);
  }

  /** Answered with a failure that is kept under the key; nothing is done. */
  failWhileWorking(status: number, filter: FaultFilter = {}): void {
    this.#add({ kind: 'fail_kept', status }, filter);
  }

  /** 409: another request under the same key is said to be in flight. */
  conflict(filter: FaultFilter = {}): void {
    this.#add({ kind: 'in_flight' }, filter);
  }

  /** The connection closes before anything is done. */
  dropBeforeApplying(filter: FaultFilter = {}): void {
    this.#add({ kind: 'drop_before' }, filter);
  }

  /** Everything is done, and the connection closes in place of the answer. */
  dropAfterApplying(filter: FaultFilter = {}): void {
    this.#add({ kind: 'drop_after' }, filter);
  }

  /** It has not even come in until it is released: a request that is late on its way. */
  holdArrival(filter: FaultFilter = {}): Hold {
    return this.#addHold('hold_arrival', filter);
  }

  /** Nothing is done and nothing answered until it is released: a Stripe that hangs. */
  holdBeforeApplying(filter: FaultFilter = {}): Hold {
    return this.#addHold('hold_before', filter);
  }

  /** Everything is done, and the answer waits until it is released: a slow way back. */
  holdAnswer(filter: FaultFilter = {}): Hold {
    return this.#addHold('hold_after', filter);
  }

  /** Ends every fault, and lets everything go that is held. */
  clear(): void {
    this.#queue = [];
    for (const hold of this.#holds) hold.release();
    this.#holds.clear();
  }

  /** The fault for a request at a stage; it is used up by that. */
  take(stage: keyof typeof stages, method: string, path: string): Fault | undefined {
    const kinds: readonly string[] = stages[stage];
    const found = this.#queue.find(
      ({ fault, filter, left }) =>
        left > 0 &&
        kinds.includes(fault.kind) &&
        (filter.method === undefined || filter.method === method) &&
        path.startsWith(filter.path ?? ''),
    );
    if (found) found.left--;
    this.#queue = this.#queue.filter(({ left }) => left > 0);
    return found?.fault;
  }

  #add(fault: Fault, filter: FaultFilter): Queued {
    const queued = { fault, filter, left: filter.times ?? 1 };
    this.#queue.push(queued);
    return queued;
  }

  #addHold(kind: 'hold_arrival' | 'hold_before' | 'hold_after', filter: FaultFilter): Hold {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const fault: Fault = {
      kind,
      hold: async () => {
        reached.resolve();
        this.keptNow++;
        await released.promise;
        this.keptNow--;
      },
    };
    const queued = this.#add(fault, filter);
    const release = () => {
      queued.left = 0;
      released.resolve();
    };
    const hold = { held: reached.promise, release };
    this.#holds.add(hold);
    return hold;
  }
}
