// The requests of one connection that wait for their answers: each has a number, a deadline, and exactly one end. A submit that ended
// without its answer is remembered, because the answer counts whenever it comes.
import { BoundedMap } from '../../../../runtime/bounded_map.ts';
import type { CancelTimer, Clock } from '../../../../runtime/clock.ts';
import { command, decodeMessageId } from '../pdu/pdu.ts';
import { status } from '../pdu/statuses.ts';

/** How a request ended. */
export type Answer =
  /** `isNack`: by a generic_nack. */
  | { kind: 'answered'; status: number; messageId: string; isNack: boolean }
  /** It was written, and what became of it cannot be known. */
  | { kind: 'unknown'; detail: string }
  /** It was not written. */
  | { kind: 'unsent'; detail: string };

/** A request that waits. */
export interface WaitingRequest {
  readonly command: number;
  readonly sequence: number;
  /** Whether a part of it may have left. */
  isWritten: boolean;
  /** Called when it is answered: the SMSC has received whatever was written before it. */
  onReceived: () => void;
  /** Called with an answer that comes after the deadline; left out where it does not matter any more. */
  onLate?: (answer: Answer) => void;
}

/** How often a deadline is extended because we were not reading. */
const maxRespites = 3;
/** Most requests whose late answers are waited for; the oldest go. */
const maxOverdue = 1_000;

interface Entry extends WaitingRequest {
  timeoutMs: number;
  /** As #silences when its time began. */
  silences: number;
  respites: number;
  /** How many requests were opened before it. */
  order: number;
  cancel: CancelTimer;
  settle(answer: Answer): void;
}

interface RequestsOptions {
  clock: Clock;
  /** Whether answers are not being read at present; that time does not count against the other side. */
  isDeaf(): boolean;
  /** A request was not answered in time. It has been settled. `isAnswered`: a later one was answered. */
  onTimeout(request: WaitingRequest, isAnswered: boolean): void;
}

/** The waiting requests, by sequence_number. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #waiting = new Map<number, Entry>();
  readonly #overdue = new BoundedMap<number, WaitingRequest>(maxOverdue);
  #sequence = 0;
  #opened = 0;
  /** The order of the newest request that was answered. */
  #newestAnswered = -1;
  /** How often answers were read again after a time in which they were not. */
  #silences = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The request that an answer is to, also one whose deadline has passed. */
  find(sequence: number): WaitingRequest | undefined {
    return this.#waiting.get(sequence) ?? this.#overdue.get(sequence);
  }

  /** Answers are read again: waiting requests get their full time again. */
  hearAgain(): void {
    this.#silences += 1;
  }

  /** Opens a request; `settle` is called once. */
  open(command: number, timeoutMs: number, settle: (answer: Answer) => void): WaitingRequest {
    const entry: Entry = {
      command,
      sequence: this.#nextSequence(),
      isWritten: false,
      onReceived: () => {},
      timeoutMs,
      silences: this.#silences,
      respites: 0,
      order: this.#opened++,
      cancel: () => {},
      settle,
    };
    this.#waiting.set(entry.sequence, entry);
    this.#arm(entry);
    return entry;
  }

  /** Ends a request with its answer. */
  settle(sequence: number, answer: Answer): void {
    const entry = this.#waiting.get(sequence);
    if (entry === undefined) return this.#settleLate(sequence, answer);
    this.#waiting.delete(sequence);
    entry.cancel();
    if (answer.kind === 'answered') {
      this.#newestAnswered = Math.max(this.#newestAnswered, entry.order);
      entry.onReceived();
    }
    entry.settle(answer);
  }

  #settleLate(sequence: number, answer: Answer): void {
    const request = this.#overdue.get(sequence);
    this.#overdue.delete(sequence);
    request?.onLate?.(answer);
  }

  /** Ends all that was not written. */
  settleUnwritten(detail: string): void {
    for (const { isWritten, sequence } of [...this.#waiting.values()])
      if (!isWritten) this.settle(sequence, { kind: 'unsent', detail });
  }

  /** Ends everything that waits: unknown where it may have left, and unsent where it certainly did not. */
  settleAll(detail: string): void {
    for (const entry of [...this.#waiting.values()]) this.settle(entry.sequence, endOf(entry, detail));
  }

  #arm(entry: Entry): void {
    entry.cancel = this.#options.clock.setTimeout(() => this.#judge(entry), entry.timeoutMs);
  }

  /** Its time has passed. */
  #judge(entry: Entry): void {
    const { isDeaf, onTimeout } = this.#options;
    const wasDeaf = isDeaf() || entry.silences !== this.#silences;
    if (wasDeaf && entry.respites < maxRespites) {
      entry.respites += 1;
      entry.silences = this.#silences;
      return this.#arm(entry);
    }
    if (entry.isWritten && entry.onLate) this.#overdue.set(entry.sequence, entry);
    this.settle(entry.sequence, endOf(entry, 'the SMSC did not answer in time'));
    onTimeout(entry, this.#newestAnswered > entry.order);
  }

  /** 1 to 0x7FFFFFFF, round and round, never one that still waits (3.2). */
  #nextSequence(): number {
    do this.#sequence = (this.#sequence % 0x7fff_ffff) + 1;
    while (this.find(this.#sequence) !== undefined);
    return this.#sequence;
  }
}

const endOf = ({ isWritten }: Entry, detail: string): Answer => ({
  kind: isWritten ? 'unknown' : 'unsent',
  detail,
});

/** What a response says to a request. */
export function readAnswer(
  { command: id }: WaitingRequest,
  response: { status: number; isNack: boolean; body: Uint8Array },
): Answer {
  const { isNack } = response;
  if (isNack && response.status === status.ok)
    return { kind: 'unknown', detail: 'the SMSC refused and accepted in one' };
  const messageId = id === command.submitSm && !isNack ? decodeMessageId(response.body) : '';
  return { kind: 'answered', status: response.status, messageId, isNack };
}
