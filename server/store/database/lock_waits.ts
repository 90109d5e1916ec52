// Waiting for a lock without keeping a connection from others: in short turns, each a statement of its own.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { isLockTimeout, type Pool } from './driver.ts';

/** How long a statement is repeated because of a lock, in milliseconds. */
const patienceMs = 2_000;
/** A pause between two turns, in milliseconds. */
const pauseMs = 50;

/** A pool whose statements are repeated while a lock is not given: they were rolled back. */
export const waitForLocks = (pool: Pool, clock: Clock): Pool => ({
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
  close: () => pool.close(),
});
