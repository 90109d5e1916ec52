// Works on what is due over all accounts, the oldest first, a bounded number of rows a run. A run says what it moved of
// each account, and the next one leaves accounts out: those of which nothing could be moved, because something else has
// them locked, for the rest of the round; and those that have more due than others, after a few runs, until the others
// have had their turn.

/** After this many runs, the accounts that came up in all of them wait for a run of the others. */
const runsOfATurn = 8;

interface Run {
  /** It found as many rows as it may take. */
  isFull: boolean;
  /** How many rows it moved of each account that it found rows of. */
  moved: ReadonlyMap<bigint, number>;
}

/** Runs `take` until nothing more can be moved; returns how many rows were moved. */
export async function takeTurns(take: (without: readonly bigint[]) => Promise<Run>): Promise<number> {
  const stuck = new Set<bigint>();
  /** The accounts of the runs since all accounts were asked for, and those of them that wait for the others. */
  const seen = new Set<bigint>();
  const waiting = new Set<bigint>();
  let total = 0;
  for (let runs = 1; ; runs++) {
    const { isFull, moved } = await take([...stuck, ...waiting]);
    for (const [accountId, rows] of moved) {
      total += rows;
      if (rows === 0) stuck.add(accountId);
      else seen.add(accountId);
    }
    if (!isFull && waiting.size === 0) return total;
    if (!isFull) {
      waiting.clear();
      seen.clear();
      runs = 0;
    } else if (waiting.size > 0 || runs % runsOfATurn === 0)
      for (const accountId of seen) waiting.add(accountId);
  }
}
