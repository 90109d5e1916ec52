// Refreshes of one account that come while one runs share the next one: it asks after all of them have come.
import type { Refresh, Standing } from './standing.ts';

const mostCandidates = 10;

export function shareRefreshes(
  refreshOnce: (accountId: bigint, candidates: ReadonlySet<string>) => Promise<Standing>,
): Refresh {
  const running = new Map<bigint, Promise<Standing>>();
  const next = new Map<bigint, { candidates: Set<string>; standing: Promise<Standing> }>();

  const start = (accountId: bigint, candidates: ReadonlySet<string>): Promise<Standing> => {
    const standing = refreshOnce(accountId, candidates).finally(() => running.delete(accountId));
    running.set(accountId, standing);
    return standing;
  };

  return (accountId, candidates = []) => {
    const waiting = next.get(accountId);
    if (waiting) {
      for (const id of candidates) if (waiting.candidates.size < mostCandidates) waiting.candidates.add(id);
      return waiting.standing;
    }
    const before = running.get(accountId);
    const own = new Set(candidates.slice(0, mostCandidates));
    if (!before) return start(accountId, own);
    const standing = before
      .catch(() => undefined)
      .then(() => {
        next.delete(accountId);
        return start(accountId, own);
      });
    next.set(accountId, { candidates: own, standing });
    return standing;
  };
}
