// Waiting without sleeping: turns of the event loop, counted, until something has become true.

const maxTurns = 50_000;

/** Lets the event loop turn `turns` times. */
export async function turn(turns = 1): Promise<void> {
  for (let i = 0; i < turns; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Resolves once `condition` holds; fails, naming `what`, when it does not within many turns. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let i = 0; i < maxTurns; i += 1) {
    if (condition()) return;
    await turn();
  }
  throw new Error(`it never came to this: ${what}`);
}
