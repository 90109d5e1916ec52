// The magic numbers of the simulated phone and the simulated carrier: the recipient's number decides the outcome of a text. All of them lie in +1500555xxxx, which belongs to nobody and which number libraries accept as possible.

/** The outcome of a text in the simulated network. */
interface Fate {
  /** How a submit ends. */
  submit: 'accepted' | 'rejected' | 'no_answer';
  /** The receipt that follows, if any. */
  receipt: 'delivered' | 'failed' | 'none';
  /** How long after the submit the receipt comes, in milliseconds. */
  receiptAfterMs: number;
  /** Whether the recipient answers with a text of its own. */
  replies: boolean;
}

/** One row of the table, in a form that documentation can print. */
interface MagicNumber {
  /** In E.164. */
  address: string;
  /** One sentence. */
  meaning: string;
  fate: Fate;
}

/** A prompt receipt; long enough that it comes after the answer to the submit, as with a real network. */
const promptMs = 200;

/** The outcome of a text to any number that is not listed. */
const ordinaryFate: Fate = {
  submit: 'accepted',
  receipt: 'delivered',
  receiptAfterMs: promptMs,
  replies: false,
};

/** The table. */
export const magicNumbers: readonly MagicNumber[] = [
  {
    address: '+15005550006',
    meaning: 'Sent, and delivered at once; so is every number that is not in this table.',
    fate: ordinaryFate,
  },
  {
    address: '+15005550007',
    meaning: 'Sent, and delivered 10 seconds later.',
    fate: { ...ordinaryFate, receiptAfterMs: 10_000 },
  },
  {
    address: '+15005550008',
    meaning: 'Fails at once: rejected_by_network.',
    fate: { submit: 'rejected', receipt: 'none', receiptAfterMs: 0, replies: false },
  },
  {
    address: '+15005550009',
    meaning: 'Sent, then failed by a receipt: rejected_by_network.',
    fate: { ...ordinaryFate, receipt: 'failed' },
  },
  {
    address: '+15005550010',
    meaning: 'Sent, and no receipt ever comes.',
    fate: { ...ordinaryFate, receipt: 'none' },
  },
  {
    address: '+15005550011',
    meaning: 'Sent and delivered, then answers with an inbound text: "You said: ...".',
    fate: { ...ordinaryFate, replies: true },
  },
  {
    address: '+15005550012',
    meaning: 'The submit is never answered: the text ends as outcome_unknown after 15 seconds.',
    fate: { submit: 'no_answer', receipt: 'none', receiptAfterMs: 0, replies: false },
  },
];

const fates = new Map(magicNumbers.map(({ address, fate }) => [address, fate]));

/** The outcome of a text to `address`, which is in E.164. */
export const fateOf = (address: string): Fate => fates.get(address) ?? ordinaryFate;
