// A batch written in rounds in which no key comes twice, each round one statement, and what follows when one fails: a
// collision is tried again, a poisonous item fails alone, a database that is away is waited for, and an item whose rows
// another statement has locked waits in a queue, so that the others go on.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { busy } from '../../errors.ts';
import { DatabaseUnavailable } from '../../store/postgres/driver.ts';
import type { Answer } from './batcher.ts';
import type { LockQueue } from './lock_queue.ts';
import { isolateFailures, roundsByKey, type WriteRound } from './split_batch.ts';
import { repeatPauseMs } from './while_database_is_away.ts';

interface RoundRules<In, Out> {
  clock: Clock;
  /** How long items are repeated while the database is away, in milliseconds. */
  repeatForMs: number;
  /**
   * Whether writing an item twice is the same as once, so that it may be repeated when its outcome is unknown; all
   * items unless given.
   */
  isRepeatable?: (item: In) => boolean;
  /** The queue for items whose rows are locked. Without it they are repeated as if the database were away. */
  queue?: LockQueue<In, Out>;
  /** Ends the repeating early. */
  isOver?: () => boolean;
}

/** Splits a batch into rounds by `keyOf`, keeping the order of each key's items, and writes one after the other. */
export const runInRounds = <In, Out>(
  items: readonly In[],
  keyOf: (item: In) => string | null,
  write: WriteRound<In, Out>,
  rules: RoundRules<In, Out>,
): Promise<Answer<Out>[]> => writeRounds(items, roundsByKey(items, keyOf), write, rules);

/** Writes rounds that are all of `items`, one after the other. */
export async function writeRounds<In, Out>(
  items: readonly In[],
  rounds: readonly (readonly In[])[],
  write: WriteRound<In, Out>,
  rules: RoundRules<In, Out>,
): Promise<Answer<Out>[]> {
  if (rounds.length === 1) return writeRound(items, write, rules);
  const { isRepeatable = () => true } = rules;
  const results = new Map<In, Answer<Out>>();
  let away: DatabaseUnavailable | undefined;
  for (const round of rounds) {
    // Later rounds must not overtake a round that still waits to be written.
    const answers: Answer<Out>[] = away
      ? Array.from(round, () => away as Error)
      : await writeRound(round, write, rules);
    for (const [index, item] of round.entries()) {
      const answer = answers[index] as Answer<Out>;
      results.set(item, answer);
      if (answer instanceof DatabaseUnavailable && isRepeatable(item)) away = answer;
    }
  }
  return items.map((item) => results.get(item) as Answer<Out>);
}

async function writeRound<In, Out>(
  items: readonly In[],
  write: WriteRound<In, Out>,
  rules: RoundRules<In, Out>,
): Promise<Answer<Out>[]> {
  const { clock, repeatForMs, isRepeatable = () => true, queue, isOver = () => false } = rules;
  const deadlineMs = clock.nowMs() + repeatForMs;
  const results = new Map<In, Answer<Out>>();
  for (let left = items; ; ) {
    if (queue) left = queue.takeBehindWaiting(left, results);
    if (left.length === 0) break;
    const answers = await isolateFailures(left, (some) => write(some, 'wait'));
    const again: In[] = [];
    for (const [index, item] of left.entries()) {
      const answer = answers[index] as (typeof answers)[number];
      if (answer === 'locked') {
        results.set(item, queue ? queue.take(item) : busy());
        if (!queue) again.push(item);
        continue;
      }
      results.set(item, answer);
      if (answer instanceof DatabaseUnavailable && isRepeatable(item)) again.push(item);
    }
    left = again;
    if (left.length === 0 || isOver() || clock.nowMs() >= deadlineMs) break;
    await pause(clock, repeatPauseMs);
  }
  return items.map((item) => results.get(item) as Answer<Out>);
}
