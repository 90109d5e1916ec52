// What a device was handed and nobody can ask about any more, because its journal is lost or it was unpaired.
import type { Clock } from '../../../runtime/clock.ts';
import { failure } from '../../domain/message.ts';
import type { Store } from '../../store/store.ts';
import type { Update } from './updates.ts';

/** Ends everything that a device holds unreported as outcome_unknown; `why` is a sentence. */
export type EndHandedOver = (accountId: bigint, deviceId: bigint, why: string) => Promise<void>;

export const createEndHandedOver =
  ({ store, clock, update }: { store: Store; clock: Clock; update: Update }): EndHandedOver =>
  async (accountId, deviceId, why) => {
    const held = await store.listHandedOver(accountId, deviceId);
    const error = failure('outcome_unknown', why);
    const atMs = clock.nowMs();
    await Promise.all(
      held.map(({ id, attempt, identity }) =>
        update({
          accountId,
          id,
          attempt,
          identity,
          from: 'sending',
          status: 'failed',
          error,
          atMs,
          deadlineMs: null,
        }),
      ),
    );
  };
