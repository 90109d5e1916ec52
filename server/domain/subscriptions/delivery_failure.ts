// Why a delivery failed: a stable word for programs, and the sentence for people that begins as its kind says. The log of
// attempts keeps the sentence, and the word is read from it again, so that an attempt of every version has one.

/** How the sentences of each kind begin. One is said with the first of them; the others come from rules of addresses. */
const starts = {
  endpoint_answered: ['the endpoint answered '],
  no_answer: ['no answer within '],
  no_connection: ['no connection within '],
  tls_failed: ['TLS failed: '],
  connection_failed: ['the connection failed'],
  address_not_public: ['the name leads to ', 'url leads to '],
  address_not_https: ['url must begin with '],
  not_tried: ['not tried: '],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

type FailureKind = keyof typeof starts;

/** `answer_not_followed` came about after a delivery: what the endpoint answered was not done, or not all of it. */
type DeliveryErrorCode = FailureKind | 'answer_not_followed' | 'other';

const kinds = Object.keys(starts) as FailureKind[];

/** Every word that there is. */
export const deliveryErrorCodes: readonly DeliveryErrorCode[] = [...kinds, 'answer_not_followed', 'other'];

/** The sentence of a failure of this kind. */
export const failureSentence = (kind: FailureKind, rest: string): string => `${starts[kind][0]}${rest}`;

/** The kind of an error, beside the HTTP status that came with it; null for a delivery that was simply acknowledged. */
export function deliveryErrorCode(error: string | null, status: number | null): DeliveryErrorCode | null {
  if (error === null) return null;
  if (status !== null && status >= 200 && status < 300) return 'answer_not_followed';
  return kinds.find((kind) => starts[kind].some((start) => error.startsWith(start))) ?? 'other';
}
