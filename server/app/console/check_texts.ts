// What a send would say of each of many texts; nothing is sent. What stands against all of the account's texts at the
// moment, as a cap does, is not counted against each of them.
import { invalidRequest, type Refusal, type RefusalCode } from '../../errors.ts';
import type { PreviewTexts } from '../messages/preview.ts';

/** Most texts that are checked at a time. */
const mostTexts = 500;

/** A text that nobody sends. */
interface TextToCheck {
  address: string;
  body: string;
  clientRef: string | null;
  /** Not to leave before; null for at once. */
  sendAtMs: number | null;
}

/** How it would go over the air, or why a send would refuse it. */
export type CheckedText =
  | { addressNorm: string; segments: number; encoding: 'gsm7' | 'ucs2'; leavesAtMs: number | null }
  | Refusal;

/** Checks texts of an account together. Throws a Refusal. */
type CheckTexts = (accountId: bigint, texts: readonly TextToCheck[]) => Promise<CheckedText[]>;

/** Refusals of the account as it is now. */
const ofAccount: readonly RefusalCode[] = [
  'account_suspended',
  'no_plan',
  'no_subscription',
  'cap_reached',
  'no_route',
  'unavailable',
];

/** Binds it to the dry run. */
export function createCheckTexts(preview: PreviewTexts): CheckTexts {
  return async (accountId, texts) => {
    if (texts.length < 1 || texts.length > mostTexts)
      throw invalidRequest(`rows must have 1 to ${mostTexts} entries`);
    const previews = await preview(texts.map((text) => ({ ...text, accountId, route: null, sender: null })));
    return previews.map(({ refusal, form, leavesAtMs }) => {
      if (refusal?.code === 'not_found') throw refusal;
      if (form && (refusal === null || ofAccount.includes(refusal.code))) return { ...form, leavesAtMs };
      return refusal ?? invalidRequest('the text is malformed');
    });
  };
}
