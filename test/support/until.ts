// Waiting without sleeping: looks again with every turn of the event loop until something has become true.

/** Resolves with the first answer of `probe` that is neither false, null nor undefined. The test's own time limit ends it. */
export async function until<T>(probe: () => T | Promise<T>): Promise<Exclude<T, false | null | undefined>> {
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false)
      return found as Exclude<T, false | null | undefined>;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
