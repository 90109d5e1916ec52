/** Does something; resolves with what came of it, and how long it took in milliseconds. */
export async function timeOf<T>(work: () => Promise<T>): Promise<[done: T, ms: number]> {
  const startMs = performance.now();
  const done = await work();
  return [done, performance.now() - startMs];
}
