// Cancelling a text that still waits (SPEC: beyond the promised interface).
import { notFound, Refusal } from '../../errors.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { CancelTarget } from '../../store/outbound/cancel_text.ts';
import type { AppContext } from '../context.ts';
import { askingBack } from '../messages/newest_advances.ts';

/**
 * Ends a text that has not been handed over, and returns it; one that was cancelled before is returned as it is. Throws
 * `not_found`, also for a text that the key of `keyHash` may not read, and `not_cancellable` with the reason for one
 * that may have left or has ended. A device that holds the text is asked for it all the same, and reports it as
 * cancelled if it has not sent it.
 */
export type Cancel = (accountId: bigint, target: CancelTarget, keyHash?: string | null) => Promise<Message>;

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

export const createCancel =
  ({ store, publish }: Pick<AppContext<'cancelText' | 'findMessage'>, 'store' | 'publish'>): Cancel =>
  async (accountId, target, keyHash) => {
    const done = await store.cancelText(accountId, target, keyHash);
    if (done?.seq) publish([{ accountId, seq: done.seq, queued: false }]);
    const message = done && (await store.findMessage(accountId, done.id));
    if (!message) throw notFound('message');
    if (message.status === 'failed' && message.error?.startsWith('cancelled:')) return message;
    if (message.status === 'sending' && message.route === 'device')
      publish(askingBack(accountId, [message.id]));
    throw new Refusal('not_cancellable', `the text cannot be cancelled: ${reasonOf(message)}`);
  };
