// The texts that client_refs were accepted for before, as they are now. A text that is no longer kept is answered as
// its repeat describes it, with the id, the state and the times of the original.
import { type Message, type TextFields, textFieldsOf } from '../../store/messages/message_fields.ts';
import type { DeletedText } from '../../store/retention/deleted_texts.ts';
import type { Store } from '../../store/store.ts';

/** A text that was accepted before, and its repeat. */
interface AskedOriginal {
  accountId: bigint;
  id: bigint;
  text: TextFields;
}

const nameOf = ({ accountId, id }: { accountId: bigint; id: bigint }) => `${accountId}/${id}`;

const asRepeated = (text: TextFields, deleted: DeletedText): Message => ({
  ...textFieldsOf(text),
  ...deleted,
  direction: 'out',
  error: null,
  keyword: null,
  sendAtMs: null,
  awaiting: null,
  bodyRemovedAtMs: null,
});

/** Returns a look-up of the originals by account and id. */
export async function readOriginals(
  store: Pick<Store, 'listMessages' | 'listDeletedTexts'>,
  asked: readonly AskedOriginal[],
): Promise<(original: { accountId: bigint; id: bigint }) => Message | undefined> {
  const messages = asked.length > 0 ? await store.listMessages(asked) : [];
  const found = new Map(messages.map((message) => [nameOf(message), message]));
  const gone = asked.filter((original) => !found.has(nameOf(original)));
  const refs = gone.flatMap(({ accountId, text: { clientRef } }) =>
    clientRef === null ? [] : { accountId, clientRef },
  );
  const deleted = refs.length > 0 ? await store.listDeletedTexts(refs) : [];
  const texts = new Map(gone.map((original) => [nameOf(original), original.text]));
  for (const left of deleted) {
    const text = texts.get(nameOf(left));
    if (text) found.set(nameOf(left), asRepeated(text, left));
  }
  return (original) => found.get(nameOf(original));
}
