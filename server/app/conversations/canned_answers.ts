// Answers that an account's people keep to use again.
import { maxBodyLength } from '../../domain/messages/text.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import { type CannedAnswer, mostCannedAnswers } from '../../store/conversations/canned_answers.ts';
import type { Store } from '../../store/store.ts';
import { checkName } from '../names.ts';
import { checkWords } from './thread_states.ts';

export function createCannedAnswers(
  store: Pick<Store, 'addCannedAnswer' | 'changeCannedAnswer' | 'listCannedAnswers' | 'removeCannedAnswer'>,
) {
  return {
    /** All of them, in order of name. */
    list: (accountId: bigint): Promise<CannedAnswer[]> => store.listCannedAnswers(accountId),

    /** Adds an answer whose id is 0, and changes any other. Throws `invalid_request` and `not_found`. */
    async put(accountId: bigint, answer: CannedAnswer): Promise<CannedAnswer> {
      const { id, name, body } = answer;
      checkName('name', name, 1);
      checkWords('body', body, maxBodyLength);
      if (id !== 0n) {
        if (!(await store.changeCannedAnswer(accountId, answer))) throw notFound('answer');
        return answer;
      }
      const added = await store.addCannedAnswer(accountId, name, body);
      if (added === 'no_account') throw notFound('account');
      if (added === 'full')
        throw invalidRequest(`an account may have at most ${mostCannedAnswers} answers: remove one first`);
      return { ...answer, id: added };
    },

    /** Throws `not_found`. */
    async remove(accountId: bigint, id: bigint): Promise<void> {
      if (!(await store.removeCannedAnswer(accountId, id))) throw notFound('answer');
    },
  };
}
