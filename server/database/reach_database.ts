// The start waits for its database, for as long as that takes, and says so. What waiting cannot mend is told at once.
import type { Clock } from '../../runtime/clock.ts';
import { describeStartFault } from '../start_fault.ts';
import { DatabaseUnavailable } from '../store/database/driver.ts';
import type { TellWait } from '../store/database/migrate.ts';
import { isAway } from '../store/database/server_words.ts';

const retryMs = 500;

/** Told again while it lasts, because whoever looks at a log looks at its end. */
const tellAgainMs = 30_000;

/** Tells each wait when it begins or changes, and every 30 s while it lasts. */
function sparingly(clock: Clock, tell: TellWait): TellWait {
  let told = '';
  let toldAtMs = 0;
  return (what) => {
    const sinceMs = clock.nowMs() - toldAtMs;
    if (what === told && sinceMs >= 0 && sinceMs < tellAgainMs) return;
    told = what;
    toldAtMs = clock.nowMs();
    tell(what);
  };
}

/**
 * Runs `work`, again and again while the database is away. Throws what waiting cannot mend: wrong credentials, no such
 * database, no rights, a newer schema.
 */
export async function onceReached<Out>(
  work: (tell: TellWait) => Promise<Out>,
  options: { clock: Clock; tell: TellWait },
): Promise<Out> {
  const { clock } = options;
  const tell = sparingly(clock, options.tell);
  for (;;) {
    try {
      return await work(tell);
    } catch (error) {
      const fault = error instanceof DatabaseUnavailable ? error.cause : error;
      if (fault === error && !isAway(fault)) throw error;
      tell(describeStartFault(fault));
    }
    await new Promise<void>((resolve) => clock.setTimeout(resolve, retryMs));
  }
}
