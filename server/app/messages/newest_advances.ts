// The advances that a commit is announced by, and those that ask devices to give texts back.
import type { Advance } from './advances.ts';

/** A text that changed; its seq is null when nothing did. */
interface ChangedText {
  accountId: bigint;
  seq: bigint | null;
}

/** Returns one advance for each account of which a text changed, at the newest seq. `queued` is as in Advance. */
export function newestAdvances(changed: Iterable<ChangedText>, queued = false): Advance[] {
  const newest = new Map<bigint, Advance>();
  for (const { accountId, seq } of changed) {
    if (seq !== null && seq > (newest.get(accountId)?.seq ?? 0n))
      newest.set(accountId, { accountId, seq, queued });
  }
  return [...newest.values()];
}

/** Returns advances that ask the devices that hold these texts of an account to give them back. They announce no change. */
export const askingBack = (accountId: bigint, ids: readonly bigint[]): Advance[] =>
  ids.map((wantedBack) => ({ accountId, seq: 0n, queued: false, wantedBack }));
