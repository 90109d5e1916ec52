// A text on its way into the statement that sends.
import { unasked } from '../../server/app/outbound/outbound_text.ts';
import type { NewText } from '../../server/store/outbound/send_texts.ts';

/** A short text of an account, or of a key, to a number; `fields` are what matters to a test. */
export function newText(fields: Partial<NewText> = {}): NewText {
  const address = fields.address ?? '+15005550006';
  const text = { body: 'Hello', segments: 1, encoding: 'gsm7' as const, address, addressNorm: address };
  const owner = { accountId: null, keyHash: null, policyKey: null };
  return { ...unasked, ...text, ...owner, stopReplyUntilMs: null, isTimed: false, ...fields };
}
