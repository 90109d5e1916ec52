// Grouping: what arrives while the previous batch runs becomes the next one, so that a busy core writes few large
// statements and an idle one answers at once. No timer delays anything.
import DataLoader from 'dataloader';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import { DatabaseUnavailable, StatementFailed } from '../store/driver.ts';

/** Runs a batch; answers one result per item, in order, an Error for an item that failed alone. */
export type RunBatch<In, Out> = (items: readonly In[]) => Promise<(Out | Error)[]>;

export interface LaneOptions<In, Out> {
  /** Most items in a batch. */
  maxBatch: number;
  /** Most items that wait or run; beyond it an item is refused as unavailable. */
  maxWaiting: number;
  run: RunBatch<In, Out>;
  /** Told of each batch's size. */
  onBatch?: (size: number) => void;
}

/** A lane: give it an item, get its result. */
export type Lane<In, Out> = (item: In) => Promise<Out>;

/** Opens a lane with one batch in flight. */
export function createLane<In, Out>({
  maxBatch,
  maxWaiting,
  run,
  onBatch,
}: LaneOptions<In, Out>): Lane<In, Out> {
  const ready: (() => void)[] = [];
  let busy = false;
  let waiting = 0;

  const next = () => {
    const start = ready.shift();
    busy = start !== undefined;
    start?.();
  };

  const loader = new DataLoader<In, Out>(
    async (items) => {
      onBatch?.(items.length);
      try {
        return await run(items);
      } finally {
        waiting -= items.length;
        next();
      }
    },
    {
      cache: false,
      maxBatchSize: maxBatch,
      // The loader asks once per batch; the answer is: when the one before has returned.
      batchScheduleFn: (start) => {
        ready.push(start);
        if (busy) return;
        busy = true;
        setImmediate(next);
      },
    },
  );

  return (item) => {
    if (waiting >= maxWaiting)
      return Promise.reject(unavailable('too many requests wait; try again shortly'));
    waiting++;
    return loader.load(item);
  };
}

/** SQLSTATEs after which the same batch may succeed: a unique key that another replica wrote first, a deadlock. */
const isCollision = (error: unknown) =>
  error instanceof StatementFailed && (error.sqlState === '23505' || error.sqlState === '40P01');

const attemptsPerBatch = 3;

/**
 * Runs a batch as one statement; repeats it after a collision, and splits it in halves when it still fails, so that
 * one poisonous item fails alone. A database that does not answer fails the whole batch.
 */
export async function isolateFailures<In, Out>(
  items: readonly In[],
  statement: (items: readonly In[]) => Promise<Out[]>,
): Promise<(Out | Error)[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await statement(items);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      if (isCollision(error) && attempt < attemptsPerBatch) continue;
      if (items.length === 1) return [error as Error];
      const middle = Math.ceil(items.length / 2);
      return [
        ...(await isolateFailures(items.slice(0, middle), statement)),
        ...(await isolateFailures(items.slice(middle), statement)),
      ];
    }
  }
}

/** A pause between two tries while the database is away, in milliseconds. */
const repeatPauseMs = 150;

/**
 * Runs a statement again while the database is away, for at most `repeatForMs`. Only for work that is the same when
 * done twice: what was not answered may have been committed.
 */
export async function whileDatabaseIsAway<Out>(
  clock: Clock,
  repeatForMs: number,
  work: () => Promise<Out>,
): Promise<Out> {
  const deadlineMs = clock.nowMs() + repeatForMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || clock.nowMs() >= deadlineMs) throw error;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, repeatPauseMs));
    }
  }
}

/**
 * Runs a batch of work that is the same when done twice: in rounds in which no key comes twice, so that two items of
 * one key happen in order, each round repeated while the database is away.
 */
export async function runInRounds<In, Out>(
  items: readonly In[],
  keyOf: (item: In) => string,
  statement: (items: readonly In[]) => Promise<Out[]>,
  patience: { clock: Clock; repeatForMs: number },
): Promise<(Out | Error)[]> {
  const results = new Map<In, Out | Error>();
  for (const round of roundsByKey(items, keyOf)) {
    const answers = await whileDatabaseIsAway(patience.clock, patience.repeatForMs, () =>
      isolateFailures(round, statement),
    );
    for (const [index, item] of round.entries()) results.set(item, answers[index] as Out | Error);
  }
  return items.map((item) => results.get(item) as Out | Error);
}

/**
 * Splits a batch into rounds in which no key comes twice, keeping the order of each key's items. Items without a
 * key (null) never collide.
 */
export function roundsByKey<In>(items: readonly In[], keyOf: (item: In) => string | null): In[][] {
  const rounds: In[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = key === null ? 0 : (seen.get(key) ?? 0);
    if (key !== null) seen.set(key, round + 1);
    const list = rounds[round];
    if (list) list.push(item);
    else rounds[round] = [item];
  }
  return rounds;
}
