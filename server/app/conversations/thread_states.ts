// What people decide about a conversation: who looks after it, whether it is done, and their notes in it.
import type { Clock } from '../../../runtime/clock.ts';
import { lengthInCodePoints } from '../../domain/messages/text.ts';
import { invalidRequest, notFound, wrongLength } from '../../errors.ts';
import { mostNotes, type ThreadNote } from '../../store/conversations/thread_states.ts';
import type { Reader } from '../../store/conversations/threads.ts';
import type { Store } from '../../store/store.ts';
import { threadNameOf } from '../outbound/outbound_text.ts';

/** Most characters of a note. */
const mostNoteLength = 1_000;

const noThread = () => notFound('conversation');

/** Throws `invalid_request` for a text that cannot be stored, or is empty or too long. */
export function checkWords(field: string, words: string, most: number): void {
  const length = lengthInCodePoints(words);
  if (words.trim() === '' || length > most || words.includes('\u0000') || !words.isWellFormed())
    throw wrongLength(field, 1, most);
}

/** Each action throws `not_found` for an unknown conversation. */
export function createThreadStates(
  store: Pick<
    Store,
    | 'addNote'
    | 'assignThread'
    | 'findThreadState'
    | 'listCountries'
    | 'listNotes'
    | 'removeNote'
    | 'setThreadDone'
  >,
  clock: Clock,
) {
  const nameOf = (accountId: bigint, address: string) => {
    if (address.includes('\u0000')) throw noThread();
    return threadNameOf(address, accountId, store);
  };
  return {
    /** For an unknown conversation, a state in which nothing was decided. */
    async find(accountId: bigint, address: string) {
      const name = await nameOf(accountId, address);
      const [state, notes] = await Promise.all([
        store.findThreadState(accountId, name),
        store.listNotes(accountId, name),
      ]);
      return { assigneeId: state?.assigneeId ?? null, isDone: state?.isDone ?? false, notes };
    },

    /** A greater seq than this opens the conversation again; 0 opens it now. */
    async setDone(accountId: bigint, address: string, seq: bigint): Promise<void> {
      if (seq < 0n) throw invalidRequest('seq must be the newest seq that was seen');
      if (!(await store.setThreadDone(accountId, await nameOf(accountId, address), seq))) throw noThread();
    },

    /** Throws `not_found` for a person who is not a member. Null assigns it to nobody. */
    async assign(accountId: bigint, address: string, userId: bigint | null): Promise<void> {
      if (await store.assignThread(accountId, await nameOf(accountId, address), userId)) return;
      throw notFound(userId === null ? 'conversation' : 'conversation or person');
    },

    /** Throws `invalid_request` for a conversation that has all the notes it may have. */
    async addNote({ accountId, userId }: Reader, address: string, body: string): Promise<ThreadNote> {
      checkWords('body', body, mostNoteLength);
      const nowMs = clock.nowMs();
      const addressNorm = await nameOf(accountId, address);
      const id = await store.addNote({ accountId, addressNorm, userId, body, nowMs });
      if (id === 'no_thread') throw noThread();
      if (id === 'full')
        throw invalidRequest(`a conversation may have at most ${mostNotes} notes: remove one first`);
      return { id, userId, body, createdAtMs: nowMs };
    },

    /** Throws `not_found` for an unknown note, and for another person's. */
    async removeNote({ accountId, userId }: Reader, id: bigint): Promise<void> {
      if (!(await store.removeNote(accountId, id, userId))) throw notFound('note');
    },
  };
}
