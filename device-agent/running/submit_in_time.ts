// Calls a driver's submit once, with a deadline. Any other outcome than a certain one is unknown.
import type { Clock } from '../../runtime/clock.ts';
import type { Driver, DriverJob, Result } from '../drivers/driver.ts';

/**
 * Submits once. A throw, or no answer within the driver's own limit, is `unknown`. An answer that comes after the
 * limit is given to `onLate`. After `signal` nothing of the limit is left, and nobody waits.
 */
export function submitInTime(
  driver: Driver,
  job: DriverJob,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
  onLate: (late: Result) => void,
): Promise<Result> {
  return new Promise((resolve) => {
    let waiting = true;
    const cancel = clock.setTimeout(() => {
      waiting = false;
      signal.removeEventListener('abort', cancel);
      resolve({ kind: 'unknown', detail: 'the device did not answer in time' });
    }, driver.caps.submitTimeoutMs);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
    const settle = (result: Result) => {
      if (!waiting) return onLate(result);
      waiting = false;
      cancel();
      signal.removeEventListener('abort', cancel);
      resolve(result);
    };
    // Inside a promise, so that a driver that throws at once is no different.
    new Promise<Result>((answer) => answer(driver.submit(job))).then(settle, () =>
      settle({ kind: 'unknown', detail: 'the driver failed in the submit' }),
    );
  });
}
