// How long to wait before something that failed is tried again: longer each time, and by chance, so that many processes do
// not come at once.

interface Backoff {
  /** The first pause, in milliseconds. */
  firstMs: number;
  /** No pause is longer, whatever chance adds. */
  longestMs: number;
  /** Most by which chance makes a pause longer, of itself; none when left out. */
  jitter?: number;
  /** From 0 to below 1; needed for jitter. */
  random?: () => number;
}

/** The pause after 1 or more failures in a row, in whole milliseconds: twice as long after each. */
export function backoffMs(failures: number, { firstMs, longestMs, jitter = 0, random }: Backoff): number {
  const doubledMs = firstMs * 2 ** Math.min(failures - 1, 30);
  const pauseMs = Math.min(longestMs / (1 + jitter), doubledMs);
  return Math.ceil(pauseMs * (1 + (random?.() ?? 0) * jitter));
}
