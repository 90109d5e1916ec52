// Lets texts go whose instant has come. Every core does so; each text goes once, and by the database's clock.
import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { Store } from '../../store/store.ts';
import type { Advance } from './advances.ts';

const periodMs = 500;
/** Texts of one statement. */
const batch = 500;

interface ReleaserOptions {
  store: Pick<Store, 'releaseTexts'>;
  clock: Clock;
  log: Log;
  failpoint: Failpoint;
  publish: (advances: readonly Advance[]) => void;
}

/** Starts looking twice a second; returns what ends it. */
export function startReleaser({ store, clock, log, failpoint, publish }: ReleaserOptions): { stop(): void } {
  const releaseAll = async () => {
    /** Accounts that something else has locked: they must not take the places of all others. */
    const locked: bigint[] = [];
    for (;;) {
      const released = await store.releaseTexts(batch, locked);
      if (released.length === 0) return;
      failpoint('text_after_release');
      publish(
        released.flatMap(({ accountId, seq }) => (seq === null ? [] : { accountId, seq, queued: true })),
      );
      for (const { accountId, seq } of released) if (seq === null) locked.push(accountId);
      if (!released.some(({ isFull }) => isFull)) return;
    }
  };
  const rounds = every({
    clock,
    periodMs,
    work: releaseAll,
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'texts could not be released; the next round does'),
  });
  return { stop: () => void rounds.stop() };
}
