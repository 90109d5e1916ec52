// A text at the door: its form is checked, its key is judged, and it joins the others that are accepted together.
import { hashSecret } from '../../domain/keys/api_key.ts';
import { isAccountKey, isSessionKey } from '../../domain/keys/session_key.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { NewText } from '../../store/outbound/send_texts.ts';
import type { Store } from '../../store/store.ts';
import type { AdmissionRequest, Admit } from '../access/admit.ts';
import { type AcceptOptions, createAccept } from './accept_texts.ts';
import {
  type Attempt,
  isRead,
  type OutboundText,
  type QueuedText,
  queueText,
  type TextForm,
} from './outbound_text.ts';
import type { Sent } from './send_answers.ts';

interface SenderOptions extends AcceptOptions, TextForm {
  admit: Admit;
  store: AcceptOptions['store'] & Pick<Store, 'findEarlierRef'>;
}

/** How long a text may be the repeat of one under an earlier ref. */
const earlierMs = 600_000n;

/** An account that was admitted already by its key. */
interface AdmittedKey {
  accountId: bigint;
  admittedKey: string;
}

/** An account that sends for a key of which only the hash is known. */
interface KnownKey {
  accountId: bigint;
  /** SHA-256 in hex. */
  keyHash: string;
}

/** The sender of a text: an account that was admitted already, or the account of the key at the door. */
export type Sender = bigint | AdmittedKey | KnownKey | AdmissionRequest;

/** The hash of a key that may have a policy; null for one that has none: a session's. */
export const policyKeyOf = (apiKey: string): string | null =>
  isSessionKey(apiKey) ? null : hashSecret(apiKey);

/** The method that a text is admitted for: it is open to keys of accounts and sessions of members (access/policy.ts). */
const admittedMethod = 'MessageService/SendMessages';

/** Accepts or refuses one text. Throws a Refusal too; `unavailable` alone may leave the outcome unknown. */
export type Send = (
  sender: Sender,
  text: OutboundText,
  attempt?: Partial<Attempt & Pick<NewText, 'stopReplyUntilMs'>>,
) => Promise<Sent>;

export function createSender({ admit, referenceBits, endpoints, ...options }: SenderOptions): Send {
  const accept = createAccept(options);

  /** A text that was sent under an earlier ref is its repeat: the statement answers it as one. */
  const acceptOnce = async (text: QueuedText): Promise<Sent> => {
    const { accountId, keyHash, earlierRefs: refs } = text;
    if (refs.length === 0) return accept(text);
    const clientRef = await options.store.findEarlierRef({ accountId, keyHash, refs, maxAgeMs: earlierMs });
    return accept(clientRef === null ? text : Object.assign(text, { clientRef }));
  };

  const admitFirst = async (
    request: AdmissionRequest,
    acceptFrom: (accountId: bigint) => Promise<Sent>,
  ): Promise<Sent> => {
    const { accountId, refusal, rate } = await admit(request);
    if (accountId === undefined) return { outcome: refusal ?? notFound('account'), rate };
    try {
      return { ...(await acceptFrom(accountId)), rate, accountId };
    } catch (error) {
      if (error instanceof Refusal) return { outcome: error, rate, accountId };
      throw error;
    }
  };

  return (sender, text, attempt = {}) => {
    const queued = queueText(text, { referenceBits, endpoints }, attempt);
    const acceptFrom = (
      accountId: bigint | null,
      { keyHash = null, policyKey = null }: Partial<Pick<NewText, 'keyHash' | 'policyKey'>> = {},
    ): Promise<Sent> =>
      queued instanceof Refusal
        ? Promise.resolve({ outcome: queued })
        : acceptOnce(Object.assign(queued, { accountId, keyHash, policyKey }));

    if (typeof sender === 'bigint') return acceptFrom(sender);
    if ('admittedKey' in sender)
      return acceptFrom(sender.accountId, { policyKey: policyKeyOf(sender.admittedKey) });
    if ('keyHash' in sender) return acceptFrom(sender.accountId, { policyKey: sender.keyHash });
    const { apiKey, method, alsoMethod, targetAccount } = sender;
    if (method !== admittedMethod) {
      const outcome = invalidRequest(`a text is admitted for ${admittedMethod} only`);
      return Promise.resolve({ outcome });
    }
    // One statement judges key and text wherever that gives the caller the same answer as judging the key first, which
    // takes a round trip more: a bad key is refused before a bad text, only the account says to which country a
    // national number belongs, and only admission asks whether a session's person may send, and whether a key may call
    // a second method.
    const isSound = !(queued instanceof Refusal) && isRead(queued) && alsoMethod === undefined;
    if (isSound && targetAccount === undefined && isAccountKey(apiKey) && !isSessionKey(apiKey))
      return acceptFrom(null, { keyHash: hashSecret(apiKey) });
    const { leavesLocked = false } = attempt;
    return admitFirst({ ...sender, leavesLocked }, (accountId) =>
      acceptFrom(accountId, { policyKey: policyKeyOf(apiKey) }),
    );
  };
}
