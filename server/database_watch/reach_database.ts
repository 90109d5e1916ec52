// The start waits for its database, for as long as that takes, and says so. What waiting cannot mend is thrown at once.

import type { Clock } from '../../runtime/clock.ts';
import { pause } from '../../runtime/pause.ts';
import { describeStartError } from '../start_error.ts';
import { DatabaseUnavailable } from '../store/postgres/driver.ts';
import type { ShowWait } from '../store/postgres/migrate.ts';
import { isAway } from '../store/postgres/server_errors.ts';

const retryMs = 500;

/** Shown again while it lasts, because whoever looks at a log looks at its end. */
const showAgainMs = 30_000;

/** Shows each wait when it begins or changes, and every 30 s while it lasts. */
function sparingly(clock: Clock, show: ShowWait): ShowWait {
  let shown = '';
  let shownAtMs = 0;
  return (what) => {
    const sinceMs = clock.nowMs() - shownAtMs;
    if (what === shown && sinceMs >= 0 && sinceMs < showAgainMs) return;
    shown = what;
    shownAtMs = clock.nowMs();
    show(what);
  };
}

/**
 * Runs `work`, again and again while the database is away. Throws what waiting cannot mend: wrong credentials, no such
 * database, no rights, a newer schema.
 */
export async function onceReached<Out>(
  work: (show: ShowWait) => Promise<Out>,
  options: { clock: Clock; show: ShowWait },
): Promise<Out> {
  const { clock } = options;
  const show = sparingly(clock, options.show);
  for (;;) {
    try {
      return await work(show);
    } catch (error) {
      const fault = error instanceof DatabaseUnavailable ? error.cause : error;
      if (fault === error && !isAway(fault)) throw error;
      show(describeStartError(fault));
    }
    await pause(clock, retryMs);
  }
}
