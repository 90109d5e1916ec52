// Hands what was claimed over to the queues of its carriers.
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { ReferenceBits } from '../../domain/text.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { CarrierClaims } from '../../store/carriers/claim_for_carriers.ts';
import type { ClaimedTexts } from './claimed_texts.ts';
import { DispatchedText } from './dispatched_text.ts';
import type { OpenQueue } from './list.ts';
import type { CarrierPlacement } from './place.ts';
import type { SubmitQueue } from './submit_queue.ts';

export interface HandOverOptions {
  failpoint: Failpoint;
  referenceBits: ReferenceBits;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
}

/**
 * Hands over the texts that were claimed, and publishes these and the ones that the claim ended. Returns how many moved.
 */
export function handOver(
  replica: bigint,
  open: readonly OpenQueue[],
  placements: readonly CarrierPlacement[],
  { claims, ended }: CarrierClaims,
  { failpoint, referenceBits, publish, onClaim, claimed }: HandOverOptions & { claimed: ClaimedTexts },
): number {
  const used = new Set<SubmitQueue>();
  const texts = claims.filter((claim) => claim !== undefined);
  for (const [index, claim] of claims.entries()) {
    if (!claim) continue;
    failpoint('carrier_after_claim');
    const placement = placements[index] as CarrierPlacement;
    const { queue } = open[placement.carrier] as OpenQueue;
    const { carrier } = queue;
    const { sender } = placement;
    const text = new DispatchedText({ claim, holder: replica, carrier, sender, referenceBits });
    used.add(queue);
    claimed.take(text);
    queue.add(text);
  }
  for (const queue of used) queue.pump();
  if (texts.length > 0) onClaim?.(texts.length);
  if (texts.length + ended.length > 0) publish(newestAdvances([...texts, ...ended]));
  return texts.length + ended.length;
}
