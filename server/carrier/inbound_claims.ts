// Which arrival is a new text and which a repeat, for texts without a lasting name. What could not be stored here after
// all is remembered, so that its repeat on the same connection is not taken for the same words written twice.
import { createLane } from '../app/lane.ts';
import { runInRounds } from '../app/rounds.ts';
import type { Clock } from '../clock.ts';
import { type Arrival, type Claim, unconfirmedMs } from '../store/carrier_inbound.ts';
import { DatabaseUnavailable } from '../store/driver.ts';
import type { Store } from '../store/store.ts';

/** How long an arrival is repeated while the database is away, in milliseconds; then the far end repeats it. */
const repeatForMs = 8_000;
/** How often an arrival is asked about again because another replica touched its text meanwhile. */
const maxRounds = 10;
/** Most that is remembered as refused: the oldest goes. */
const maxRefused = 10_000;

export interface Claims {
  /** Claims an arrival and stores it. Throws when that fails: the far end must repeat it. */
  claim(
    arrival: Omit<Arrival, 'arrivedAtMs' | 'claimedAtMs' | 'isAgain'>,
    store: (claim: Claim) => Promise<void>,
  ): Promise<Claim>;
  /** The far end knows of it. Done soon, or never: then the text waits until its time is over. */
  confirm(claim: Claim): void;
  /** Drops what was never confirmed. */
  prune(): Promise<void>;
}

/** Opens the lanes of claims and confirmations. */
export function createClaims({ store, clock }: { store: Store; clock: Clock }): Claims {
  /** When each refused arrival was claimed, the oldest first. */
  const refused = new Map<string, number[]>();

  const write = async (arrivals: readonly Arrival[]): Promise<Claim[]> => {
    try {
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
    } catch (error) {
      // It may have been written all the same.
      if (error instanceof DatabaseUnavailable) for (const arrival of arrivals) arrival.isAgain = true;
      throw error;
    }
  };

  const claimLane = createLane<Arrival, Claim>({
    maxBatch: 500,
    maxWaiting: 10_000,
    run: (arrivals) =>
      runInRounds(arrivals, ({ carrier, fingerprint }) => `${carrier}/${fingerprint}`, write, {
        clock,
        repeatForMs,
      }),
  });

  const confirmLane = createLane<Claim, true>({
    maxBatch: 500,
    maxWaiting: 50_000,
    run: async (confirmed) => {
      await store.confirmInbound(confirmed);
      return confirmed.map(() => true);
    },
  });

  const refuse = (key: string, claimedAtMs: number) => {
    const moments = refused.get(key);
    if (moments) moments.push(claimedAtMs);
    else refused.set(key, [claimedAtMs]);
    if (refused.size > maxRefused) {
      const [oldest] = refused.keys();
      refused.delete(oldest as string);
    }
  };

  /** When this arrival was claimed before it was refused, if it is a repeat of such a one. */
  const recall = (key: string): number | undefined => {
    const moments = refused.get(key);
    const claimedAtMs = moments?.shift();
    if (moments?.length === 0) refused.delete(key);
    return claimedAtMs !== undefined && claimedAtMs > clock.nowMs() - unconfirmedMs ? claimedAtMs : undefined;
  };

  return {
    async claim(arrival, take) {
      const key = JSON.stringify([arrival.carrier, arrival.fingerprint, arrival.connection]);
      const arrivedAtMs = clock.nowMs();
      const earlierMs = recall(key);
      const claimedAtMs = earlierMs ?? arrivedAtMs;
      const isAgain = earlierMs !== undefined;
      try {
        const claim = await claimLane({ ...arrival, arrivedAtMs, claimedAtMs, isAgain });
        await take(claim);
        return claim;
      } catch (error) {
        refuse(key, claimedAtMs);
        throw error;
      }
    },
    confirm(claim) {
      confirmLane(claim).catch(() => undefined);
    },
    async prune() {
      while ((await store.pruneInbound(clock.nowMs())) >= 1000);
    },
  };
}
