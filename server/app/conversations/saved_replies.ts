// Replies that the members of an account use again.
import { maxBodyLength } from '../../domain/messages/text.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { mostSavedReplies, type SavedReply } from '../../store/conversations/saved_replies.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../names.ts';
import { checkWords } from './thread_states.ts';

export function createSavedReplies(
  store: Pick<Store, 'addSavedReply' | 'changeSavedReply' | 'listSavedReplies' | 'removeSavedReply'>,
) {
  return {
    /** All of them, in order of name. */
    list: (accountId: bigint): Promise<SavedReply[]> => store.listSavedReplies(accountId),

    /** Adds a reply whose id is 0, and changes any other. Throws `invalid_request` and `not_found`. */
    async put(accountId: bigint, reply: SavedReply): Promise<SavedReply> {
      const { id, name, body } = reply;
      checkName('name', name, 1);
      checkWords('body', body, maxBodyLength);
      if (id !== 0n) {
        if (!(await store.changeSavedReply(accountId, reply))) throw notFound('saved reply');
        return reply;
      }
      const added = await store.addSavedReply(accountId, name, body);
      if (added === 'no_account') throw notFound('account');
      if (added === 'full')
        throw invalidRequest(
          `an account may have at most ${mostSavedReplies} saved replies: remove one first`,
        );
      return { ...reply, id: added };
    },

    /** Throws `not_found`. */
    async remove(accountId: bigint, id: bigint): Promise<void> {
      if (!(await store.removeSavedReply(accountId, id))) throw notFound('saved reply');
    },
  };
}
