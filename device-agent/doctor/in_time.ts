// Waits with a deadline, for everything that `doctor` asks other programs.
import type { Clock } from '../../runtime/clock.ts';

/**
 * Settles as `work` does; rejects with the code ETIMEDOUT after `waitMs`. Then the caller ends the work that is still
 * under way.
 */
export async function inTime<T>(work: Promise<T>, waitMs: number, clock: Clock): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = clock.setTimeout(
    () => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    waitMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}
