// Answers are memory until their clients have taken them. Pages are read from the core only while there is memory for
// them: for all clients together, and for those of one account, so that one that asks much and reads nothing waits
// for itself. An answer that is not taken in time is given up with its connection.
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { Counts } from '../../counts.ts';
import { unavailable } from '../../errors/errors.ts';
import type { Limits } from '../../limits.ts';
import { mostPauseMs, type ServedOwners } from '../requests/owners_turns.ts';

type UnreadAnswersOptions = Pick<
  Limits,
  'unreadBytes' | 'unreadBytesOfAccount' | 'answerTimeoutMs' | 'batcherWaitMs'
> & { clock: Clock; served: ServedOwners };

/** The bytes of texts that an account reads in a second while others are served: each costs a gateway and a core about as much. */
const readBytesPerS = 4 * 1024 * 1024;
/** An account that owes less time reads on: a large page costs more. In milliseconds. */
const freeReadMs = 100;
/** Accounts whose waits are known. */
const mostReaders = 10_000;

/** A request's share of the memory. */
interface Share {
  accountId: bigint;
  /** The most that its answer may take. */
  wanted: number;
  /** The bytes that are counted for it now. */
  counted: number;
  /** Its answer was taken, or its client left. */
  over: boolean;
}

interface Waiter {
  share: Share;
  letIn: () => void;
}

export class UnreadAnswers {
  readonly #options: UnreadAnswersOptions;
  readonly #byAccount = new Counts<bigint>();
  readonly #shares = new WeakMap<FastifyReply['raw'], Share>();
  /** When each account may read again. */
  readonly #readAgainMs = new BoundedMap<bigint, number>(mostReaders);
  #waiting: Waiter[] = [];
  #bytes = 0;

  constructor(options: UnreadAnswersOptions) {
    this.#options = options;
  }

  /** Bytes that are unread, or are being read for an answer. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Waits until the account may read again, and there is memory for an answer of up to `bytes`, and keeps it until the answer was
   * taken or its client left. Throws UNAVAILABLE when there is none in time.
   */
  async enter(accountId: bigint, { raw }: Pick<FastifyReply, 'raw'>, bytes: number): Promise<void> {
    const share: Share = { accountId, wanted: bytes, counted: 0, over: raw.destroyed };
    raw.once('close', () => this.#end(share));
    this.#shares.set(raw, share);
    const { clock } = this.#options;
    const pauseMs = (this.#readAgainMs.get(accountId) ?? 0) - clock.nowMs();
    if (pauseMs > freeReadMs) await pause(clock, Math.min(pauseMs, mostPauseMs));
    if (this.#hasCapacity(share)) this.#count(share, bytes);
    else await this.#wait(share);
  }

  /** A hook for the routes whose handlers enter: the answer's true size takes the place of what was reserved. */
  readonly onSend: onSendHookHandler = (_request, { raw }, payload, done) => {
    const share = this.#shares.get(raw);
    if (share && !share.over) {
      const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
      this.#count(share, bytes);
      this.#noteRead(share.accountId, bytes);
      this.#letIn();
      const { clock, answerTimeoutMs } = this.#options;
      raw.once(
        'close',
        clock.setTimeout(() => raw.socket?.destroy(), answerTimeoutMs),
      );
    }
    done();
  };

  #noteRead(accountId: bigint, bytes: number): void {
    const { clock, served } = this.#options;
    if (!served.hasOthers(String(accountId))) return;
    const nowMs = clock.nowMs();
    const fromMs = Math.max(nowMs, this.#readAgainMs.get(accountId) ?? 0);
    this.#readAgainMs.set(accountId, Math.min(fromMs + (bytes / readBytesPerS) * 1_000, nowMs + mostPauseMs));
  }

  #hasCapacity({ accountId, wanted }: Share): boolean {
    const { unreadBytes, unreadBytesOfAccount } = this.#options;
    return (
      this.#bytes + wanted <= unreadBytes && this.#byAccount.of(accountId) + wanted <= unreadBytesOfAccount
    );
  }

  #wait(share: Share): Promise<void> {
    const { clock, batcherWaitMs } = this.#options;
    return new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(() => {
        this.#waiting = this.#waiting.filter((waiter) => waiter.share !== share);
        reject(unavailable());
      }, batcherWaitMs);
      const letIn = () => {
        cancel();
        resolve();
      };
      this.#waiting.push({ share, letIn });
    });
  }

  /** Admits those that there is memory for now, in the order in which they came, and passes over the others. */
  #letIn(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ share, letIn }) => {
      if (!share.over && !this.#hasCapacity(share)) return true;
      this.#count(share, share.wanted);
      letIn();
      return false;
    });
  }

  #count(share: Share, bytes: number): void {
    if (share.over) return;
    const more = bytes - share.counted;
    share.counted = bytes;
    this.#bytes += more;
    this.#byAccount.add(share.accountId, more);
  }

  #end(share: Share): void {
    this.#count(share, 0);
    share.over = true;
    this.#letIn();
  }
}
