// The stream of WatchChanges.
import type { AdvanceHub } from '../../../app/messages/advances.ts';

/** Streams every account's advances as they come, in groups; the first, empty answer says that the stream has begun. */
export async function* watchChanges(
  hub: Pick<AdvanceHub, 'subscribe'>,
  signal: AbortSignal,
  onWatch?: (change: 1 | -1) => void,
) {
  onWatch?.(1);
  const waiting = new Map<bigint, bigint>();
  let wake = () => {};
  const unsubscribe = hub.subscribe((advances) => {
    for (const { accountId, seq } of advances) {
      // They come in no order: two commits may be announced the other way round.
      if (seq > (waiting.get(accountId) ?? 0n)) waiting.set(accountId, seq);
    }
    wake();
  });
  const aborted = () => wake();
  signal.addEventListener('abort', aborted);
  try {
    yield { advances: [] };
    while (!signal.aborted) {
      if (waiting.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const advances = [...waiting].map(([accountId, seq]) => ({ accountId, seq }));
      waiting.clear();
      yield { advances };
    }
  } finally {
    onWatch?.(-1);
    unsubscribe();
    signal.removeEventListener('abort', aborted);
  }
}
