// What a send would say of the form of many texts; nothing is sent, and neither quota nor route is looked at.
import type { ReferenceBits } from '../../domain/text.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { checkText, toE164 } from '../messages/outbound_text.ts';

/** Most texts that are checked at a time. */
const mostTexts = 500;

/** A text that nobody sends. */
interface TextToCheck {
  address: string;
  body: string;
  clientRef: string | null;
}

/** How it would go over the air, or why a send would refuse it. */
export type CheckedText = { addressNorm: string; segments: number; encoding: 'gsm7' | 'ucs2' } | Refusal;

/** Checks texts of an account, each by itself. Throws a Refusal. */
type CheckTexts = (accountId: bigint, texts: readonly TextToCheck[]) => Promise<CheckedText[]>;

/** Binds it to the store. */
export function createCheckTexts(store: Pick<Store, 'listCountries'>, bits: ReferenceBits): CheckTexts {
  return async (accountId, texts) => {
    if (texts.length < 1 || texts.length > mostTexts)
      throw invalidRequest(`rows must have 1 to ${mostTexts} entries`);
    const country = (await store.listCountries([accountId])).get(accountId);
    if (country === undefined) throw notFound('account');
    return texts.map((text) => {
      try {
        const { addressNorm, ...form } = checkText({ ...text, route: null, sender: null }, bits);
        return { ...form, addressNorm: addressNorm ?? toE164(text.address, country) };
      } catch (error) {
        if (error instanceof Refusal) return error;
        throw error;
      }
    });
  };
}
