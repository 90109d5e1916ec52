// Replies that the members of an account use again.
import { maxBodyLength } from '../../domain/messages/text.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { mostSavedReplies, type SavedReply } from '../../store/conversations/saved_replies.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../names.ts';
import { checkWords } from './thread_states.ts';

function check(name: string, body: string): void {
  checkName('name', name, 1);
  checkWords('body', body, maxBodyLength);
}

export function createSavedReplies(
  store: Pick<Store, 'addSavedReply' | 'changeSavedReply' | 'listSavedReplies' | 'removeSavedReply'>,
) {
  return {
    /** All of them, in order of name. */
    list: (accountId: bigint): Promise<SavedReply[]> => store.listSavedReplies(accountId),

    /** Throws `invalid_request`. */
    async add(accountId: bigint, name: string, body: string): Promise<SavedReply> {
      check(name, body);
      const id = await store.addSavedReply(accountId, name, body);
      if (id === 'no_account') throw notFound('account');
      if (id === 'full')
        throw invalidRequest(
          `an account may have at most ${mostSavedReplies} saved replies: remove one first`,
        );
      return { id, name, body };
    },

    /** Throws `invalid_request` and `not_found`. */
    async change(accountId: bigint, reply: SavedReply): Promise<SavedReply> {
      check(reply.name, reply.body);
      if (!(await store.changeSavedReply(accountId, reply))) throw notFound('saved reply');
      return reply;
    },

    /** Throws `not_found`. */
    async remove(accountId: bigint, id: bigint): Promise<void> {
      if (!(await store.removeSavedReply(accountId, id))) throw notFound('saved reply');
    },
  };
}
