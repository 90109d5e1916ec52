// The magic numbers of the simulated carrier: what becomes of a text is read from its recipient's number. They are the
// simulated phone's, and mean the same. All of them lie in +1500555xxxx, which belongs to nobody.

/** What the simulated network does with a text. */
export interface Fate {
  /** How a submit ends. */
  submit: 'accepted' | 'rejected' | 'no_answer';
  /** The receipt that follows, if any. */
  receipt: 'delivered' | 'failed' | 'none';
  /** How long after the submit the receipt comes, in milliseconds. */
  receiptAfterMs: number;
  /** Whether the recipient answers with a text of its own. */
  replies: boolean;
}

/** A prompt receipt; long enough that it comes after the answer to the submit, as with most networks. */
const promptMs = 200;

/** What becomes of a text to any number that is not listed. */
export const ordinaryFate: Fate = {
  submit: 'accepted',
  receipt: 'delivered',
  receiptAfterMs: promptMs,
  replies: false,
};

/** The table, by number in E.164. */
export const magicNumbers: ReadonlyMap<string, Fate> = new Map([
  // Delivered at once, as every number that is not listed.
  ['+15005550006', ordinaryFate],
  // Delivered 10 seconds later.
  ['+15005550007', { ...ordinaryFate, receiptAfterMs: 10_000 }],
  // Fails at once.
  ['+15005550008', { submit: 'rejected', receipt: 'none', receiptAfterMs: 0, replies: false }],
  // Failed by a receipt.
  ['+15005550009', { ...ordinaryFate, receipt: 'failed' }],
  // No receipt ever comes.
  ['+15005550010', { ...ordinaryFate, receipt: 'none' }],
  // Delivered, then answers with an inbound text.
  ['+15005550011', { ...ordinaryFate, replies: true }],
  // The submit is never answered.
  ['+15005550012', { submit: 'no_answer', receipt: 'none', receiptAfterMs: 0, replies: false }],
]);

/** What becomes of a text to `recipient`, which is in E.164. */
export const fateOf = (recipient: string): Fate => magicNumbers.get(recipient) ?? ordinaryFate;
