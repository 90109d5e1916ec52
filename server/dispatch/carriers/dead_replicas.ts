// Nobody knows whether the texts that dead replicas had claimed have left: they end, and are never submitted again.

import type { Clock } from '../../../runtime/clock.ts';
import { type Every, every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import { endTexts } from '../../app/messages/end_texts.ts';
import type { Update } from '../../app/messages/updates.ts';
import { failure } from '../../domain/messages/message.ts';
import type { Store } from '../../store/store.ts';
import type { ReplicaLife } from '../replica_life.ts';

/** The time between two checks whether a search is due, and between two searches, in milliseconds. */
const lookPeriodMs = 1_000;
const periodMs = 5_000;

const error = failure(
  'outcome_unknown',
  'the text was being submitted to a carrier when the core stopped, and nobody knows whether it left',
);

/**
 * Ends the texts that dead replicas had claimed; returns how many. A text that another replica ended first is left
 * alone.
 */
export const endClaimedByDead = ({
  store,
  clock,
  update,
  judge,
}: {
  store: Pick<Store, 'listClaimedByDead'>;
  clock: Clock;
  update: Update;
  /** The replica that takes others for dead. */
  judge: bigint;
}): Promise<number> =>
  endTexts({
    update,
    find: (most, without) => store.listClaimedByDead(most, judge, without),
    endOf: (text) => ({
      ...text,
      from: 'sending',
      status: 'failed',
      error,
      atMs: clock.nowMs(),
      deadlineMs: null,
    }),
  });

export interface DeadWatchOptions {
  store: Pick<Store, 'dropDeadReplicas' | 'listClaimedByDead'>;
  clock: Clock;
  log: Log;
  update: Update;
  life: ReplicaLife;
}

/** Ends the texts that dead replicas had claimed, whenever it is time and this replica may judge others. */
export class DeadWatch {
  readonly #options: DeadWatchOptions;
  readonly #looks: Every;
  #dueAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: DeadWatchOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#looks = every({
      clock,
      periodMs: lookPeriodMs,
      work: () => this.#lookWhenDue(),
      onError: () => log.debug('what dead replicas had claimed could not be ended; it is tried again'),
    });
  }

  /** Looks no more. */
  stop(): Promise<void> {
    return this.#looks.stop();
  }

  #lookWhenDue(): Promise<void> | undefined {
    const { clock, life } = this.#options;
    const judge = life.id;
    if (judge === undefined || !life.mayJudge || clock.nowMs() < this.#dueAtMs) return undefined;
    return this.#look(judge);
  }

  async #look(judge: bigint): Promise<void> {
    const { store, clock, log } = this.#options;
    const texts = await endClaimedByDead({ ...this.#options, judge });
    if (texts > 0) log.warn({ texts }, 'a core died with claimed texts; nobody knows whether they left');
    await store.dropDeadReplicas(judge);
    this.#dueAtMs = clock.nowMs() + periodMs;
  }
}
