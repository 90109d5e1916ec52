// The texts that repeated client_refs are answered with. A refusal was decided on a snapshot that is older than the
// account's lock, in which another replica may have accepted the text: it is answered only when a look after the commit
// finds no original. A request over its key's limit is refused in any case, unless the service itself repeats it.
import type { Message } from '../../store/messages/message_fields.ts';
import type { SendOutcome } from '../../store/outbound/send_texts.ts';
import type { Store } from '../../store/store.ts';
import type { QueuedText } from './outbound_text.ts';
import { readOriginals } from './read_originals.ts';
import { mayHaveOriginal, policyKeyOf } from './send_answers.ts';

/** Returns the original of an outcome, once it is read; undefined for none. */
type OriginalOf = (outcome: SendOutcome) => Promise<Message | undefined>;

/** Begins to read the originals of a batch; undefined when nothing in it may have one. */
export function lookForOriginals(
  store: Pick<Store, 'findOriginals' | 'listDeletedTexts' | 'listMessages'>,
  texts: readonly QueuedText[],
  outcomes: readonly SendOutcome[],
): OriginalOf | undefined {
  const asked = outcomes.flatMap((outcome, index) => {
    const text = texts[index] as QueuedText;
    const { accountId } = outcome;
    if (outcome.verdict === 'accepted' || accountId === null || !mayHaveOriginal(text, outcome.verdict))
      return [];
    return {
      outcome,
      text,
      accountId,
      clientRef: text.clientRef as string,
      policyKey: policyKeyOf(text, outcome),
    };
  });
  if (asked.length === 0) return undefined;

  const look = async () => {
    const refused = asked.filter(({ outcome }) => outcome.verdict !== 'replayed');
    const found = refused.length > 0 ? await store.findOriginals(refused) : [];
    const ids = new Map<SendOutcome, bigint>();
    for (const { outcome } of asked) if (outcome.verdict === 'replayed') ids.set(outcome, outcome.id);
    for (const [index, { outcome }] of refused.entries()) {
      const id = found[index];
      if (id) ids.set(outcome, id);
    }
    const originals = asked.flatMap(({ outcome, accountId, text }) => {
      const id = ids.get(outcome);
      return id === undefined ? [] : { accountId, id, text };
    });
    const originalOf = await readOriginals(store, originals);
    return (outcome: SendOutcome) => {
      const id = ids.get(outcome);
      return id === undefined ? undefined : originalOf({ accountId: outcome.accountId as bigint, id });
    };
  };
  const looked = look();
  return async (outcome) => (await looked)(outcome);
}
