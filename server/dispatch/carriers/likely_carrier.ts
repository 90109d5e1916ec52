// Which carrier would most likely take a text that has not been sent.
import type { LikelyCarrier } from '../../app/messages/preview.ts';
import { type OpenCarrier, placeTexts } from './place.ts';

/** A configured carrier as it is now. */
interface PossibleCarrier extends Omit<OpenCarrier, 'unit' | 'free'> {
  sharedSender: string | null;
  /** How many submits it would take now. */
  capacity: number;
}

/** Places the text as the dispatcher would, on carriers that take texts now; where none does, on any. */
export const createLikelyCarrier =
  (carriersNow: () => readonly PossibleCarrier[]): LikelyCarrier =>
  (addressNorm, segments, { numberedCarriers, mayBeShared }) => {
    const able = carriersNow().filter(
      ({ name, sharedSender }) => (mayBeShared && sharedSender !== null) || numberedCarriers.includes(name),
    );
    const ready = able.filter(({ capacity }) => capacity > 0);
    const carriers = (ready.length > 0 ? ready : able).map(({ name, priority }) => ({
      name,
      priority,
      unit: 'message' as const,
      free: 1,
    }));
    const text = {
      id: 1n,
      attempt: 0,
      addressNorm,
      segments,
      sender: null,
      carrier: null,
      takers: carriers.map(() => true),
    };
    const waiting = { accountId: 1n, senders: carriers.map(() => ''), texts: [text] };
    const [placed] = placeTexts([waiting], carriers).placements;
    return placed === undefined ? null : (carriers[placed.carrier]?.name ?? null);
  };
