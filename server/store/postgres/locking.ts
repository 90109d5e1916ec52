// Rows that another statement has locked. Most locks last as long as a commit, so that every statement waits for a
// moment: see lock_timeout in database.ts. After that, a statement about one owner's rows is run again for a while. A
// statement about many owners' rows has a second form, made from the same text, which leaves locked rows out and says
// so, so that the others do not wait.
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { isLockTimeout, type Pool } from './driver.ts';

/**
 * The behaviour at a locked row. `wait`: it waits for a moment, and then leaves the row out. `wait_seldom`: the
 * same, but after a wait in vain the next few runs do not wait. `skip`: it leaves the row out at once.
 */
export type AtLock = 'wait' | 'wait_seldom' | 'skip';

/**
 * How many runs do not wait after a wait in vain, so that a row that stays locked does not delay the others at each
 * run.
 */
const unwaitingRuns = 4;

/** Parts of the text of a form. */
export interface Locks {
  /** SQL: follows each `for update`. */
  skipLocked: 'skip locked' | '';
  /** SQL: whether an account is left out: it is there, and not in `locked (id)`. */
  isLeftOut: (account: string) => string;
  isSkipping: boolean;
}

const waiting: Locks = { skipLocked: '', isLeftOut: () => 'false', isSkipping: false };

const skipping: Locks = {
  skipLocked: 'skip locked',
  isLeftOut: (account) =>
    `(${account} not in (select id from locked) and exists (select from account a where a.id = ${account}))`,
  isSkipping: true,
};

type Runs = Pick<Pool, 'run'>;

interface Form<Values, Result> {
  run(pool: Runs, values: Values): Promise<Result[]>;
}

interface Ran<Result> {
  rows: Result[];
  /** Locked rows are left out. */
  hasSkipped: boolean;
}

/** Makes both forms of a statement. */
export function locking<Values, Result>(make: (locks: Locks) => Form<Values, Result>) {
  const [waits, skips] = [make(waiting), make(skipping)];
  /** How many runs in a pool do not wait, because one waited in vain a moment ago. */
  const unwaiting = new WeakMap<Runs, number>();
  return {
    /** Throws what the pool throws. */
    async run(pool: Runs, values: Values, atLock: AtLock): Promise<Ran<Result>> {
      const left = atLock === 'wait_seldom' ? (unwaiting.get(pool) ?? 0) : 0;
      if (atLock !== 'skip' && left === 0) {
        try {
          return { rows: await waits.run(pool, values), hasSkipped: false };
        } catch (error) {
          if (!isLockTimeout(error)) throw error;
          unwaiting.set(pool, unwaitingRuns);
        }
      } else unwaiting.set(pool, left - 1);
      return { rows: await skips.run(pool, values), hasSkipped: true };
    },
  };
}

/** How long a statement about one owner's rows is run again because of a lock, and the pause between, in milliseconds. */
const patienceMs = 2_000;
const pauseMs = 50;

/** A pool that runs a statement again until it gets its locks, without keeping a connection from others meanwhile. */
export const waitForLocks = (pool: Pool, clock: Clock): Pool => ({
  ...pool,
  async run(text, params) {
    const deadlineMs = clock.nowMs() + patienceMs;
    for (;;) {
      try {
        return await pool.run(text, params);
      } catch (error) {
        if (!isLockTimeout(error) || clock.nowMs() >= deadlineMs) throw error;
        await pause(clock, pauseMs);
      }
    }
  },
});
