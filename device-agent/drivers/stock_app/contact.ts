// How the phone reaches us: the streams that it holds, and when it last asked without one. It knows nothing about
// texts.
import type { Clock } from '../../../runtime/clock.ts';
import type { Connection } from '../driver.ts';

/** How long a phone without a stream is taken for present after it asked. */
const presentMs = 20_000;
/** A stream that ended is opened again by then: the app waits a minute at most. */
const reopenMs = 90_000;
/** A phone that asked without a stream opens one within this time, if it ever does. */
const openMs = 30_000;
/** The app asks every 15 minutes; Android delays it now and then, but not for as long again. */
const lostMs = 2 * 15 * 60_000;
/** A phone that gets an event asks within seconds. If it does not ask, it does not get its stream's events. */
const answerMs = 60_000;

/** Why a phone without contact cannot send. */
const absentWords = {
  listening: 'the phone is not connected',
  polling: 'the phone asks about every 15 minutes, and texts wait until then',
  lost: 'the phone was lost without notice: it neither listens nor asks',
} as const;

/** A stream of events to the phone. */
export interface EventStream {
  send(event: 'MessageEnqueued' | 'SettingsUpdated' | 'WebhooksUpdated'): void;
}

/** The contact with one phone. */
export class Contact {
  readonly streams = new Set<EventStream>();
  readonly #clock: Clock;
  readonly #sinceMs: number;
  #askedMs = Number.NEGATIVE_INFINITY;
  /** When it last asked and held no stream, and when it began to do so. */
  #polledMs = Number.NEGATIVE_INFINITY;
  #pollingSinceMs = Number.NEGATIVE_INFINITY;
  /** When its last stream ended. */
  #closedMs = Number.NEGATIVE_INFINITY;
  /** When the first event was sent that no question has followed. */
  #rungMs: number | undefined;
  /** The last event was not followed by a question in time. */
  #wasUnanswered = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#sinceMs = clock.nowMs();
  }

  /** When it last asked for work. */
  get askedMs(): number {
    return this.#askedMs;
  }

  /** Whether it is there, as far as a stream shows it: that may be dead. */
  get isPresent(): boolean {
    return this.streams.size > 0 || this.#hasJustAsked;
  }

  /** Whether it can be given a text now. */
  get isReached(): boolean {
    return this.#isListening || this.#hasJustAsked;
  }

  get #hasJustAsked(): boolean {
    return this.#clock.nowMs() - this.#askedMs < presentMs;
  }

  /** Whether it gets the events of a stream, as far as is known. */
  get #isListening(): boolean {
    return this.streams.size > 0 && !this.isUnanswered;
  }

  /**
   * Whether it is gone: its stream has ended, or is dead, and it did not come back in time; or it asked now and then, and stopped.
   * After a start nobody knows how it is reached: it gets as long as one that held a stream.
   */
  get isGone(): boolean {
    const nowMs = this.#clock.nowMs();
    if (this.#isListening || nowMs - this.#polledMs < lostMs) return false;
    const lastSeenMs = Math.max(this.#sinceMs, this.#closedMs, this.#askedMs, this.#rungMs ?? 0);
    return nowMs - lastSeenMs >= reopenMs;
  }

  /**
   * Whether it holds a stream but does not get its events, because a proxy holds them back or the connection is cut.
   */
  get isUnanswered(): boolean {
    if (this.streams.size === 0) return false;
    return (
      this.#wasUnanswered || this.#clock.nowMs() - (this.#rungMs ?? Number.POSITIVE_INFINITY) >= answerMs
    );
  }

  /** How the phone is reached, in words. */
  get words(): string {
    if (this.isUnanswered) return 'the phone holds a stream and gets nothing by it; a proxy may keep it back';
    if (!this.isReached) return absentWords[this.connection ?? 'listening'];
    return this.streams.size > 0 ? 'the phone is connected' : 'the phone asks now and then';
  }

  /** Says on all streams that there is work. */
  ring(): void {
    this.#rungMs ??= this.#clock.nowMs();
    for (const stream of this.streams) stream.send('MessageEnqueued');
  }

  /** Adds a stream; the returned function takes it out. */
  open(stream: EventStream): () => void {
    this.streams.add(stream);
    this.#rungMs = undefined;
    this.#wasUnanswered = false;
    this.#polledMs = Number.NEGATIVE_INFINITY;
    return () => {
      if (this.streams.delete(stream)) this.#closedMs = this.#clock.nowMs();
    };
  }

  /** It asks for work. */
  ask(): void {
    const nowMs = this.#clock.nowMs();
    if (this.#rungMs !== undefined) this.#wasUnanswered = nowMs - this.#rungMs >= answerMs;
    this.#rungMs = undefined;
    this.#askedMs = nowMs;
    if (this.streams.size > 0 && !this.#wasUnanswered) return;
    if (nowMs - this.#polledMs >= lostMs) this.#pollingSinceMs = nowMs;
    this.#polledMs = nowMs;
  }

  /** Undefined until that is known: a phone is given time to come back, after a stream ended and after we were away. */
  get connection(): Connection | undefined {
    const nowMs = this.#clock.nowMs();
    const { isUnanswered } = this;
    if (!isUnanswered && (this.streams.size > 0 || nowMs - this.#closedMs < reopenMs)) return 'listening';
    if (nowMs - this.#polledMs < lostMs) return nowMs - this.#pollingSinceMs < openMs ? undefined : 'polling';
    const wasListening = this.#closedMs > Number.NEGATIVE_INFINITY || isUnanswered;
    return wasListening || nowMs - this.#sinceMs >= lostMs ? 'lost' : undefined;
  }
}
