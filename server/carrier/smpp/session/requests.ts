// The requests of one connection that wait for their answers: each has a number, a deadline, and exactly one end.
import type { CancelTimer, Clock } from '../../../../runtime/clock.ts';

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
  /** Called when it is answered: the centre has received whatever was written before it. */
  onReceived: () => void;
}

/** How often a deadline is extended because we were not reading. */
const maxRespites = 3;

interface Entry extends WaitingRequest {
  timeoutMs: number;
  /** As #silences when its time began. */
  silences: number;
  respites: number;
  cancel: CancelTimer;
  settle(answer: Answer): void;
}

interface RequestsOptions {
  clock: Clock;
  /** Whether answers are not being read at present; that time does not count against the other side. */
  isDeaf(): boolean;
  /** A request was not answered in time. It has been settled. */
  onTimeout(): void;
}

/** The waiting requests, by sequence_number. */
export class Requests {
  readonly #options: RequestsOptions;
  readonly #waiting = new Map<number, Entry>();
  #sequence = 0;
  /** How often answers were read again after a time in which they were not. */
  #silences = 0;

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  find(sequence: number): WaitingRequest | undefined {
    return this.#waiting.get(sequence);
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
    if (entry === undefined) return;
    this.#waiting.delete(sequence);
    entry.cancel();
    if (answer.kind === 'answered') entry.onReceived();
    entry.settle(answer);
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
    this.settle(entry.sequence, endOf(entry, 'the message centre did not answer in time'));
    onTimeout();
  }

  /** 1 to 0x7FFFFFFF, round and round, never one that still waits (3.2). */
  #nextSequence(): number {
    do this.#sequence = (this.#sequence % 0x7fff_ffff) + 1;
    while (this.#waiting.has(this.#sequence));
    return this.#sequence;
  }
}

const endOf = ({ isWritten }: Entry, detail: string): Answer => ({
  kind: isWritten ? 'unknown' : 'unsent',
  detail,
});
