// Reading the change feed: one page, and all that comes.
import type { Clock } from './clock.ts';
import { CursorAheadError } from './errors.ts';
import type { Schemas } from './gen/rest.ts';
import { isPassing, waitBefore } from './repeat.ts';
import { longestPollSeconds, shortestPollSeconds } from './reply.ts';

type Message = Schemas['Message'];
type MessagePage = Schemas['MessagePage'];

/** Keeps the place of a reader over restarts. */
export interface Cursor {
  /** The last seq that was saved; undefined before the first one. */
  load(): number | undefined | Promise<number | undefined>;
  save(seq: number): void | Promise<void>;
}

export interface ChangesOptions {
  /**
   * Where to begin when the cursor holds nothing: after this seq, or `now` for what changes from now on. 0 is all that
   * there is. `now` unless said otherwise.
   */
  since?: number | 'now' | undefined;
  cursor?: Cursor | undefined;
  /** Ends the iterator; the text that your program is dealing with is saved first. */
  signal?: AbortSignal | undefined;
}

export interface Feed {
  /** Reads one page, waiting for it up to so many seconds. */
  readPage(since: number, waitSeconds: number, signal?: AbortSignal): Promise<MessagePage>;
  clock: Clock;
  longestWaitSeconds: number;
}

/** Above every seq: the answer says what the newest one is. */
const aboveAll = Number.MAX_SAFE_INTEGER;

/** Reads until an answer comes, a signal ends it (undefined), or the service refuses for good. */
async function readPatiently(
  { readPage, clock, longestWaitSeconds }: Feed,
  since: number,
  wait: number,
  signal?: AbortSignal,
): Promise<MessagePage | undefined> {
  for (let attempt = 0; !signal?.aborted; attempt++) {
    try {
      return await readPage(since, wait, signal);
    } catch (error) {
      if (signal?.aborted) return undefined;
      if (!isPassing(error)) throw error;
      const seconds = waitBefore(attempt, error, longestWaitSeconds, clock.random());
      await clock.sleep(Math.min(seconds, longestWaitSeconds) * 1000, signal);
    }
  }
  return undefined;
}

/** Where the iterator begins; undefined when it was stopped before that was known. */
async function startOf(feed: Feed, { since = 'now', cursor, signal }: ChangesOptions) {
  const saved = await cursor?.load();
  if (saved !== undefined) return saved;
  if (since !== 'now') return since;
  const page = await readPatiently(feed, aboveAll, 0, signal);
  if (page === undefined) return undefined;
  const newest = page.newest_seq ?? page.next_since;
  // Saved before anything is read: a program that dies with its first text begins here again.
  await cursor?.save(newest);
  return newest;
}

/** Every change after a place, in order, each at least once. A text's seq is saved when the next one is asked for. */
export async function* readChanges(feed: Feed, options: ChangesOptions): AsyncGenerator<Message, void, void> {
  const { cursor, signal } = options;
  let since = await startOf(feed, options);
  while (since !== undefined && !signal?.aborted) {
    const begunMs = feed.clock.nowMs();
    const page = await readPatiently(feed, since, longestPollSeconds, signal);
    if (page === undefined) return;
    if (page.cursor_ahead) throw new CursorAheadError(since, page.newest_seq ?? 0);
    for (const message of page.messages) {
      if (signal?.aborted) return;
      yield message;
      await cursor?.save(message.seq);
      since = message.seq;
    }
    if (page.next_since !== since) await cursor?.save(page.next_since);
    since = page.next_since;
    const earlyMs = shortestPollSeconds * 1000 - (feed.clock.nowMs() - begunMs);
    if (page.messages.length === 0 && earlyMs > 0) await feed.clock.sleep(earlyMs, signal);
  }
}
