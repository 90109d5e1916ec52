// Events that never arrived: the provider lists what happened, so that a lost one is made good within minutes.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { type BillingProvider, ProviderFailure } from '../../billing/provider.ts';
import type { ApplyHint } from './apply_hint.ts';

interface MissedEventsOptions {
  provider: Pick<BillingProvider, 'listEvents'>;
  apply: ApplyHint;
  clock: Pick<Clock, 'nowMs'>;
  log: Pick<Log, 'error' | 'warn'>;
}

const everyMs = 120_000;
/** How far back it looks at first; older ones are found when accounts are compared. */
const firstMs = 3_600_000;
/** An event may be listed a little later than it says that it was made. */
const overlapMs = 60_000;
/** While Stripe is away the span grows no further than accounts are compared anyway. */
const longestMs = 6 * 3_600_000;

/** Asks at most every two minutes. The returned function throws nothing, and returns how many events were applied. */
export function createMissedEvents({ provider, apply, clock, log }: MissedEventsOptions) {
  const list = provider.listEvents?.bind(provider);
  let readUpToMs = clock.nowMs() - firstMs;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let isRefused = false;
  return async (): Promise<number> => {
    const nowMs = clock.nowMs();
    if (!list || isRefused || nowMs - askedAtMs < everyMs) return 0;
    askedAtMs = nowMs;
    try {
      let applied = 0;
      for (const hint of await list(Math.max(readUpToMs - overlapMs, nowMs - longestMs)))
        if ((await apply(hint)) === 'applied') applied++;
      readUpToMs = nowMs;
      return applied;
    } catch (error) {
      const { message } = error as Error;
      isRefused = error instanceof ProviderFailure && error.kind === 'misconfigured';
      if (isRefused)
        log.error(
          { reason: message },
          'the key of the payment provider may not read events; give it that right and start again, or lost events take up to an hour',
        );
      else log.warn({ reason: message }, 'missed events could not be applied; they are asked for again');
      return 0;
    }
  };
}
