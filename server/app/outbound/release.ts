// Releases texts whose instant has come. Every core does so; each text is released once, and by the database's clock.
import { every } from '../../../runtime/every.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';

const periodMs = 500;
/** Texts of one statement. */
const batch = 500;

/** Starts looking twice a second; returns what ends it. */
export function startReleaser({
  store,
  clock,
  log,
  failpoint,
  publish,
}: Omit<AppContext<'releaseTexts'>, 'tiers'>): {
  stop(): void;
} {
  const releaseSome = async (without: readonly bigint[]) => {
    const released = await store.releaseTexts(batch, without);
    if (released.length > 0) failpoint('text_after_release');
    publish(released.flatMap(({ accountId, seq }) => (seq === null ? [] : { accountId, seq, queued: true })));
    return {
      isFull: released.some(({ isFull }) => isFull),
      moved: new Map(released.map(({ accountId, texts }) => [accountId, texts])),
    };
  };
  const rounds = every({
    clock,
    periodMs,
    work: () => takeTurns(releaseSome),
    onError: (error) =>
      log.warn({ error: (error as Error).message }, 'texts could not be released; the next round does'),
  });
  return { stop: () => void rounds.stop() };
}
