// A text at the door: its form is checked, its key is judged, and it joins the others that are accepted together.
import { hashSecret } from '../../domain/api_key.ts';
import { isAccountKey } from '../../domain/session_key.ts';
import type { ReferenceBits } from '../../domain/text.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { NewText } from '../../store/messages/send_texts.ts';
import type { AdmissionRequest, Admit } from '../access/admit.ts';
import { type AcceptOptions, createAccept } from './accept_texts.ts';
import { type Attempt, checkText, type OutboundText, unasked } from './outbound_text.ts';
import type { Sent } from './send_answers.ts';

interface SenderOptions extends AcceptOptions {
  admit: Admit;
  /** Width of the reference that ties the parts of a long text together. */
  referenceBits: ReferenceBits;
}

/** The sender of a text: an account that was admitted already, or the account of the key at the door. */
type Sender = bigint | AdmissionRequest;

/** What a text is admitted for: keys of accounts, and sessions of members (access/policy.ts). */
const admittedMethod = 'MessageService/SendMessages';

/** Accepts or refuses one text. Throws a Refusal too; `unavailable` alone may leave the outcome unknown. */
export type Send = (
  sender: Sender,
  text: OutboundText,
  attempt?: Partial<Attempt & Pick<NewText, 'confirmsStop'>>,
) => Promise<Sent>;

/** Binds the two ways in. */
export function createSender({ admit, referenceBits, ...options }: SenderOptions): Send {
  const accept = createAccept(options);

  const check = (text: OutboundText) => {
    try {
      return checkText(text, referenceBits);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

  const admitFirst = async (
    request: AdmissionRequest,
    acceptFrom: (accountId: bigint) => Promise<Sent>,
  ): Promise<Sent> => {
    const { accountId, refusal, rate } = await admit(request);
    const withRate = rate && { rate };
    if (accountId === undefined) return { outcome: refusal ?? notFound('account'), ...withRate };
    try {
      return { ...(await acceptFrom(accountId)), ...withRate, accountId };
    } catch (error) {
      if (error instanceof Refusal) return { outcome: error, ...withRate, accountId };
      throw error;
    }
  };

  return (sender, text, { leavesLocked = false, isRepeat = false, confirmsStop = false } = {}) => {
    const form = check(text);
    const acceptFrom = (owner: { accountId: bigint | null; keyHash: string | null }): Promise<Sent> =>
      form instanceof Refusal
        ? Promise.resolve({ outcome: form })
        : accept({
            ...unasked,
            ...text,
            ...form,
            ...owner,
            confirmsStop,
            isTimed: false,
            leavesLocked,
            isRepeat,
            isHealed: false,
          });

    if (typeof sender === 'bigint') return acceptFrom({ accountId: sender, keyHash: null });
    const { apiKey, method, targetAccount } = sender;
    if (method !== admittedMethod) {
      const outcome = invalidRequest(`a text is admitted for ${admittedMethod} only`);
      return Promise.resolve({ outcome });
    }
    // One statement judges key and text wherever that gives the caller the same answer as judging the key first, which takes
    // a round trip more: a bad key is refused before a bad text, and only the account says to which country a national number belongs.
    const isSound = !(form instanceof Refusal) && form.addressNorm !== null;
    if (isSound && targetAccount === undefined && isAccountKey(apiKey)) {
      return acceptFrom({ accountId: null, keyHash: hashSecret(apiKey) });
    }
    return admitFirst({ ...sender, leavesLocked }, (accountId) => acceptFrom({ accountId, keyHash: null }));
  };
}
