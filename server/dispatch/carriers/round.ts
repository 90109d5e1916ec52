// The steps of a round: list what waits, claim it for this replica once it is placed, hand it over to the carriers'
// queues, and conclude.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Advance } from '../../app/messages/advances.ts';
import { newestAdvances } from '../../app/messages/newest_advances.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { ReferenceBits } from '../../domain/messages/text.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { CarrierClaims } from '../../store/carriers/claim_for_carriers.ts';
import type { CarrierFound } from '../../store/carriers/list_carrier_queue.ts';
import { StatementFailed } from '../../store/postgres/driver.ts';
import type { Store } from '../../store/store.ts';
import type { ClaimedTexts } from './claimed_texts.ts';
import { DispatchedText } from './dispatched_text.ts';
import type { CarrierPlacement } from './place.ts';
import type { SubmitQueue } from './submit_queue.ts';

/** Most texts in one round. */
export const maxTexts = 500;
/** Fewest accounts that a round looks at: some may have nothing that can go now. */
const minAccounts = 50;

/** A carrier's queue at the beginning of a round. */
export interface RoundQueue {
  queue: SubmitQueue;
  /** How many more submits it takes. */
  free: number;
}

interface ListOptions {
  store: Pick<Store, 'listCarrierQueue'>;
  clock: Clock;
  log: Log;
}

/** The waiting texts of accounts after one; undefined when the database did not answer. */
export async function listTexts(
  queues: readonly RoundQueue[],
  afterAccountId: bigint,
  { store, clock, log }: ListOptions,
): Promise<CarrierFound | undefined> {
  const free = queues.reduce((sum, queue) => sum + Math.max(0, queue.free), 0);
  const texts = Math.min(maxTexts, free);
  const accounts = Math.max(minAccounts, texts);
  const carriers = queues.map(({ queue: { carrier }, free: capacity }) => {
    return { name: carrier.name, isOpen: capacity > 0, sharedSender: carrier.sharedSender };
  });
  try {
    return await store.listCarrierQueue(carriers, { nowMs: clock.nowMs(), afterAccountId, accounts, texts });
  } catch {
    log.debug('what waits for carriers could not be read; the next poll does');
    return undefined;
  }
}

interface ClaimOptions {
  store: Pick<Store, 'claimForCarriers'>;
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
}

/**
 * The claims in the order of the placements, undefined where another replica was faster. `failed` if the database
 * claimed nothing, `in_doubt` if it is not known what it claimed.
 */
export async function claimTexts(
  replica: bigint,
  queues: readonly RoundQueue[],
  placements: readonly CarrierPlacement[],
  { store, clock, log, lifetimes, failpoint }: ClaimOptions,
): Promise<CarrierClaims | 'failed' | 'in_doubt'> {
  if (placements.length === 0) return { claims: [], ended: [] };
  const requests = placements.map(({ accountId, text, carrier, sender }) => {
    const { name, sharedSender } = (queues[carrier] as RoundQueue).queue.carrier;
    const number = text.sender ?? (sender === sharedSender ? null : sender);
    return { accountId, id: text.id, attempt: text.attempt, carrier: name, number };
  });
  try {
    failpoint('carrier_before_claim');
    const { sendingGraceMs } = lifetimes;
    return await store.claimForCarriers(replica, requests, { nowMs: clock.nowMs(), sendingGraceMs });
  } catch (error) {
    // A statement that was rolled back took nothing. An unanswered one may have been committed.
    if (!(error instanceof StatementFailed)) return 'in_doubt';
    log.warn({ sqlState: error.sqlState }, 'a claim failed');
    return 'failed';
  }
}

export interface HandOverOptions {
  failpoint: Failpoint;
  referenceBits: ReferenceBits;
  publish: (advances: readonly Advance[]) => void;
  onClaim?: (texts: number) => void;
  /** The traces of texts; left out where nobody traces. */
  traces?: Pick<TextTraces, 'load' | 'submit'>;
}

/**
 * Hands over the texts that were claimed, and publishes these and the ones that the claim ended. Returns how many moved.
 */
export function handOver(
  replica: bigint,
  queues: readonly RoundQueue[],
  placements: readonly CarrierPlacement[],
  { claims, ended }: CarrierClaims,
  { failpoint, referenceBits, publish, onClaim, claimed }: HandOverOptions & { claimed: ClaimedTexts },
): number {
  const used = new Set<SubmitQueue>();
  const texts = claims.filter((claim) => claim !== undefined);
  for (const [index, claim] of claims.entries()) {
    if (!claim) continue;
    failpoint('carrier_after_claim');
    const placement = placements[index] as CarrierPlacement;
    const { queue } = queues[placement.carrier] as RoundQueue;
    const { carrier } = queue;
    const { sender, mayAskAnother } = placement;
    const text = new DispatchedText({
      claim,
      holder: replica,
      carrier,
      sender,
      referenceBits,
      mayAskAnother,
    });
    used.add(queue);
    claimed.take(text);
    queue.add(text);
  }
  for (const queue of used) queue.pump();
  if (texts.length > 0) onClaim?.(texts.length);
  if (texts.length + ended.length > 0) publish(newestAdvances([...texts, ...ended]));
  return texts.length + ended.length;
}

/** Rounds in a row that may claim nothing before the poll is waited for. */
const maxBarren = 10;

/** The conclusions of one process. */
export class Conclusions {
  readonly #queues: readonly SubmitQueue[];
  /** Carriers' queues for which something may wait; those that took nothing more were not looked for. */
  readonly #eager: Set<SubmitQueue>;
  #barren = 0;

  constructor(queues: readonly SubmitQueue[]) {
    this.#queues = queues;
    this.#eager = new Set(queues);
  }

  /** Whether something may wait for the carrier. */
  isEager(queue: SubmitQueue): boolean {
    return this.#eager.has(queue);
  }

  /** What waits for these carriers is looked for now. */
  look(open: readonly RoundQueue[]): void {
    for (const { queue } of open) this.#eager.delete(queue);
  }

  /** Something may wait still for those that were looked for. */
  lookAgain(open: readonly RoundQueue[]): void {
    for (const { queue } of open) this.#eager.add(queue);
  }

  /** Something was queued. */
  lookForAll(): void {
    for (const queue of this.#queues) this.#eager.add(queue);
  }

  /** Takes how many texts were placed and how many moved. Returns whether it is worth asking again at once. */
  conclude(open: readonly RoundQueue[], placed: number, moved: number): boolean {
    if (moved < placed) this.lookAgain(open);
    this.#barren = moved > 0 ? 0 : this.#barren + 1;
    return this.#barren < maxBarren;
  }

  /** Asks again, whatever earlier rounds got. */
  restart(): void {
    this.lookForAll();
    this.#barren = 0;
  }
}
