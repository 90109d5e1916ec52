// Waiting in a simulation for what an agent, a modem or a phone comes to.
import type { EachTest } from '../../test/simulation/each_test.ts';

/** So much time passes between two looks. */
const stepMs = 250;

/** Lets time pass until something has become true. Throws when it has not within `mostMs`. */
export async function passUntil(
  { run, idle }: Pick<EachTest, 'run' | 'idle'>,
  what: string,
  isTrue: () => boolean,
  mostMs = 90_000,
): Promise<void> {
  await idle();
  for (let leftMs = mostMs; !isTrue(); leftMs -= stepMs) {
    if (leftMs <= 0) throw new Error(`it never came to this: ${what}`);
    await run(Math.min(stepMs, leftMs));
  }
}
