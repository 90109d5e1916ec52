// The long-polls that wait, each with its account, its beginning and its end. It reads nothing; it only says when a
// read is worth making, and frees a place the moment it is over.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';

/** One long-poll's place. */
export interface Place {
  readonly accountId: bigint;
  /** The key that the request was admitted with. */
  readonly apiKey: string;
  deadlineMs: number;
  /** News of this account up to here has been read. */
  readUpTo: bigint;
  /** The newest seq that is known. */
  newestSeq: bigint;
  /** Deadline passed, key refused, client gone or gateway stopping. */
  over: boolean;
  /** The key does not work any more. */
  refused: boolean;
  /** Ends the pause that the place is in, if it is in one. */
  wake: (() => void) | undefined;
}

/** How late a deadline may be noticed. One shared timer costs less than thousands of their own. */
const tickMs = 50;

export class WaitingList {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #perAccount: number;
  readonly #places = new Set<Place>();
  /** Arrays, because nearly always one place waits on an account, and thousands of Sets are large. */
  readonly #byAccount = new Map<bigint, Place[]>();
  /** Set while somebody waits. */
  #cancelTick: CancelTimer | undefined;
  #closed = false;

  constructor(clock: Clock, capacity: number, perAccount = capacity) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#perAccount = perAccount;
  }

  /** Places taken. */
  get size(): number {
    return this.#places.size;
  }

  /** The accounts that somebody waits on. */
  accountIds(): bigint[] {
    return [...this.#byAccount.keys()];
  }

  /** The keys that somebody waits with, each once. */
  apiKeys(): string[] {
    const keys = new Set<string>();
    for (const { apiKey } of this.#places) keys.add(apiKey);
    return [...keys];
  }

  /** Takes a place; undefined when all, or all of one account, are taken or the list is closed. Every place must be left. */
  enter(accountId: bigint, apiKey: string, since: bigint, waitMs: number): Place | undefined {
    if (this.#closed || this.#places.size >= this.#capacity) return undefined;
    const others = this.#byAccount.get(accountId);
    if (others && others.length >= this.#perAccount) return undefined;
    const deadlineMs = this.#clock.nowMs() + waitMs;
    const place: Place = {
      accountId,
      apiKey,
      deadlineMs,
      readUpTo: since,
      newestSeq: since,
      over: false,
      refused: false,
      wake: undefined,
    };
    this.#places.add(place);
    this.#cancelTick ??= this.#clock.setInterval(() => this.#endOverdue(), tickMs);
    if (others) others.push(place);
    else this.#byAccount.set(accountId, [place]);
    return place;
  }

  /** Frees a place and ends its pause; safe to call twice. */
  leave(place: Place): void {
    place.over = true;
    if (this.#places.delete(place)) this.#forget(place);
    if (this.#places.size === 0) this.#endTick();
    wake(place);
  }

  /** Pauses until there is news to read or the place is over. */
  pause(place: Place): Promise<void> {
    return new Promise<void>((resolve) => {
      if (place.over || place.newestSeq > place.readUpTo) resolve();
      else place.wake = resolve;
    });
  }

  /** Ends a wait after `waitMs` from now, if it would last longer. */
  shorten(place: Place, waitMs: number): void {
    place.deadlineMs = Math.min(place.deadlineMs, this.#clock.nowMs() + waitMs);
  }

  /** Ends every wait with these keys: they do not work any more. */
  refuse(apiKeys: ReadonlySet<string>): void {
    for (const place of this.#places) {
      if (!apiKeys.has(place.apiKey)) continue;
      place.refused = true;
      this.#end(place);
    }
  }

  /** Says that an account's newest seq is now `seq`. */
  advance(accountId: bigint, seq: bigint): void {
    const places = this.#byAccount.get(accountId);
    if (!places) return;
    for (const place of places) {
      if (seq <= place.newestSeq) continue;
      place.newestSeq = seq;
      if (seq > place.readUpTo) wake(place);
    }
  }

  /** Ends every wait and admits no further one. */
  close(): void {
    this.#closed = true;
    this.#endTick();
    for (const place of this.#places) this.#end(place);
  }

  #forget(place: Place): void {
    const places = this.#byAccount.get(place.accountId) ?? [];
    if (places.length === 1) {
      this.#byAccount.delete(place.accountId);
      return;
    }
    // The order within an account means nothing: the last one takes the freed slot.
    const last = places.pop();
    if (last && last !== place) places[places.indexOf(place)] = last;
  }

  #endTick(): void {
    this.#cancelTick?.();
    this.#cancelTick = undefined;
  }

  #endOverdue(): void {
    const nowMs = this.#clock.nowMs();
    for (const place of this.#places) if (place.deadlineMs <= nowMs) this.#end(place);
  }

  /** The place stays taken until its request has been answered. */
  #end(place: Place): void {
    place.over = true;
    wake(place);
  }
}

function wake(place: Place): void {
  const resume = place.wake;
  place.wake = undefined;
  resume?.();
}
