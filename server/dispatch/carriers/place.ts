// Chooses the carrier of each waiting text. Pure: it decides by its arguments; the claim judges again.

import type { LikelyCarrier } from '../../app/outbound/preview.ts';
import type { CarrierText, WaitingAccount } from '../../store/carriers/list_carrier_queue.ts';
import type { Refusals } from './refusals.ts';

/** A configured carrier. */
export interface PlaceableCarrier {
  name: string;
  priority: number;
  unit: 'segment' | 'message';
  /** How many submits it may still be given; none while it is full or down. */
  free: number;
}

/** A text and the carrier that it goes to. */
export interface CarrierPlacement {
  accountId: bigint;
  text: CarrierText;
  /** Index of the carrier. */
  carrier: number;
  sender: string;
  /** Another carrier is to be asked if this one refuses it. */
  mayAskAnother: boolean;
}

interface PlacedForCarrier {
  placements: CarrierPlacement[];
  /** The first account that got nothing because there was no capacity; undefined when there was none. */
  firstPassed: bigint | undefined;
  /** Some text found no capacity. */
  isLeft: boolean;
}

/**
 * A hash of a carrier and a recipient, the same in every replica: FNV-1a, with its bits mixed once more as in
 * MurmurHash3.
 */
function weightOf(name: string, addressNorm: string): number {
  let hash = 0x811c9dc5;
  for (const text of [name, addressNorm])
    for (let index = 0; index < text.length; index++)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Gives each account's texts, in their order, to the first carrier that has capacity and on which the account has a
 * sender. Carriers of one priority share the recipients, each recipient staying with one while it has capacity. A text
 * of which a part left stays where it is. A text with more parts than there is capacity still goes: its parts wait for
 * their turn. A text that a carrier refused waits half a minute for one that has not, if the account has a sender there.
 */
export function placeTexts(
  accounts: readonly WaitingAccount[],
  carriers: readonly PlaceableCarrier[],
  refusals?: Pick<Refusals, 'has' | 'isRecent'>,
): PlacedForCarrier {
  const free = carriers.map((carrier) => carrier.free);
  const placements: CarrierPlacement[] = [];
  let firstPassed: bigint | undefined;
  let isLeft = false;

  const canLeave = ({ senders }: WaitingAccount, text: CarrierText, index: number): boolean =>
    senders[index] !== null &&
    text.takers[index] === true &&
    (text.carrier === null || text.carrier === carriers[index]?.name);
  // Only a text that was claimed before can have been refused.
  const isRefusedBy = ({ accountId }: WaitingAccount, { id, attempt }: CarrierText, name: string): boolean =>
    attempt > 0 && refusals !== undefined && refusals.has({ accountId, id }, name);
  const hasAnother = (account: WaitingAccount, text: CarrierText, but: number): boolean =>
    carriers.some(
      ({ name }, index) =>
        index !== but && canLeave(account, text, index) && !isRefusedBy(account, text, name),
    );

  const choose = (account: WaitingAccount, text: CarrierText): number | undefined => {
    let best: number | undefined;
    let bestRefused = false;
    for (const [index, { name, priority }] of carriers.entries()) {
      if ((free[index] as number) <= 0 || !canLeave(account, text, index)) continue;
      const other: PlaceableCarrier | undefined = best === undefined ? undefined : carriers[best];
      const isRefused = isRefusedBy(account, text, name);
      const asked = { accountId: account.accountId, id: text.id };
      if (isRefused && refusals?.isRecent(asked, name) && hasAnother(account, text, index)) continue;
      const isBetter =
        !other ||
        priority < other.priority ||
        (priority === other.priority &&
          weightOf(name, text.addressNorm) < weightOf(other.name, text.addressNorm));
      if (other && isRefused !== bestRefused ? bestRefused : isBetter) {
        best = index;
        bestRefused = isRefused;
      }
    }
    return best;
  };

  for (const account of accounts) {
    let placed = 0;
    for (const text of account.texts) {
      const carrier = choose(account, text);
      if (carrier === undefined) {
        isLeft = true;
        continue;
      }
      placed++;
      free[carrier] = (free[carrier] as number) - (carriers[carrier]?.unit === 'segment' ? text.segments : 1);
      const sender = text.sender ?? (account.senders[carrier] as string);
      const { name } = carriers[carrier] as PlaceableCarrier;
      const mayAskAnother = !isRefusedBy(account, text, name) && hasAnother(account, text, carrier);
      placements.push({ accountId: account.accountId, text, carrier, sender, mayAskAnother });
    }
    if (placed === 0 && account.texts.length > 0) firstPassed ??= account.accountId;
  }
  return { placements, firstPassed, isLeft };
}

/** A configured carrier as it is now. */
interface PossibleCarrier extends Omit<PlaceableCarrier, 'unit' | 'free'> {
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
