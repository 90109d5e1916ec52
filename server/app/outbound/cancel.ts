// Cancelling a text that still waits (SPEC: beyond the promised interface).
import { boundsSends } from '../../domain/keys/key_policy.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { CancelTarget } from '../../store/outbound/cancel_text.ts';
import type { AppContext } from '../context.ts';
import { cancelsBeyondPolicy } from '../keys/policy_refusals.ts';
import type { NoteRefusal } from '../keys/refusal_book.ts';
import { askingBack } from '../messages/newest_advances.ts';

/**
 * Ends a text that has not been handed over, and returns it; one that was cancelled before is returned as it is. Throws
 * `not_found`, also for a text that the caller's key may not read, `key_scope` for one that a key with limits on its texts has not
 * sent, and `not_cancellable` with the reason for one that may have left or has ended. A device that holds the text is asked for it all the same, and reports it as
 * cancelled if it has not sent it.
 */
export type Cancel = (accountId: bigint, target: CancelTarget, caller?: CancellingKey) => Promise<Message>;

/** The key that cancels, as SHA-256 in hex; null for none. */
interface CancellingKey {
  /** Where it may not read all texts. */
  reader: string | null;
  key: string | null;
}

/** Why a text cannot be cancelled any more. */
function reasonOf({ status, route, error }: Message): string {
  switch (status) {
    case 'sending':
      return route === 'device'
        ? 'it was handed over to a phone, and is cancelled there only if it has not left yet'
        : 'it was handed over to a carrier, or a part of it may have left';
    case 'sent':
      return 'the network has it';
    case 'delivered':
      return 'it was delivered';
    case 'failed':
      return `it has ended already (${error?.split(':')[0] ?? 'failed'})`;
    default:
      return 'it changed meanwhile; try again';
  }
}

type CancelOptions = Pick<
  AppContext<'cancelText' | 'findMessage' | 'findWorkingKey'>,
  'store' | 'clock' | 'publish'
> & { noteRefusal?: NoteRefusal };

export const createCancel =
  ({ store, clock, publish, noteRefusal }: CancelOptions): Cancel =>
  async (accountId, target, { reader, key } = { reader: null, key: null }) => {
    const caller = key === null ? undefined : await store.findWorkingKey(key, accountId, clock.nowMs());
    const only = caller?.policy && boundsSends(caller.policy) ? caller.id : null;
    const done = await store.cancelText(accountId, target, { reader, only });
    if (done?.isForeign) {
      const refusal = cancelsBeyondPolicy();
      if (key !== null) noteRefusal?.(key, refusal);
      throw refusal;
    }
    if (done?.seq) publish([{ accountId, seq: done.seq, queued: false }]);
    const message = done && (await store.findMessage(accountId, done.id));
    if (!message) throw notFound('message');
    if (message.status === 'failed' && message.error?.startsWith('cancelled:')) return message;
    if (message.status === 'sending' && message.route === 'device')
      publish(askingBack(accountId, [message.id]));
    throw new Refusal('not_cancellable', `the text cannot be cancelled: ${reasonOf(message)}`);
  };
