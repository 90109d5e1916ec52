// Lines of the log that others can cause as often as they like.

/**
 * Returns a function that says whether it is time for a line: at first, and once `periodMs` has passed since the last one. A clock
 * that is set to another hour holds no line up.
 */
export function seldom(periodMs: number, nowMs: () => number): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    const now = nowMs();
    if (Math.abs(now - lastMs) < periodMs) return false;
    lastMs = now;
    return true;
  };
}
