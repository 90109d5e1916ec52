// Waiting for the reply to a text: the service answers what became of it, and nothing is kept between two requests but where to
// go on.
import type { Clock } from './clock.ts';
import type { Schemas } from './gen/rest.ts';
import { isPassing, waitBefore } from './repeat.ts';

type Message = Schemas['Message'];

export interface Asked {
  /** The text, as it was last seen. */
  message: Message;
  /** The first text of its recipient after it; null when it failed, or none came in time. */
  reply: Message | null;
  /** Where to go on: with it the next reply is waited for, or this one longer. */
  since: number;
}

/** What the service answers to a wait. */
export type TextOutcome = Schemas['TextOutcome'];

export interface Waiting {
  clock: Clock;
  longestWaitSeconds: number;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  /** Asks once. */
  ask(id: number, since: number, waitSeconds: number): Promise<TextOutcome>;
}

/** The longest that the service holds a request open. */
export const longestPollSeconds = 25;

/** Between two requests that were both answered at once, as when the service has no place for another wait. */
export const shortestPollSeconds = 1;

/** What to wait for in one request, of the time until a deadline. */
export const secondsUntil = (deadlineMs: number, clock: Clock) =>
  Math.max(0, Math.min(longestPollSeconds, Math.ceil((deadlineMs - clock.nowMs()) / 1000)));

/** Waits on from a first answer, until there is an outcome or the time is over. */
export async function waitOn(first: TextOutcome, waiting: Waiting): Promise<Asked> {
  const { clock, longestWaitSeconds, deadlineMs, signal, ask } = waiting;
  let { message, outcome } = first;
  for (let attempt = 0; outcome.state === 'pending' && clock.nowMs() < deadlineMs; ) {
    const begunMs = clock.nowMs();
    let pauseSeconds: number;
    try {
      ({ message, outcome } = await ask(outcome.id, outcome.since, secondsUntil(deadlineMs, clock)));
      attempt = 0;
      pauseSeconds = shortestPollSeconds - (clock.nowMs() - begunMs) / 1000;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isPassing(error)) throw error;
      pauseSeconds = Math.min(
        longestWaitSeconds,
        waitBefore(attempt++, error, longestWaitSeconds, clock.random()),
      );
    }
    const leftMs = deadlineMs - clock.nowMs();
    if (outcome.state === 'pending' && pauseSeconds > 0)
      await clock.sleep(Math.min(leftMs, pauseSeconds * 1000), signal);
    signal?.throwIfAborted();
  }
  return { message, reply: outcome.reply ?? null, since: outcome.since };
}
