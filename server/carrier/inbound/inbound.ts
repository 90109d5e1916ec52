// What carriers receive: each text once, for the account that owns its recipient. A carrier repeats what it does not
// know to be acknowledged, on another connection and perhaps to another replica; a text without a lasting name is recognised
// by that.

import type { Clock } from '../../../runtime/clock.ts';
import { every } from '../../../runtime/every.ts';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Receive } from '../../app/messages/inbound.ts';
import type { Failpoint } from '../../failpoint.ts';
import { anyConnection, type Claim } from '../../store/carriers/carrier_inbound.ts';
import type { Store } from '../../store/store.ts';
import type { CarrierInbound, Taken } from '../carrier.ts';
import { createClaims } from './inbound_claims.ts';
import { createPartJoiner, maxBodyLength } from './inbound_parts.ts';
import { createOwnerLookup, type Owner } from './owners.ts';
import { storable, withoutZero } from './storable.ts';
import { senderOf } from './written_numbers.ts';

const tickMs = 30_000;
/** What a header can say (3GPP TS 23.040 9.2.3.24.1 and 9.2.3.24.8). */
const maxParts = 255;
const maxReference = 65_535;

interface CarrierInboundTaker {
  /** Resolved = durable. Rejected: the carrier must repeat it, on the same connection or another. */
  take(carrier: string, text: CarrierInbound): Promise<Taken>;
  /** Takes texts still, but starts nothing by itself any more; waits for what it started. */
  stop(): Promise<void>;
}

export interface CarrierInboundOptions {
  store: Pick<
    Store,
    | 'ownersOf'
    | 'claimInbound'
    | 'confirmInbound'
    | 'yieldInbound'
    | 'listDueSets'
    | 'markJoined'
    | 'readPartSets'
    | 'storeParts'
  >;
  clock: Clock;
  log: Log;
  receive: Receive;
  failpoint?: Failpoint;
}

/** Opens the batchers of received texts, and looks every half minute for what waited long enough. */
export function createCarrierInbound(options: CarrierInboundOptions): CarrierInboundTaker {
  const { store, clock, log, receive, failpoint = noFailpoint } = options;
  const findOwner = createOwnerLookup({ store, clock });
  const claims = createClaims({ store, clock });
  const parts = createPartJoiner({ store, clock, receive });

  const giveWhole = (carrier: string, text: CarrierInbound, owner: Owner, name: string) =>
    receive({
      accountId: owner.accountId,
      deviceId: 0n,
      carrier,
      country: owner.country,
      inboundId: `${carrier}/${name}`,
      address: senderOf(text.sender, owner.country),
      body: storable(text.text.slice(0, maxBodyLength)),
      receivedAtMs: text.receivedAtMs,
    });

  const storePart = (carrier: string, text: CarrierInbound, owner: Owner, concat: Concat, claim: Claim) =>
    parts.take({
      ...concat,
      accountId: owner.accountId,
      carrier,
      sender: senderOf(text.sender, owner.country),
      recipient: owner.recipient,
      text: withoutZero(text.text.slice(0, maxBodyLength)),
      arrivedAtMs: claim.arrivedAtMs,
      isRepeat: claim.isRepeat,
    });

  /** A text or part without a lasting name, or a part with one: which arrival of it this is has to be found out. */
  const takeUnnamed = async (carrier: string, text: CarrierInbound, id: string | null): Promise<Taken> => {
    const { concat } = text;
    const arrived = {
      carrier,
      fingerprint: id ?? storable(text.fingerprint),
      connection: id === null ? storable(text.connection) : anyConnection,
      isNamed: id !== null,
    };
    const { claim, isLate } = await claims.take(arrived, text.waitedSinceMs, async (claimIt) => {
      const owner = await findOwner({ carrier, recipient: text.recipient });
      if (owner === null) return null;
      failpoint('inbound_before_commit');
      const mine = await claimIt();
      if (isPart(concat)) await storePart(carrier, text, owner, concat, mine);
      else await giveWhole(carrier, text, owner, nameOf(mine));
      failpoint('inbound_after_commit');
      return mine;
    });
    if (claim === null) return unowned;
    // A late answer shows nothing: the carrier may have given it up, and repeat the text.
    const mayConfirm = id === null && !isLate;
    return { owned: true, confirm: () => (mayConfirm ? claims.confirm(claim) : undefined) };
  };

  const takeNamed = async (carrier: string, text: CarrierInbound, id: string): Promise<Taken> => {
    const owner = await findOwner({ carrier, recipient: text.recipient });
    if (owner === null) return unowned;
    failpoint('inbound_before_commit');
    await giveWhole(carrier, text, owner, id);
    failpoint('inbound_after_commit');
    return { owned: true, confirm: () => undefined };
  };

  const looks = every({
    clock,
    periodMs: tickMs,
    work: async () => {
      claims.prune();
      await parts.giveDue();
    },
    onError: (error) =>
      log.debug(
        { error: (error as Error).message },
        'incomplete texts were not looked for; they are next time',
      ),
  });

  return {
    async take(carrier, text) {
      const id = text.id === null || text.id === '' ? null : storable(text.id);
      return id === null || isPart(text.concat)
        ? takeUnnamed(carrier, text, id)
        : takeNamed(carrier, text, id);
    },
    stop: () => looks.stop(),
  };
}

/** What becomes of a text that nobody owns. */
const unowned: Taken = { owned: false, confirm: () => undefined };

type Concat = NonNullable<CarrierInbound['concat']>;

/** For ever: no two texts of the same words have the same moment and number. */
const nameOf = ({ fingerprint, arrivedAtMs, name }: Claim) => `${fingerprint}.${arrivedAtMs}.${name}`;

const isBetween = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** A header that makes no sense makes a text whole: it is better given than kept. */
const isPart = (concat: Concat | undefined): concat is Concat => concat !== undefined && isSane(concat);

const isSane = ({ reference, total, number }: Concat) =>
  isBetween(total, 2, maxParts) && isBetween(number, 1, total) && isBetween(reference, 0, maxReference);
