// Sends the texts of route gateway: lists what waits, places it on a carrier, claims it, hands it over to the carrier's
// queue and concludes it, as for devices. Any number of replicas do so on one database. One round is in flight at a
// time, and what is claimed is committed before its first part is submitted.

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { atMost } from '../../../runtime/pause.ts';
import { isTracing } from '../../../runtime/tracing.ts';
import type { Advance } from '../../app/messages/advances.ts';
import type { Update } from '../../app/messages/updates.ts';
import type { ConfiguredCarrier, PartResult } from '../../carrier/carrier.ts';
import { isSandbox, sandboxCarrier } from '../../domain/accounts/sandbox.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import type { CarrierFound } from '../../store/carriers/list_carrier_queue.ts';
import type { Store } from '../../store/store.ts';
import { ReplicaLife } from '../replica_life.ts';
import { Rounds } from '../rounds.ts';
import { ClaimedTexts } from './claimed_texts.ts';
import type { DeadWatchOptions } from './dead_replicas.ts';
import { DeadWatch } from './dead_replicas.ts';
import { createFollowLate, type LateAnswersOptions } from './late_answers.ts';
import { type CarrierPlacement, placeTexts } from './place.ts';
import type { RecorderOptions } from './recorder.ts';
import { createRecorder } from './recorder.ts';
import { Refusals } from './refusals.ts';
import type { HandOverOptions } from './round.ts';
import { Conclusions, claimTexts, handOver, listTexts, maxTexts, type RoundQueue } from './round.ts';
import { SubmitQueue } from './submit_queue.ts';

export interface CarrierDispatcherOptions extends HandOverOptions {
  store: Pick<
    Store,
    'claimForCarriers' | 'listCarrierQueue' | 'listClaimed' | 'enterReplica' | 'renewReplica' | 'leaveReplica'
  > &
    RecorderOptions['store'] &
    LateAnswersOptions['store'] &
    DeadWatchOptions['store'];
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  /** In the order in which they are asked. */
  carriers: readonly ConfiguredCarrier[];
  update: Update;
  /** Called after each commit of records: receipts that came first may be applied now. */
  onRecorded: (conclusions: readonly Conclusion[]) => void;
  /** Parts have a name now that was not known when they were recorded. */
  onNamed: (names: readonly PartName[]) => void;
  /** From 0 to below 1. */
  random?: () => number;
  /** A carrier took a part and named it; its record follows. */
  onTaken?: (part: PartName) => void;
  onAnswer?: (carrier: string, kind: PartResult['kind']) => void;
  onBatch?: (size: number) => void;
}

const pollPeriodMs = 1_000;
/** How often the texts that this replica has claimed are compared with the database, in milliseconds. */
const checkPeriodMs = 10_000;
/** How long a stop waits for answers of carriers, and then for its last records, in milliseconds. */
const stopAnswersMs = 4_000;
const stopRecordsMs = 1_000;

/** Moves texts from the queue to carriers, from its construction on. Carriers are started by the caller, afterwards. */
export class CarrierDispatcher {
  readonly #options: CarrierDispatcherOptions;
  readonly #queues: readonly SubmitQueue[];
  /** Whether there is a carrier for ordinary accounts. Without one, their texts cost nothing here. */
  readonly #serves: boolean;
  readonly #life: ReplicaLife;
  readonly #dead: DeadWatch;
  readonly #claimed: ClaimedTexts;
  readonly #refusals: Refusals;
  readonly #rounds: Rounds;
  readonly #cancelPoll: () => void;
  readonly #conclusions: Conclusions;
  #afterAccountId = 0n;
  #checkAtMs = Number.NEGATIVE_INFINITY;
  #stopping: Promise<void> | undefined;

  constructor(options: CarrierDispatcherOptions) {
    this.#options = options;
    const { clock, failpoint } = options;
    this.#serves = options.carriers.some(({ name }) => name !== sandboxCarrier);
    this.#life = new ReplicaLife(options);
    this.#dead = new DeadWatch({ ...options, life: this.#life });
    this.#rounds = new Rounds(clock, () => this.#round());
    const recorder = createRecorder(options);
    this.#refusals = new Refusals(clock);
    this.#claimed = new ClaimedTexts({
      clock,
      recorder,
      refusals: this.#refusals,
      followLate: createFollowLate(options),
      random: options.random ?? Math.random,
    });
    this.#queues = options.carriers.map(
      (carrier) =>
        new SubmitQueue({
          carrier,
          clock,
          failpoint,
          isAlive: () => this.#life.isAlive,
          onSettled: (text) => this.#claimed.conclude(text),
          traceSubmit: options.traces?.submit,
          onTaken: (part) => options.onTaken?.(part),
          onAnswer: (name, kind) => {
            options.onAnswer?.(name, kind);
            this.onCapacity(name);
          },
        }),
    );
    this.#conclusions = new Conclusions(this.#queues);
    this.#cancelPoll = clock.setInterval(() => this.#poll(), pollPeriodMs);
    void this.#life.keep().then(() => this.#poll());
  }

  /** Texts were queued. */
  onAdvances(advances: readonly Advance[]): void {
    if (!advances.some(({ accountId, queued }) => queued && (this.#serves || isSandbox(accountId)))) return;
    this.#conclusions.lookForAll();
    this.#rounds.wake();
  }

  /** A carrier has capacity. */
  onCapacity(carrier: string): void {
    const queue = this.#queues.find(({ carrier: { name } }) => name === carrier);
    queue?.pump();
    // What waits for this carrier was not looked for while it was full.
    if (queue && this.#conclusions.isEager(queue)) this.#rounds.wakeAtOnce();
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
    this.#claimed.giveBack();
    for (const queue of this.#queues) queue.close();
    const emptied = (async () => {
      await this.#rounds.stop();
      await this.#claimed.emptied();
    })();
    await atMost(clock, stopAnswersMs, emptied);
    this.#claimed.giveUp('the core stopped before the carrier answered');
    await atMost(clock, stopRecordsMs, emptied);
    this.#claimed.abandon();
    await this.#life.leave();
  }

  /** One round; false when there is nothing to look for before something happens. */
  async #round(): Promise<boolean> {
    const replica = this.#life.id;
    if (replica === undefined) return false;
    if (this.#options.clock.nowMs() >= this.#checkAtMs && !(await this.#check(replica))) return false;
    const queues = this.#queues.map((queue) => ({ queue, free: queue.free }));
    const open = queues.filter(({ free }) => free > 0);
    if (!open.some(({ queue }) => this.#conclusions.isEager(queue))) return false;
    this.#conclusions.look(open);
    const found = await listTexts(queues, this.#afterAccountId, this.#options);
    if (!found) return false;
    const placements = this.#place(queues, found);
    if (placements.length === 0 && found.isAll) {
      this.#rounds.foundNothing();
      return false;
    }
    const claims = await claimTexts(replica, queues, placements, this.#options);
    // Texts of an unanswered claim are given back before anything else is claimed.
    if (claims === 'in_doubt') this.#checkAtMs = Number.NEGATIVE_INFINITY;
    if (claims === 'in_doubt' || claims === 'failed') return false;
    if (isTracing()) await this.#loadTraces(placements);
    const moved = handOver(replica, queues, placements, claims, { ...this.#options, claimed: this.#claimed });
    return this.#conclusions.conclude(open, placements.length, moved);
  }

  #place(queues: readonly RoundQueue[], found: CarrierFound): CarrierPlacement[] {
    const carriers = queues.map(({ queue: { carrier }, free }) => {
      return { name: carrier.name, priority: carrier.priority, unit: carrier.carrier.caps.unit, free };
    });
    const { placements, firstPassed, isLeft } = placeTexts(found.accounts, carriers, this.#refusals);
    // An account that got nothing comes first in the next round.
    if (firstPassed !== undefined) this.#afterAccountId = firstPassed - 1n;
    else this.#afterAccountId = found.lastAccountId ?? 0n;
    if (!found.isAll || isLeft) this.#conclusions.lookAgain(queues.filter(({ free }) => free > 0));
    return placements;
  }

  /**
   * Gives back texts that the database says this replica has claimed, but that it does not know of. No claim is under
   * way meanwhile.
   */
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
    this.#conclusions.restart();
    this.#rounds.wake();
  }

  #loadTraces(placements: readonly CarrierPlacement[]): Promise<void> | undefined {
    return this.#options.traces?.load(
      placements.map(({ accountId, text }) => ({ accountId, messageId: text.id })),
    );
  }
}
