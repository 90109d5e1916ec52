// Shows the other replicas that this process is alive: a row that is renewed while the database answers. A replica that
// does not renew its row counts as dead to the others, and stops submitting before they take it for dead.
import type { Clock } from '../../runtime/clock.ts';
import { type Every, every } from '../../runtime/every.ts';
import type { Log } from '../../runtime/log.ts';
import type { Store } from '../store/store.ts';

/** The time between two checks whether a renewal is due, in milliseconds. */
const lookPeriodMs = 1_000;
const renewPeriodMs = 5_000;
const lifeSeconds = 30;
/** How much earlier this replica takes itself for dead than the others do, in milliseconds. */
const marginMs = 5_000;
/** Longest pause between two renewals of a life that counts as unbroken, in milliseconds. */
const maxGapMs = 10_000;
/**
 * How long a replica must have lived unbroken before it judges others, in milliseconds. After the database was away all
 * lives have run out, and the others need time to renew theirs.
 */
const judgeAfterMs = 30_000;

type LifeStore = Pick<Store, 'enterReplica' | 'renewReplica' | 'leaveReplica'>;

export class ReplicaLife {
  readonly #store: LifeStore;
  readonly #clock: Clock;
  readonly #log: Log;
  #id: bigint | undefined;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #unbrokenSinceMs = Number.POSITIVE_INFINITY;
  readonly #renewals: Every;
  #hasLeft = false;

  constructor({ store, clock, log }: { store: LifeStore; clock: Clock; log: Log }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#renewals = every({ clock, periodMs: lookPeriodMs, work: () => this.#renewWhenDue() });
  }

  /** The id to claim texts with; undefined while the others may take this replica for dead. */
  get id(): bigint | undefined {
    return this.isAlive ? this.#id : undefined;
  }

  /** Whether the others certainly take this replica for alive. */
  get isAlive(): boolean {
    const sinceMs = this.#clock.nowMs() - this.#renewedAtMs;
    // After the clock was set back, nobody knows how long ago it was.
    return sinceMs >= 0 && sinceMs < lifeSeconds * 1000 - marginMs;
  }

  /** Whether this replica may take others for dead. */
  get mayJudge(): boolean {
    const nowMs = this.#clock.nowMs();
    return nowMs - this.#unbrokenSinceMs >= judgeAfterMs && nowMs - this.#renewedAtMs <= maxGapMs;
  }

  /** Renews the life now, if it is time. Never rejects. */
  keep(): Promise<void> {
    return this.#renewals.now();
  }

  /** Ends the life: texts that are still claimed belong to a dead replica then. Never throws. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    void this.#renewals.stop();
    const id = this.#id;
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
    if (id === undefined) return;
    await this.#store
      .leaveReplica(id)
      .catch(() => this.#log.debug("this replica's row is left; it runs out by itself"));
  }

  #renewWhenDue(): Promise<void> | undefined {
    const sinceMs = this.#clock.nowMs() - this.#renewedAtMs;
    const isFresh = sinceMs >= 0 && sinceMs < renewPeriodMs;
    return isFresh ? undefined : this.#renew(sinceMs);
  }

  async #renew(sinceMs: number): Promise<void> {
    const startMs = this.#clock.nowMs();
    try {
      const found = this.#id === undefined ? 'gone' : await this.#store.renewReplica(this.#id, lifeSeconds);
      if (found === 'gone') this.#id = await this.#store.enterReplica(lifeSeconds);
      // If lives ran out only by the database's clock, the clock was set, and everybody's may have run out.
      if (sinceMs < 0 || sinceMs > maxGapMs || found !== 'kept') this.#unbrokenSinceMs = startMs;
      if (!this.#hasLeft) this.#renewedAtMs = startMs;
    } catch {
      this.#log.debug("this replica's life could not be renewed; it is tried again");
    }
  }
}
