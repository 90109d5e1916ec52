// This process' life as the other replicas see it: a row, renewed while the database answers. One that does not renew it
// is dead to the others, and stops submitting before they think so.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Store } from '../../store/store.ts';

const renewPeriodMs = 5_000;
const lifeSeconds = 30;
/** How much earlier than the others this replica takes itself for dead, in milliseconds. */
const marginMs = 5_000;
/** Longest pause between two renewals of a life that counts as unbroken, in milliseconds. */
const maxGapMs = 10_000;
/**
 * How long a replica must have lived unbroken before it judges others, in milliseconds. After the database was away all
 * lives have run out, and the others need time to renew theirs.
 */
const judgeAfterMs = 30_000;

export class ReplicaLife {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  #id: bigint | undefined;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  #unbrokenSinceMs = Number.POSITIVE_INFINITY;
  #isRenewing = false;
  #hasLeft = false;

  constructor({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** The id to claim as; undefined while the others may take this replica for dead. */
  get id(): bigint | undefined {
    return this.isAlive ? this.#id : undefined;
  }

  /** Whether the others take this replica for alive, for certain. */
  get isAlive(): boolean {
    const sinceMs = this.#clock.nowMs() - this.#renewedAtMs;
    // Nobody knows how long ago it was when the clock was set back meanwhile.
    return sinceMs >= 0 && sinceMs < lifeSeconds * 1000 - marginMs;
  }

  /** Whether this replica may take others for dead. */
  get mayJudge(): boolean {
    const nowMs = this.#clock.nowMs();
    return nowMs - this.#unbrokenSinceMs >= judgeAfterMs && nowMs - this.#renewedAtMs <= maxGapMs;
  }

  /** Renews the life when it is time; to be called once a second. Never throws. */
  async keep(): Promise<void> {
    const startMs = this.#clock.nowMs();
    const sinceMs = startMs - this.#renewedAtMs;
    const isFresh = sinceMs >= 0 && sinceMs < renewPeriodMs;
    if (this.#isRenewing || this.#hasLeft || isFresh) return;
    this.#isRenewing = true;
    try {
      const found = this.#id === undefined ? 'gone' : await this.#store.renewReplica(this.#id, lifeSeconds);
      if (found === 'gone') this.#id = await this.#store.enterReplica(lifeSeconds);
      // Lives that ran out by the database's clock alone may be everybody's: it was set.
      if (sinceMs < 0 || sinceMs > maxGapMs || found !== 'kept') this.#unbrokenSinceMs = startMs;
      this.#renewedAtMs = startMs;
    } catch {
      this.#log.debug("this replica's life could not be renewed; it is tried again");
    } finally {
      this.#isRenewing = false;
    }
  }

  /** Ends the life: what is still in hand is a dead one's. Never throws. */
  async leave(): Promise<void> {
    this.#hasLeft = true;
    const id = this.#id;
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
    if (id === undefined) return;
    await this.#store
      .leaveReplica(id)
      .catch(() => this.#log.debug("this replica's row is left; it runs out by itself"));
  }
}
