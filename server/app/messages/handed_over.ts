// Texts that were handed over to a device that can no longer be asked about them, because its journal is lost or it was
// unpaired.
import { failure } from '../../domain/messages/message.ts';
import type { AppContext } from '../context.ts';
import type { Update } from './updates.ts';

/** Ends as outcome_unknown everything that a device holds and has not reported; `why` is a sentence. */
export type EndHandedOver = (accountId: bigint, deviceId: bigint, why: string) => Promise<void>;

export const createEndHandedOver =
  ({
    store,
    clock,
    update,
  }: Pick<AppContext<'listHandedOverTo'>, 'store' | 'clock'> & { update: Update }): EndHandedOver =>
  async (accountId, deviceId, why) => {
    const [texts = []] = await store.listHandedOverTo([{ accountId, deviceId }]);
    const error = failure('outcome_unknown', why);
    const atMs = clock.nowMs();
    await Promise.all(
      texts.map(({ id, attempt, identity }) =>
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
