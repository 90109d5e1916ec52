// Hears of changes: a stream from the core wakes waiters within milliseconds, and a look at the cursors once a second
// is what correctness relies on, so that a stream that breaks or lags costs a second and never a text.

import { type Advance, MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { backoffMs } from '../../runtime/backoff.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type Every, every } from '../../runtime/every.ts';
import type { Ask } from '../core_client/ask.ts';
import type { Core } from '../core_client/client.ts';
import type { WaitingList } from './waiting_list.ts';

const { listCursors } = MessageService.method;

const pollPeriodMs = 1_000;
/** Most accounts that one ListCursors takes. */
const cursorsPerCall = 10_000;
/** A stream that has not said that it holds within this time is opened anew. */
const openTimeoutMs = 5_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

interface ChangeWatchOptions {
  core: Pick<Core, 'watchChanges'>;
  ask: Ask;
  waitingList: WaitingList;
  clock: Clock;
  /** 0 to 1; spreads the attempts of several gateways after a core restarted. */
  random?: () => number;
  onLive?: (live: boolean) => void;
}

export class ChangeWatch {
  readonly #options: ChangeWatchOptions;
  readonly #polls: Every;
  #cancelStream: () => void = () => {};
  #cancelTimer: () => void = () => {};
  #failures = 0;
  #stopped = false;

  /** Starts at once. */
  constructor(options: ChangeWatchOptions) {
    this.#options = options;
    // A look that fails is followed by the next one, a second later.
    this.#polls = every({ clock: options.clock, periodMs: pollPeriodMs, work: () => this.#poll() });
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    void this.#polls.stop();
    this.#cancelTimer();
    this.#cancelStream();
    this.#options.onLive?.(false);
  }

  #open(): void {
    const { core, clock } = this.#options;
    let live = false;
    let over = false;
    const end = () => {
      if (over || this.#stopped) return;
      over = true;
      this.#options.onLive?.(false);
      this.#reopen();
    };
    this.#cancelTimer = clock.setTimeout(() => {
      this.#cancelStream();
      end();
    }, openTimeoutMs);
    this.#cancelStream = core.watchChanges({
      onAdvances: (advances) => {
        if (over) return;
        if (!live) {
          live = true;
          this.#failures = 0;
          this.#cancelTimer();
          this.#options.onLive?.(true);
          // Changes of the time without a watch are found by looking.
          this.#poll();
        }
        this.#spread(advances);
      },
      onEnd: end,
    });
  }

  #reopen(): void {
    const { clock, random = Math.random } = this.#options;
    const pauseMs = backoffMs(++this.#failures, { firstMs: firstPauseMs, longestMs: longestPauseMs });
    this.#cancelTimer();
    this.#cancelTimer = clock.setTimeout(() => this.#open(), pauseMs * (0.5 + random() / 2));
  }

  #poll(): Promise<unknown> | undefined {
    const { ask, waitingList } = this.#options;
    if (waitingList.size === 0) return undefined;
    const accountIds = waitingList.accountIds();
    const calls: Promise<void>[] = [];
    for (let start = 0; start < accountIds.length; start += cursorsPerCall) {
      const asked = { accountIds: accountIds.slice(start, start + cursorsPerCall) };
      calls.push(ask(listCursors, asked).then(({ cursors }) => this.#spread(cursors)));
    }
    return Promise.allSettled(calls);
  }

  #spread(advances: readonly Advance[]): void {
    for (const { accountId, seq } of advances) this.#options.waitingList.advance(accountId, seq);
  }
}
