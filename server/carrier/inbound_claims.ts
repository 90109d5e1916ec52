// Which arrival is a new text and which a repeat, for texts without a lasting name. What a connection was answered late,
// or not at all, is remembered here, so that its repeat on the same connection is not taken for the same words written
// twice. What stays undecidable: words that somebody writes again within ten minutes of a late answer, on the same
// connection, or while the first ones are not confirmed, on another, are taken for a repeat.
import { randomUUID } from 'node:crypto';
import { createLane } from '../app/lane.ts';
import { runInRounds } from '../app/rounds.ts';
import type { Clock } from '../clock.ts';
import { type Arrival, type Claim, unconfirmedMs } from '../store/carrier_inbound.ts';
import type { Store } from '../store/store.ts';
import { Unheard } from './unheard.ts';

/** How long an arrival is repeated while the database is away, in milliseconds; then the far end repeats it. */
const repeatForMs = 8_000;
/** How often an arrival is asked about again because another replica touched its text meanwhile. */
const maxRounds = 10;
/** A claim that took longer is judged again: its text may have been taken in elsewhere meanwhile, in milliseconds. */
const slowClaimMs = 250;

/** A text that was taken in. */
export interface TakenClaim extends Claim {
  /** The answer comes so late that the far end may have given it up: nothing shows that it was heard. */
  isLate: boolean;
}

export interface Claims {
  /** Claims an arrival and stores it. Throws when that fails: the far end must repeat it. */
  claim(
    arrival: Omit<Arrival, 'arrivedAtMs' | 'arrival'>,
    store: (claim: Claim) => Promise<void>,
  ): Promise<TakenClaim>;
  /** The far end knows of it. Done soon, or never: then the text waits until its time is over. */
  confirm(claim: Claim): void;
  /** Drops what no repeat is waited for any more. */
  prune(): Promise<void>;
}

/** Opens the lanes of claims and confirmations. */
export function createClaims({ store, clock }: { store: Store; clock: Clock }): Claims {
  const unheard = new Unheard<Claim>(clock, unconfirmedMs);

  const write = async (arrivals: readonly Arrival[]): Promise<Claim[]> => {
    const claims = new Map<Arrival, Claim>();
    for (let round = 0; claims.size < arrivals.length; round++) {
      if (round >= maxRounds) throw new Error('received texts were touched again and again');
      const left = arrivals.filter((arrival) => !claims.has(arrival));
      const answers = await store.claimInbound(left, clock.nowMs());
      for (const [index, arrival] of left.entries()) {
        const claim = answers[index];
        if (claim) claims.set(arrival, claim);
      }
    }
    return arrivals.map((arrival) => claims.get(arrival) as Claim);
  };

  /** One for each carrier, so that what floods one is not waited for by the others. */
  const lanes = new Map<string, ReturnType<typeof openLane>>();
  const openLane = () =>
    createLane<Arrival, Claim>({
      maxBatch: 500,
      maxWaiting: 10_000,
      run: (arrivals) =>
        runInRounds(arrivals, ({ fingerprint }) => fingerprint, write, { clock, repeatForMs }),
    });
  const laneOf = (carrier: string) => {
    const lane = lanes.get(carrier) ?? openLane();
    lanes.set(carrier, lane);
    return lane;
  };

  const confirmLane = createLane<Claim, true>({
    maxBatch: 500,
    maxWaiting: 50_000,
    run: async (confirmed) => {
      await store.confirmInbound(confirmed);
      return confirmed.map(() => true);
    },
  });

  const judge = async (arrival: Arrival): Promise<Claim> => {
    const claim = await laneOf(arrival.carrier)(arrival);
    const tookMs = clock.nowMs() - arrival.arrivedAtMs;
    if (claim.isRepeat || arrival.isNamed || tookMs < slowClaimMs) return claim;
    return store.yieldInbound(arrival, claim, clock.nowMs());
  };

  return {
    async claim(arrived, take) {
      const key = JSON.stringify([arrived.carrier, arrived.fingerprint, arrived.connection]);
      const repeated = arrived.isNamed ? undefined : unheard.repeat(key);
      if (repeated?.claim) return { ...(await repeated.claim), isLate: true };
      const arrival = repeated?.arrival ?? randomUUID();
      const arrivedAtMs = clock.nowMs();
      const work = async () => {
        const claim = await judge({ ...arrived, arrival, arrivedAtMs });
        await take(claim);
        return claim;
      };
      return unheard.follow(key, arrival, work());
    },
    confirm(claim) {
      confirmLane(claim).catch(() => undefined);
    },
    async prune() {
      unheard.prune();
      while ((await store.pruneInbound()) >= 1000);
    },
  };
}
