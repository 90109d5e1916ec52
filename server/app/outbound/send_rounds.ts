// Texts of one account under one client_ref must not be in one statement. Equal client_refs of different accounts have nothing
// to do with each other.
import type { NewText } from '../../store/outbound/send_texts.ts';
import { isClash } from '../../store/postgres/clashes.ts';

type Named = Pick<NewText, 'accountId' | 'keyHash' | 'clientRef'>;

export const refOf = ({ clientRef }: Named) => clientRef;

/** The sender as far as it is known before the statement: the account, or the key that stands for it. */
export const ownerOf = ({ accountId, keyHash }: Named) => keyHash ?? String(accountId);

/** Names a text by its sender and client_ref; keys by their accounts, where those are given. */
export const ownerAndRefOf =
  (accounts?: ReadonlyMap<string, bigint | null>) =>
  (text: Named): string | null => {
    if (text.clientRef === null) return null;
    const account = text.keyHash === null ? undefined : accounts?.get(text.keyHash);
    return `${account ?? ownerOf(text)}/${text.clientRef}`;
  };

/** Whether a batch may have failed because two names of one account brought the same client_ref in it. */
export function sharesRef(error: unknown, texts: readonly Named[]): boolean {
  if (!isClash(error)) return false;
  const refs = texts.flatMap(({ clientRef }) => clientRef ?? []);
  return new Set(refs).size < refs.length;
}
