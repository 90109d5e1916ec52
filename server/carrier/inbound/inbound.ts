// What carriers receive: each text once, for the account that owns its recipient. A carrier repeats what it does not
// know to be acknowledged, on another connection and perhaps to another replica; a text without a lasting name is recognised
// by that.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import { noFailpoint } from '../../../runtime/failpoint.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Receive } from '../../app/messages/inbound.ts';
import { readInboundSender } from '../../domain/numbers/address.ts';
import type { Failpoint } from '../../failpoint.ts';
import { anyConnection, type Claim } from '../../store/carriers/carrier_inbound.ts';
import type { Store } from '../../store/store.ts';
import type { CarrierInbound, Taken } from '../carrier.ts';
import { createClaims } from './inbound_claims.ts';
import { createPartJoiner, maxBodyLength } from './inbound_parts.ts';
import { createOwnerLookup, type Owner, senderOf, storable, withoutZero } from './owners.ts';

const tickMs = 30_000;
/** What a header can say (3GPP TS 23.040 9.2.3.24.1 and 9.2.3.24.8). */
const maxParts = 255;
const maxReference = 65_535;

export interface CarrierInboundOptions {
  store: Pick<
    Store,
    | 'ownersByEnding'
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
  /** The country in which a carrier writes national numbers (ISO 3166-1 alpha-2); undefined where the operator names none. */
  countryOfCarrier: (carrier: string) => string | undefined;
  failpoint?: Failpoint;
}

/** Takes received texts, and looks every half minute for what waited long enough. */
export class CarrierInboundTaker {
  readonly #options: CarrierInboundOptions;
  readonly #findOwner: ReturnType<typeof createOwnerLookup>;
  readonly #claims: ReturnType<typeof createClaims>;
  readonly #parts: ReturnType<typeof createPartJoiner>;
  readonly #failpoint: Failpoint;
  readonly #looks: Every;

  constructor(options: CarrierInboundOptions) {
    this.#options = options;
    const { store, clock, log, receive, failpoint = noFailpoint } = options;
    this.#failpoint = failpoint;
    this.#findOwner = createOwnerLookup(options);
    this.#claims = createClaims(options);
    this.#parts = createPartJoiner({ store, clock, receive });
    this.#looks = every({
      clock,
      periodMs: tickMs,
      work: async () => {
        this.#claims.prune();
        await this.#parts.giveDue();
      },
      onError: (error) =>
        log.debug(
          { error: (error as Error).message },
          'incomplete texts were not looked for; they are next time',
        ),
    });
  }

  /** Resolved = durable. Rejected: the carrier must repeat it, on the same connection or another. */
  async take(carrier: string, text: CarrierInbound): Promise<Taken> {
    const id = text.id === null || text.id === '' ? null : storable(text.id);
    return id === null || isPart(text.concat)
      ? this.#takeUnnamed(carrier, text, id)
      : this.#takeNamed(carrier, text, id);
  }

  /** Takes texts still, but starts nothing by itself any more; waits for what it started. */
  stop(): Promise<void> {
    return this.#looks.stop();
  }

  /** A text or part without a lasting name, or a part with one: find out whether this arrival is a repeat. */
  async #takeUnnamed(carrier: string, text: CarrierInbound, id: string | null): Promise<Taken> {
    const arrived = {
      carrier,
      fingerprint: id ?? storable(text.fingerprint),
      connection: id === null ? storable(text.connection) : anyConnection,
      isNamed: id !== null,
    };
    const { claim, isLate } = await this.#claims.take(arrived, text, (claimIt) =>
      this.#store(carrier, text, async (owner) => {
        const mine = await claimIt();
        if (isPart(text.concat)) await this.#storePart(carrier, text, owner, text.concat, mine);
        else await this.#giveWhole(carrier, text, owner, nameOf(mine));
        return mine;
      }),
    );
    if (claim === null) return unowned;
    // A late answer shows nothing: the carrier may have given up waiting, and repeat the text.
    const mayConfirm = id === null && !isLate;
    return { owned: true, confirm: () => (mayConfirm ? this.#claims.confirm(claim) : undefined) };
  }

  async #takeNamed(carrier: string, text: CarrierInbound, id: string): Promise<Taken> {
    const isTaken = await this.#store(carrier, text, async (owner) => {
      await this.#giveWhole(carrier, text, owner, id);
      return true;
    });
    return isTaken === null ? unowned : { owned: true, confirm: () => undefined };
  }

  /** Does the work for the owner of the recipient, between the points where tests kill; null where no account owns it. */
  async #store<T>(carrier: string, { recipient }: CarrierInbound, work: (owner: Owner) => Promise<T>) {
    const owner = await this.#findOwner({ carrier, recipient });
    if (owner === null) return null;
    this.#failpoint('inbound_before_commit');
    const done = await work(owner);
    this.#failpoint('inbound_after_commit');
    return done;
  }

  #giveWhole(carrier: string, text: CarrierInbound, owner: Owner, name: string) {
    return this.#options.receive({
      accountId: owner.accountId,
      deviceId: 0n,
      carrier,
      ownNumber: owner.recipient,
      country: owner.country,
      inboundId: `${carrier}/${name}`,
      address: senderOf(text.sender),
      body: storable(text.text.slice(0, maxBodyLength)),
      receivedAtMs: text.receivedAtMs,
    });
  }

  #storePart(carrier: string, text: CarrierInbound, owner: Owner, concat: Concat, claim: Claim) {
    return this.#parts.take({
      ...concat,
      accountId: owner.accountId,
      carrier,
      sender: readInboundSender(senderOf(text.sender), owner.country).number,
      recipient: owner.recipient,
      text: withoutZero(text.text.slice(0, maxBodyLength)),
      arrivedAtMs: claim.arrivedAtMs,
      isRepeat: claim.isRepeat,
    });
  }
}

/** The answer to a text whose recipient no account owns. */
const unowned: Taken = { owned: false, confirm: () => undefined };

type Concat = NonNullable<CarrierInbound['concat']>;

/** It is unique for ever: no two texts with the same words have the same moment and number. */
const nameOf = ({ fingerprint, arrivedAtMs, name }: Claim) => `${fingerprint}.${arrivedAtMs}.${name}`;

const isBetween = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** With a header that makes no sense, a text counts as whole: it is better to show it than to keep it. */
const isPart = (concat: Concat | undefined): concat is Concat => concat !== undefined && isSane(concat);

const isSane = ({ reference, total, number }: Concat) =>
  isBetween(total, 2, maxParts) && isBetween(number, 1, total) && isBetween(reference, 0, maxReference);
