// Which arrival is a new text and which a repeat, for texts without a lasting name. Arrivals that were answered late,
// or not at all, are remembered here, so that a repeat on the same connection does not count as the same words written
// twice. If an arrival waited, here or on its way to the database, while the same words were stored and confirmed on
// another connection, it is that text. One case cannot be decided: if somebody writes the same words again within ten
// minutes of a late answer on the same connection, or on another connection before the first ones are confirmed, they
// count as a repeat.
import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { memoised } from '../../../runtime/memoised.ts';
import { createBatcher } from '../../app/batches/batcher.ts';
import { runInRounds } from '../../app/batches/rounds.ts';
import {
  type Arrival,
  type Claim,
  type Claimed,
  unconfirmedMs,
} from '../../store/carriers/carrier_inbound.ts';
import type { Store } from '../../store/store.ts';

/** An answer is late after this time, in milliseconds: longer than storing takes, shorter than any carrier waits. */
const lateMs = 1_500;
/** How long the number of a delivery counts after its answer, in milliseconds; carriers use numbers again. */
const numberKeptMs = 60_000;
/** Most arrivals of a carrier that are remembered; the oldest go. */
const maxRemembered = 10_000;

/** An arrival that may come again. */
interface Remembered<T> {
  /** Its name in the database. */
  arrival: string;
  /** What makes arrivals the same. */
  key: string;
  startedAtMs: number;
  /** Its outcome, or a promise of it; undefined when it was refused. */
  outcome: Promise<T> | undefined;
  /** Null while it is not answered. */
  endedAtMs: number | null;
}

/** What identifies an arrival on its connection. */
interface Arriving {
  key: string;
  /** The connection, and the carrier's number of the delivery there; undefined where it has none. */
  number: string | undefined;
}

/**
 * Arrivals on one carrier whose answer it may have missed: refused ones, and those that were answered so late that it may have given
 * up. The same words on the same connection are then a repeat, once for each arrival. The same words under the same number are one
 * whenever they come. In any other case somebody has written the same words twice.
 */
class LateAnswers<T> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  /** By what makes arrivals the same, the oldest first. */
  readonly #byKey = new BoundedMap<string, Remembered<T>[]>(maxRemembered);
  readonly #byNumber = new BoundedMap<string, Remembered<T>>(maxRemembered);

  constructor(clock: Clock, keptMs: number) {
    this.#clock = clock;
    this.#keptMs = keptMs;
  }

  /** The arrival that this one repeats, which then cannot be repeated again; undefined for a new text. */
  repeat({ key, number }: Arriving): { arrival: string; outcome: Promise<T> | undefined } | undefined {
    const nowMs = this.#clock.nowMs();
    const numbered = number === undefined ? undefined : this.#byNumber.get(number);
    if (numbered?.key === key && !isOlder(numbered, numberKeptMs, nowMs)) {
      if (numbered.endedAtMs !== null) this.#forget(key, numbered);
      return numbered;
    }
    const known = this.#byKey.get(key);
    const found = known?.find(({ startedAtMs, outcome, endedAtMs }) => {
      if (endedAtMs === null) return nowMs - startedAtMs >= lateMs;
      const isLate = outcome === undefined || endedAtMs - startedAtMs >= lateMs;
      return isLate && Math.abs(nowMs - endedAtMs) < this.#keptMs;
    });
    if (known === undefined || found === undefined) return undefined;
    this.#forget(key, found);
    // The repeat gets the same answer, and its carrier may give up in turn.
    const { outcome, endedAtMs } = found;
    if (outcome !== undefined && endedAtMs === null)
      this.#watch(key, { ...found, startedAtMs: nowMs }, outcome);
    return found;
  }

  /** Follows an arrival until it is answered. Returns whether that came late; throws what its outcome throws. */
  async follow(
    { key, number }: Arriving,
    arrival: string,
    startedAtMs: number,
    outcome: Promise<T>,
  ): Promise<boolean> {
    const remembered = { arrival, key, startedAtMs, outcome, endedAtMs: null };
    if (number !== undefined) this.#byNumber.set(number, remembered);
    this.#watch(key, remembered, outcome);
    await outcome;
    return this.#clock.nowMs() - startedAtMs >= lateMs;
  }

  /** Drops what is older than any repeat. */
  prune(): void {
    const nowMs = this.#clock.nowMs();
    for (const [key, known] of this.#byKey)
      for (const each of known) if (isOlder(each, this.#keptMs, nowMs)) this.#forget(key, each);
    for (const [number, known] of this.#byNumber)
      if (isOlder(known, numberKeptMs, nowMs)) this.#byNumber.delete(number);
  }

  #watch(key: string, remembered: Remembered<T>, outcome: Promise<T>): void {
    const known = this.#byKey.get(key) ?? [];
    known.push(remembered);
    this.#byKey.set(key, known);
    outcome.then(
      () => {
        remembered.endedAtMs = this.#clock.nowMs();
        if (remembered.endedAtMs - remembered.startedAtMs < lateMs) this.#forget(key, remembered);
      },
      () => {
        remembered.endedAtMs = this.#clock.nowMs();
        remembered.outcome = undefined;
      },
    );
  }

  #forget(key: string, remembered: Remembered<T>): void {
    const left = this.#byKey.get(key)?.filter((each) => each !== remembered) ?? [];
    if (left.length > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }
}

/** Whether it was answered so long ago. */
const isOlder = ({ endedAtMs }: { endedAtMs: number | null }, keptMs: number, nowMs: number): boolean =>
  endedAtMs !== null && Math.abs(nowMs - endedAtMs) >= keptMs;

/** How long an arrival is repeated while the database is away, in milliseconds; then the carrier repeats it. */
const repeatForMs = 8_000;
/** How often an arrival is asked about again because another replica touched its text meanwhile. */
const maxRounds = 10;

/** The outcome of an arrival. */
interface TakenIn {
  /** Null for a text whose recipient no account owns. */
  claim: Claim | null;
  /** The answer comes so late that the carrier may have given it up: nothing shows that it was received. */
  isLate: boolean;
}

interface Claims {
  /**
   * Takes in an arrival, which may have come as early as `waitedSinceMs`, under the carrier's number of the delivery. `store` finds its account, claims it and
   * stores it; it is not called for a repeat whose first arrival is stored, or being stored. Throws when that fails:
   * the carrier must repeat it.
   */
  take(
    arrived: Omit<Arrival, 'arrival'>,
    came: { waitedSinceMs: number; sequence?: number },
    store: (claim: () => Promise<Claim>) => Promise<Claim | null>,
  ): Promise<TakenIn>;
  /**
   * The carrier knows that it was stored. This is written soon, or never: then the text waits until its time is over.
   */
  confirm(claim: Claim): void;
  /** Drops what no repeat is waited for any more. */
  prune(): void;
}

/** Claims arrivals; those whose text another replica touched meanwhile are asked about again. */
async function claimAll(
  store: Pick<Store, 'claimInbound'>,
  arrivals: readonly Arrival[],
): Promise<Claimed[]> {
  const claims = new Map<Arrival, Claimed>();
  for (let round = 0; claims.size < arrivals.length; round++) {
    if (round >= maxRounds) throw new Error('received texts changed again and again');
    const left = arrivals.filter((arrival) => !claims.has(arrival));
    const answers = await store.claimInbound(left);
    for (const [index, arrival] of left.entries()) {
      const claim = answers[index];
      if (claim) claims.set(arrival, claim);
    }
  }
  return arrivals.map((arrival) => claims.get(arrival) as Claimed);
}

/** Opens the batchers of claims and confirmations. */
export function createClaims({
  store,
  clock,
}: {
  store: Pick<Store, 'claimInbound' | 'confirmInbound' | 'yieldInbound'>;
  clock: Clock;
}): Claims {
  /** One for each carrier, so that a flood on one makes no other forget. */
  const lateAnswers = new Map<string, LateAnswers<Claim | null>>();
  const answersOf = (carrier: string) => {
    const answers = lateAnswers.get(carrier) ?? new LateAnswers<Claim | null>(clock, unconfirmedMs);
    lateAnswers.set(carrier, answers);
    return answers;
  };

  /** One for each carrier, so that a flood on one does not delay the others. */
  const batcherOf = memoised((_carrier: string) =>
    createBatcher<Arrival, Claimed>({
      maxBatch: 500,
      maxItems: 10_000,
      run: (arrivals) =>
        runInRounds(
          arrivals,
          ({ fingerprint }) => fingerprint,
          (some) => claimAll(store, some),
          { clock, repeatForMs },
        ),
    }),
  );

  const confirmBatcher = createBatcher<Claim, true>({
    maxBatch: 500,
    maxItems: 50_000,
    run: async (confirmed) => {
      await store.confirmInbound(confirmed);
      return confirmed.map(() => true);
    },
  });

  const claim = async (arrival: Arrival, waitedSinceMs: number): Promise<Claim> => {
    const { claim, rival } = await batcherOf(arrival.carrier)(arrival);
    // The answer is newer than the claim, so that the time counted here is never shorter than the arrival's real wait.
    const waitedMs = clock.nowMs() - waitedSinceMs;
    if (rival === null || rival.confirmedAgoMs >= waitedMs) return claim;
    return store.yieldInbound(arrival, claim, rival);
  };

  return {
    async take(arrived, { waitedSinceMs, sequence }, storeIt) {
      const { carrier, fingerprint, connection, isNamed } = arrived;
      const answers = answersOf(carrier);
      const arriving = {
        key: JSON.stringify([fingerprint, connection]),
        number: sequence === undefined || isNamed ? undefined : `${connection} ${sequence}`,
      };
      const repeated = isNamed ? undefined : answers.repeat(arriving);
      if (repeated?.outcome) return { claim: await repeated.outcome, isLate: true };
      const arrival = { ...arrived, arrival: repeated?.arrival ?? randomUUID() };
      const sinceMs = Math.min(waitedSinceMs, clock.nowMs());
      const outcome = storeIt(() => claim(arrival, sinceMs));
      const isLate = await answers.follow(arriving, arrival.arrival, sinceMs, outcome);
      return { claim: await outcome, isLate };
    },
    confirm(claim) {
      confirmBatcher(claim).catch(() => undefined);
    },
    prune() {
      for (const answers of lateAnswers.values()) answers.prune();
    },
  };
}
