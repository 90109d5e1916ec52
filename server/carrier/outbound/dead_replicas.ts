// What dead replicas had in hand: nobody can know whether it left, so that it ends and is never submitted again.

import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Update } from '../../app/messages/updates.ts';
import { failure } from '../../domain/message.ts';
import type { Store } from '../../store/store.ts';
import type { ReplicaLife } from './replica_life.ts';

const batch = 500;
const periodMs = 5_000;

const error = failure(
  'outcome_unknown',
  'the text was being handed to a carrier when the core stopped, and nobody knows whether it left',
);

/** Ends what the dead held; returns how many. A text that another replica ended first is left alone. */
export async function endHeldByDead({
  store,
  clock,
  update,
  judge,
}: {
  store: Pick<Store, 'listHeldByDead'>;
  clock: Clock;
  update: Update;
  /** The replica that takes others for dead. */
  judge: bigint;
}): Promise<number> {
  let ended = 0;
  for (;;) {
    const held = await store.listHeldByDead(batch, judge);
    const atMs = clock.nowMs();
    const moved = await Promise.all(
      held.map((text) =>
        update({ ...text, from: 'sending', status: 'failed', error, atMs, deadlineMs: null }),
      ),
    );
    ended += moved.filter(Boolean).length;
    if (held.length < batch || !moved.some(Boolean)) return ended;
  }
}

export interface DeadWatchOptions {
  store: Pick<Store, 'dropDeadReplicas' | 'listHeldByDead'>;
  clock: Clock;
  log: Log;
  update: Update;
  life: ReplicaLife;
}

export class DeadWatch {
  readonly #options: DeadWatchOptions;
  #dueAtMs = Number.NEGATIVE_INFINITY;
  #isLooking = false;

  constructor(options: DeadWatchOptions) {
    this.#options = options;
  }

  /** Ends what the dead held, when it is time and this replica may judge; to be called once a second. Never throws. */
  async look(): Promise<void> {
    const { store, clock, log, life } = this.#options;
    const judge = life.id;
    if (this.#isLooking || judge === undefined || !life.mayJudge || clock.nowMs() < this.#dueAtMs) return;
    this.#isLooking = true;
    try {
      const texts = await endHeldByDead({ ...this.#options, judge });
      if (texts > 0) log.warn({ texts }, 'a core died with texts in hand; nobody knows whether they left');
      await store.dropDeadReplicas(judge);
      this.#dueAtMs = clock.nowMs() + periodMs;
    } catch {
      log.debug('what dead replicas held could not be ended; it is tried again');
    } finally {
      this.#isLooking = false;
    }
  }
}
