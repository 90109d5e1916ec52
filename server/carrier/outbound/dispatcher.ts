// The outbound way of route gateway: what waits is read, placed on a carrier, claimed, submitted and recorded. Any number
// of replicas do so on one database. One round is in flight at a time, and what is claimed is committed before its first
// part is submitted.

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { Update } from '../../app/messages/updates.ts';
import type { Lifetimes } from '../../domain/message.ts';
import type { ReferenceBits } from '../../domain/text.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { CarrierClaim } from '../../store/carriers/claim_for_carriers.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import type { CarrierFound } from '../../store/carriers/list_carrier_queue.ts';
import { StatementFailed } from '../../store/database/driver.ts';
import type { Store } from '../../store/store.ts';
import type { ConfiguredCarrier, SubmitResult } from '../carrier.ts';
import { DispatchedText } from './claimed_text.ts';
import { CarrierClaims } from './claims.ts';
import { DeadWatch, type DeadWatchOptions } from './dead_replicas.ts';
import { type CarrierPlacement, placeOnCarriers } from './placing.ts';
import { createRecorder, type RecorderOptions } from './recorder.ts';
import { ReplicaLife } from './replica_life.ts';
import { Rounds } from './rounds.ts';
import { SubmitQueue } from './submit_queue.ts';

const pollPeriodMs = 1_000;
/** Most texts in one claim. */
const maxTexts = 500;
/** Fewest accounts that a round looks at: some may have nothing that can go now. */
const minAccounts = 50;
/** Rounds in a row that may claim nothing before the poll is waited for. */
const maxBarren = 10;
/** How often it is checked that what the database says this replica has in hand is so, in milliseconds. */
const checkPeriodMs = 10_000;
/** How long a stop waits for answers of carriers, and then for its last records, in milliseconds. */
const stopAnswersMs = 4_000;
const stopRecordsMs = 1_000;

export interface CarrierDispatcherOptions {
  store: Pick<
    Store,
    'claimForCarriers' | 'listCarrierQueue' | 'listHeld' | 'enterReplica' | 'renewReplica' | 'leaveReplica'
  > &
    RecorderOptions['store'] &
    DeadWatchOptions['store'];
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
  referenceBits: ReferenceBits;
  /** In the order in which they are asked. */
  carriers: readonly ConfiguredCarrier[];
  update: Update;
  publish: (advances: readonly Advance[]) => void;
  /** Called after each commit of records: receipts that came first may be applied now. */
  onRecorded: (conclusions: readonly Conclusion[]) => void;
  /** From 0 to below 1. */
  random?: () => number;
  onClaim?: (texts: number) => void;
  onAnswer?: (carrier: string, kind: SubmitResult['kind']) => void;
  onBatch?: (size: number) => void;
}

export class CarrierDispatcher {
  readonly #options: CarrierDispatcherOptions;
  readonly #queues: readonly SubmitQueue[];
  readonly #life: ReplicaLife;
  readonly #dead: DeadWatch;
  readonly #hand: CarrierClaims;
  readonly #rounds: Rounds;
  readonly #cancelPoll: () => void;
  /** Something may wait. */
  #isEager = true;
  #barren = 0;
  #afterAccountId = 0n;
  #checkAtMs = Number.NEGATIVE_INFINITY;
  #stopping: Promise<void> | undefined;

  constructor(options: CarrierDispatcherOptions) {
    this.#options = options;
    const { store, clock, log, lifetimes, failpoint, publish, onRecorded, onBatch } = options;
    this.#life = new ReplicaLife({ store, clock, log });
    this.#dead = new DeadWatch({ store, clock, log, update: options.update, life: this.#life });
    this.#rounds = new Rounds(clock, () => this.#round());
    const recorder = createRecorder({
      store,
      clock,
      log,
      lifetimes,
      failpoint,
      publish,
      onRecorded,
      onBatch,
    });
    this.#hand = new CarrierClaims({ clock, recorder, random: options.random ?? Math.random });
    this.#queues = options.carriers.map(
      (carrier) =>
        new SubmitQueue({
          carrier,
          clock,
          failpoint,
          isAlive: () => this.#life.isAlive,
          onSettled: (text) => this.#hand.conclude(text),
          onAnswer: (name, kind) => {
            options.onAnswer?.(name, kind);
            this.#wake();
          },
        }),
    );
    this.#cancelPoll = clock.setInterval(() => void this.#poll(), pollPeriodMs);
    void this.#poll();
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    if (this.#queues.length === 0 || !advances.some(({ queued }) => queued)) return;
    this.#isEager = true;
    this.#wake();
  }

  /** A carrier has room. */
  onRoom(carrier: string): void {
    for (const queue of this.#queues) if (queue.carrier.name === carrier) queue.pump();
    this.#wake();
  }

  /** Texts in this replica's hand. */
  inHand(): number {
    return this.#hand.size;
  }

  /** Claims nothing more, waits for what is under way within a bound, gives back the rest. Safe to call twice. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { clock } = this.#options;
    this.#cancelPoll();
    const within = (ms: number, work: Promise<unknown>) =>
      Promise.race([work, new Promise<void>((resolve) => clock.setTimeout(resolve, ms))]);
    this.#hand.giveBack();
    for (const queue of this.#queues) queue.close();
    const emptied = (async () => {
      await this.#rounds.stop();
      await this.#hand.emptied();
    })();
    await within(stopAnswersMs, emptied);
    this.#hand.giveUp('the core stopped before the carrier answered');
    await within(stopRecordsMs, emptied);
    this.#hand.abandon();
    await this.#life.leave();
  }

  #wake(): void {
    if (this.#isEager) this.#rounds.wake();
  }

  /** One round; false when there is nothing more to be done before something happens. */
  async #round(): Promise<boolean> {
    const { clock, store, log } = this.#options;
    const replica = this.#life.id;
    if (replica === undefined) return false;
    if (clock.nowMs() >= this.#checkAtMs && !(await this.#check(replica))) return false;
    const open = this.#queues.map((queue) => ({ queue, free: queue.free })).filter(({ free }) => free > 0);
    if (!this.#isEager || open.length === 0) return false;
    const wanted = Math.min(
      maxTexts,
      open.reduce((sum, { free }) => sum + free, 0),
    );
    this.#isEager = false;
    let found: CarrierFound;
    try {
      found = await store.listCarrierQueue(
        open.map(({ queue: { carrier } }) => carrier),
        {
          nowMs: clock.nowMs(),
          afterAccountId: this.#afterAccountId,
          accounts: Math.max(minAccounts, wanted),
          texts: wanted,
        },
      );
    } catch {
      log.debug('what waits for carriers could not be read; the next poll does');
      return false;
    }
    const lanes = open.map(({ queue: { carrier }, free }) => {
      return { name: carrier.name, priority: carrier.priority, unit: carrier.carrier.caps.unit, free };
    });
    const { placements, firstPassed, isLeft } = placeOnCarriers(found.accounts, lanes);
    // An account that got nothing is the first of the next round.
    if (firstPassed !== undefined) this.#afterAccountId = firstPassed - 1n;
    else this.#afterAccountId = found.lastAccountId ?? 0n;
    if (!found.isAll || isLeft) this.#isEager = true;
    if (placements.length === 0 && found.isAll) {
      this.#rounds.foundNothing();
      return false;
    }
    const claimed = placements.length === 0 ? 0 : await this.#claim(replica, open, placements);
    if (claimed === undefined) return false;
    if (claimed < placements.length) this.#isEager = true;
    this.#barren = claimed > 0 ? 0 : this.#barren + 1;
    return this.#barren < maxBarren;
  }

  /** Returns how many were claimed; undefined when the database did not say. */
  async #claim(
    replica: bigint,
    open: readonly { queue: SubmitQueue }[],
    placements: readonly CarrierPlacement[],
  ): Promise<number | undefined> {
    const { store, clock, log, lifetimes, failpoint, referenceBits, publish, onClaim } = this.#options;
    const queueOf = ({ lane }: CarrierPlacement) => open[lane]?.queue as SubmitQueue;
    const requests = placements.map((placement) => {
      const { accountId, text } = placement;
      return { accountId, id: text.id, attempt: text.attempt, carrier: queueOf(placement).carrier.name };
    });
    let claims: (CarrierClaim | undefined)[];
    try {
      failpoint('carrier_before_claim');
      const { sendingGraceMs } = lifetimes;
      claims = await store.claimForCarriers(replica, requests, { nowMs: clock.nowMs(), sendingGraceMs });
    } catch (error) {
      // A statement that was rolled back took nothing. An unanswered one may have been committed: what it took is
      // given back before anything else is claimed.
      if (error instanceof StatementFailed) log.warn({ sqlState: error.sqlState }, 'a claim failed');
      else this.#checkAtMs = Number.NEGATIVE_INFINITY;
      return undefined;
    }
    const used = new Set<SubmitQueue>();
    let claimed = 0;
    for (const [index, claim] of claims.entries()) {
      if (!claim) continue;
      failpoint('carrier_after_claim');
      claimed++;
      const placement = placements[index] as CarrierPlacement;
      const queue = queueOf(placement);
      const { carrier } = queue;
      const text = new DispatchedText({
        claim,
        holder: replica,
        carrier,
        sender: placement.sender,
        referenceBits,
      });
      used.add(queue);
      this.#hand.take(text);
      queue.add(text);
    }
    for (const queue of used) queue.pump();
    publish(newestAdvances(claims.filter((claim) => claim !== undefined)));
    if (claimed > 0) onClaim?.(claimed);
    return claimed;
  }

  /** Gives back what this replica holds without having it in hand. No claim is under way meanwhile. */
  async #check(replica: bigint): Promise<boolean> {
    const { store, clock, log } = this.#options;
    try {
      const isWhole = this.#hand.giveBackUnknown(
        replica,
        await store.listHeld(replica, this.#hand.size + maxTexts),
      );
      if (isWhole) this.#checkAtMs = clock.nowMs() + checkPeriodMs;
      return true;
    } catch {
      log.debug('what this replica holds could not be read; the next poll does');
      return false;
    }
  }

  async #poll(): Promise<void> {
    await this.#life.keep();
    if (this.#stopping) return;
    for (const queue of this.#queues) {
      queue.giveUpLate();
      queue.pump();
    }
    void this.#dead.look();
    if (this.#queues.length === 0) return;
    this.#isEager = true;
    this.#barren = 0;
    this.#wake();
  }
}

/** Starts the outbound way. Carriers are started by the caller, afterwards. */
export const startCarrierDispatcher = (options: CarrierDispatcherOptions): CarrierDispatcher =>
  new CarrierDispatcher(options);
