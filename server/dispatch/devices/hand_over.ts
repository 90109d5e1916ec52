// Hands what was claimed over to the links of its SIMs.
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { ClaimedText, ClaimVerdict } from '../../store/devices/claim_texts.ts';
import type { Found } from './conclude.ts';

export interface HandOverOptions {
  failpoint: Failpoint;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
}

/** Hands over the texts that were claimed, and publishes these and the ones that the claim ended. */
export function handOver(
  found: readonly Found[],
  verdicts: readonly ClaimVerdict[],
  { failpoint, publish, onClaim }: HandOverOptions,
): void {
  const claimed: ClaimedText[] = [];
  const moved: { accountId: bigint; seq: bigint }[] = [];
  for (const [index, { sim }] of found.flatMap(({ placements }) => placements).entries()) {
    const verdict = verdicts[index];
    if (verdict?.kind === 'opted_out') moved.push(verdict);
    if (verdict?.kind !== 'claimed') continue;
    failpoint('text_after_claim');
    sim.queue.link.handOver({ ...verdict.text, sim: sim.slot });
    failpoint('text_after_hand_over');
    claimed.push(verdict.text);
  }
  if (claimed.length > 0) onClaim?.(claimed.length);
  if (claimed.length + moved.length > 0) publish(newestAdvances([...claimed, ...moved]));
}
