// A batch written in rounds in which no key comes twice, each round one statement, and what follows when one fails: a
// collision is tried again, a poisonous item fails alone, a database that is away is waited for, and an item whose rows
// somebody else has locked is set aside, so that the others go on.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { DatabaseUnavailable, isLockTimeout } from '../../store/database/driver.ts';
import type { Aside } from './aside.ts';
import type { Answer } from './batcher.ts';
import { isolateFailures, roundsByKey, type WriteRound } from './split_batch.ts';
import { repeatPauseMs } from './while_database_is_away.ts';

interface RoundRules<In, Out> {
  clock: Clock;
  /** How long items are repeated while the database is away, in milliseconds. */
  repeatForMs: number;
  /** Whether writing an item twice is the same as once, so that it may be repeated when nobody knows; all unless given. */
  isRepeatable?: (item: In) => boolean;
  /** Where items wait whose rows are locked; without it they are repeated as if the database were away. */
  aside?: Aside<In, Out>;
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
    // What comes after a round that could not be written for so long must not overtake it.
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
  if (rules.aside?.isEmpty === false) return recover(items, write, rules);
  try {
    return await write(items);
  } catch (error) {
    return recover(items, write, rules, error);
  }
}

/** Writes a round until each item has its answer. `failure`: all of it was tried once, and failed so. */
async function recover<In, Out>(
  items: readonly In[],
  write: WriteRound<In, Out>,
  { clock, repeatForMs, isRepeatable = () => true, aside, isOver = () => false }: RoundRules<In, Out>,
  failure?: unknown,
): Promise<Answer<Out>[]> {
  const deadlineMs = clock.nowMs() + repeatForMs;
  const results = new Map<In, Answer<Out>>();
  let left = items;
  let failed = failure;
  for (let misses = 0; ; ) {
    if (aside) left = aside.takeBehindWaiting(left, results);
    if (left.length === 0) break;
    const answers = await isolateFailures(left, write, failed);
    failed = undefined;
    const away: In[] = [];
    let locked: In[] = [];
    for (const [index, item] of left.entries()) {
      const answer = answers[index] as Answer<Out>;
      results.set(item, answer);
      if (isLockTimeout(answer)) locked.push(item);
      else if (answer instanceof DatabaseUnavailable && isRepeatable(item)) away.push(item);
    }
    if (aside && locked.length > 0) {
      locked = await aside.takeLocked(locked, results, misses++ >= maxMisses);
      if (away.length === 0) {
        left = locked;
        continue;
      }
    }
    left = [...locked, ...away];
    if (left.length === 0 || isOver() || clock.nowMs() >= deadlineMs) break;
    await pause(clock, repeatPauseMs);
  }
  return items.map((item) => results.get(item) as Answer<Out>);
}

/** How often a lock may not be given although nothing is found locked: then all are waited for, each by itself. */
const maxMisses = 3;
