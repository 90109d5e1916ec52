// Waiting without sleeping for what a test has set off.
import { TestRunner } from 'vitest';

/** For so long it looks with every turn of the event loop. */
const promptMs = 20;
/** Then the pauses between looks grow with the wait, up to so much: a look may cost as much as the work that is waited for. */
const mostPauseMs = 50;
const leastPauseMs = 2;
const pausesOfWait = 16;

/** For what waits in a hook. */
const hookLimitMs = 120_000;
/** So much sooner than the test's own time limit, so that the failure names what was waited for. */
const soonerMs = 200;

type Found<T> = Exclude<T, false | null | undefined>;
type Probe<T> = () => T | Promise<T>;

/** Lets the event loop turn `turns` times. */
export async function turn(turns = 1): Promise<void> {
  for (let done = 0; done < turns; done += 1) await new Promise((resolve) => setImmediate(resolve));
}

function limitOf(): number {
  const test = TestRunner.getCurrentTest();
  if (!test) return Date.now() + hookLimitMs;
  return (test.result?.startTime ?? Date.now()) + test.timeout - soonerMs;
}

/**
 * Resolves with the first answer of `probe` that is neither false, null nor undefined. Just before the test's time limit
 * it fails and names what it waited for: `what`, or the probe itself.
 */
export function until<T>(probe: Probe<T>): Promise<Found<T>>;
export function until<T>(what: string, probe: Probe<T>): Promise<Found<T>>;
export async function until<T>(...[first, second]: [Probe<T>] | [string, Probe<T>]): Promise<Found<T>> {
  const probe = typeof first === 'string' ? (second as Probe<T>) : first;
  const untilMs = limitOf();
  const startMs = Date.now();
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found as Found<T>;
    const nowMs = Date.now();
    if (nowMs >= untilMs) throw new Error(`it never came to this: ${first}`);
    const waitedMs = nowMs - startMs;
    if (waitedMs < promptMs) await turn();
    else {
      const pauseMs = Math.min(mostPauseMs, Math.max(leastPauseMs, waitedMs / pausesOfWait));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
