// The outbound way of route gateway: what waits is read, placed on a carrier, claimed, submitted and recorded. Any number
// of replicas do so on one database. One round is in flight at a time, and what is claimed is committed before its first
// part is submitted.

import { pause } from '../../../runtime/pause.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { CarrierClaim, CarrierClaims } from '../../store/carriers/claim_for_carriers.ts';
import type { CarrierFound } from '../../store/carriers/list_carrier_queue.ts';
import { StatementFailed } from '../../store/database/driver.ts';
import { ReplicaLife } from '../replica_life.ts';
import { Rounds } from '../rounds.ts';
import { ClaimedTexts } from './claimed_texts.ts';
import { DeadWatch } from './dead_replicas.ts';
import { DispatchedText } from './dispatched_text.ts';
import type { CarrierDispatcherOptions } from './dispatcher_options.ts';
import { type CarrierPlacement, placeOnCarriers } from './placing.ts';
import { createRecorder } from './recorder.ts';
import { SubmitQueue } from './submit_queue.ts';

const pollPeriodMs = 1_000;
/** Most texts in one claim. */
const maxTexts = 500;
/** Fewest accounts that a round looks at: some may have nothing that can go now. */
const minAccounts = 50;
/** Rounds in a row that may claim nothing before the poll is waited for. */
const maxBarren = 10;
/** How often it is checked that what the database says this replica has claimed is so, in milliseconds. */
const checkPeriodMs = 10_000;
/** How long a stop waits for answers of carriers, and then for its last records, in milliseconds. */
const stopAnswersMs = 4_000;
const stopRecordsMs = 1_000;

/** A carrier's queue that takes more. */
interface OpenQueue {
  queue: SubmitQueue;
  /** How many submits more. */
  free: number;
}

const queueOf = (open: readonly OpenQueue[], { carrier }: CarrierPlacement) =>
  (open[carrier] as OpenQueue).queue;

/** Moves texts from the queue to carriers, from its construction on. Carriers are started by the caller, afterwards. */
export class CarrierDispatcher {
  readonly #options: CarrierDispatcherOptions;
  readonly #queues: readonly SubmitQueue[];
  readonly #life: ReplicaLife;
  readonly #dead: DeadWatch;
  readonly #claimed: ClaimedTexts;
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
    this.#claimed = new ClaimedTexts({ clock, recorder, random: options.random ?? Math.random });
    this.#queues = options.carriers.map(
      (carrier) =>
        new SubmitQueue({
          carrier,
          clock,
          failpoint,
          isAlive: () => this.#life.isAlive,
          onSettled: (text) => this.#claimed.conclude(text),
          onTaken: (part) => options.onTaken?.(part),
          onAnswer: (name, kind) => {
            options.onAnswer?.(name, kind);
            this.#wake();
          },
        }),
    );
    this.#cancelPoll = clock.setInterval(() => this.#poll(), pollPeriodMs);
    void this.#life.keep().then(() => this.#poll());
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    if (this.#queues.length === 0 || !advances.some(({ queued }) => queued)) return;
    this.#isEager = true;
    this.#wake();
  }

  /** A carrier has capacity. */
  onCapacity(carrier: string): void {
    for (const queue of this.#queues) if (queue.carrier.name === carrier) queue.pump();
    this.#wake();
  }

  /** How many texts this replica has claimed. */
  countClaimed(): number {
    return this.#claimed.size;
  }

  /** Claims nothing more, waits for what is under way within a bound, gives back the rest. Safe to call twice. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { clock } = this.#options;
    this.#cancelPoll();
    void this.#dead.stop();
    const within = (ms: number, work: Promise<unknown>) => Promise.race([work, pause(clock, ms)]);
    this.#claimed.giveBack();
    for (const queue of this.#queues) queue.close();
    const emptied = (async () => {
      await this.#rounds.stop();
      await this.#claimed.emptied();
    })();
    await within(stopAnswersMs, emptied);
    this.#claimed.giveUp('the core stopped before the carrier answered');
    await within(stopRecordsMs, emptied);
    this.#claimed.abandon();
    await this.#life.leave();
  }

  #wake(): void {
    if (this.#isEager) this.#rounds.wake();
  }

  /** One round; false when there is nothing to look for before something happens. */
  async #round(): Promise<boolean> {
    const replica = this.#life.id;
    if (replica === undefined) return false;
    if (this.#options.clock.nowMs() >= this.#checkAtMs && !(await this.#check(replica))) return false;
    const open = this.#queues.map((queue) => ({ queue, free: queue.free })).filter(({ free }) => free > 0);
    if (!this.#isEager || open.length === 0) return false;
    this.#isEager = false;
    const found = await this.#list(open);
    if (!found) return false;
    const placements = this.#place(open, found);
    if (placements.length === 0 && found.isAll) {
      this.#rounds.foundNothing();
      return false;
    }
    const got = await this.#claim(replica, open, placements);
    if (!got) return false;
    const claimed = this.#handOver(replica, open, placements, got.claims);
    const moved = claimed + got.ended.length;
    if (got.ended.length > 0) this.#options.publish(newestAdvances(got.ended));
    if (moved < placements.length) this.#isEager = true;
    this.#barren = moved > 0 ? 0 : this.#barren + 1;
    return this.#barren < maxBarren;
  }

  /** What waits; undefined when the database did not say. */
  async #list(open: readonly OpenQueue[]): Promise<CarrierFound | undefined> {
    const { clock, store, log } = this.#options;
    const texts = Math.min(
      maxTexts,
      open.reduce((sum, { free }) => sum + free, 0),
    );
    const accounts = Math.max(minAccounts, texts);
    const carriers = open.map(({ queue: { carrier } }) => carrier);
    try {
      return await store.listCarrierQueue(carriers, {
        nowMs: clock.nowMs(),
        afterAccountId: this.#afterAccountId,
        accounts,
        texts,
      });
    } catch {
      log.debug('what waits for carriers could not be read; the next poll does');
      return undefined;
    }
  }

  #place(open: readonly OpenQueue[], found: CarrierFound): CarrierPlacement[] {
    const carriers = open.map(({ queue: { carrier }, free }) => {
      return { name: carrier.name, priority: carrier.priority, unit: carrier.carrier.caps.unit, free };
    });
    const { placements, firstPassed, isLeft } = placeOnCarriers(found.accounts, carriers);
    // An account that got nothing is the first of the next round.
    if (firstPassed !== undefined) this.#afterAccountId = firstPassed - 1n;
    else this.#afterAccountId = found.lastAccountId ?? 0n;
    if (!found.isAll || isLeft) this.#isEager = true;
    return placements;
  }

  /** The claims in the order of the placements, undefined where another replica was faster; undefined when the database did not say. */
  async #claim(
    replica: bigint,
    open: readonly OpenQueue[],
    placements: readonly CarrierPlacement[],
  ): Promise<CarrierClaims | undefined> {
    if (placements.length === 0) return { claims: [], ended: [] };
    const { store, clock, log, lifetimes, failpoint } = this.#options;
    const requests = placements.map((placement) => {
      const { accountId, text } = placement;
      const carrier = queueOf(open, placement).carrier.name;
      return { accountId, id: text.id, attempt: text.attempt, carrier };
    });
    try {
      failpoint('carrier_before_claim');
      const { sendingGraceMs } = lifetimes;
      return await store.claimForCarriers(replica, requests, { nowMs: clock.nowMs(), sendingGraceMs });
    } catch (error) {
      // A statement that was rolled back took nothing. An unanswered one may have been committed: what it took is
      // given back before anything else is claimed.
      if (error instanceof StatementFailed) log.warn({ sqlState: error.sqlState }, 'a claim failed');
      else this.#checkAtMs = Number.NEGATIVE_INFINITY;
      return undefined;
    }
  }

  /** Gives what was claimed to the carriers' queues; returns how many texts. */
  #handOver(
    replica: bigint,
    open: readonly OpenQueue[],
    placements: readonly CarrierPlacement[],
    claims: readonly (CarrierClaim | undefined)[],
  ): number {
    const { failpoint, referenceBits, publish, onClaim } = this.#options;
    const used = new Set<SubmitQueue>();
    const claimed = claims.filter((claim) => claim !== undefined);
    for (const [index, claim] of claims.entries()) {
      if (!claim) continue;
      failpoint('carrier_after_claim');
      const placement = placements[index] as CarrierPlacement;
      const queue = queueOf(open, placement);
      const { carrier } = queue;
      const text = new DispatchedText({
        claim,
        holder: replica,
        carrier,
        sender: placement.sender,
        referenceBits,
      });
      used.add(queue);
      this.#claimed.take(text);
      queue.add(text);
    }
    for (const queue of used) queue.pump();
    if (claimed.length === 0) return 0;
    publish(newestAdvances(claimed));
    onClaim?.(claimed.length);
    return claimed.length;
  }

  /** Gives back what the database says this replica has claimed, and it does not know of. No claim is under way meanwhile. */
  async #check(replica: bigint): Promise<boolean> {
    const { store, clock, log } = this.#options;
    try {
      const isWhole = this.#claimed.giveBackUnknown(
        replica,
        await store.listClaimed(replica, this.#claimed.size + maxTexts),
      );
      if (isWhole) this.#checkAtMs = clock.nowMs() + checkPeriodMs;
      return true;
    } catch {
      log.debug('what this replica holds could not be read; the next poll does');
      return false;
    }
  }

  #poll(): void {
    if (this.#stopping) return;
    for (const queue of this.#queues) {
      queue.giveBackLate();
      queue.pump();
    }
    if (this.#queues.length === 0) return;
    this.#isEager = true;
    this.#barren = 0;
    this.#wake();
  }
}
