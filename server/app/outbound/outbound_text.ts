// A text to be sent, before the state of its account is looked at: its bounds, its size, and its recipient as E.164.
import { instantRange, isInstant } from '../../../runtime/instants.ts';
import type { Route } from '../../domain/messages/message.ts';
import { readSender } from '../../domain/messages/sender.ts';
import {
  lengthInCodePoints,
  maxBodyLength,
  maxClientRefLength,
  measureText,
  type ReferenceBits,
} from '../../domain/messages/text.ts';
import { isInternational, normalizeAddress, readInboundSender } from '../../domain/numbers/address.ts';
import { maxCallbackLength } from '../../domain/subscriptions/webhook_format.ts';
import { invalidRequest, notFound, Refusal, wrongField, wrongLength } from '../../errors.ts';
import type { NewText } from '../../store/outbound/send_texts.ts';
import type { Store } from '../../store/store.ts';
import { mapInTurns } from '../in_turns.ts';
import { type EndpointPolicy, publicEndpoints } from '../subscriptions/address_policy.ts';
import { checkEndpointUrl } from '../subscriptions/endpoint_url.ts';

/** Any country: an international number is read the same in all. */
const anyCountry = 'US';

/** A text as its sender asks for it. */
export type OutboundText = Omit<
  NewText,
  | 'accountId'
  | 'keyHash'
  | 'policyKey'
  | 'addressNorm'
  | 'encoding'
  | 'segments'
  | 'stopReplyUntilMs'
  | 'isTimed'
  | keyof typeof unasked
> &
  Partial<Pick<NewText, keyof typeof unasked>>;

/** A text that asks for nothing but its words and its recipient. */
export const unasked = {
  ...{ clientRef: null, route: null, sender: null, sendAtMs: null, isUrgent: false },
  ...{ statusCallback: null, incomingWebhook: null, asOfErasure: null },
};

/** How a text is tried. */
export interface Attempt {
  /** Refused at once, and untouched, when another statement has locked its account: it waits for nobody. */
  leavesLocked: boolean;
  /** It was tried before, with an unknown outcome. */
  isRepeat: boolean;
  /** The client_refs that the same text may have been sent under a moment ago. */
  earlierRefs: readonly string[];
}

/** What a text's form is checked against. */
export interface TextForm {
  /** Width of the reference that ties the parts of a long text together. */
  referenceBits: ReferenceBits;
  /** The addresses that a text's changes may be posted to; public ones over https when left out. */
  endpoints?: EndpointPolicy | undefined;
}

/** A text on its way into the statement. Its `addressNorm` is empty while it waits for its account's country. */
export interface QueuedText extends NewText, Attempt {
  /** Its account's month was ahead, and has been moved back. */
  isHealed: boolean;
}

/** Whether the address is E.164 already. */
export const isRead = ({ addressNorm }: QueuedText): boolean => addressNorm !== '';

/**
 * The text as it is queued, of no account unless it names one. A Refusal for a body or client_ref that is out of
 * bounds, and for an unusable address if that shows without its account.
 */
export function queueText(
  text: OutboundText & { accountId?: bigint; policyKey?: string | null },
  form: TextForm,
  attempt: Partial<Attempt & Pick<NewText, 'stopReplyUntilMs' | 'isTimed'>>,
): QueuedText | Refusal {
  const asked = { ...unasked, accountId: null, keyHash: null, policyKey: null, ...text };
  try {
    checkEarlierRefs(attempt.earlierRefs ?? [], asked.clientRef);
    return {
      ...asked,
      ...checkText(asked, form),
      stopReplyUntilMs: null,
      isTimed: false,
      leavesLocked: false,
      isRepeat: false,
      earlierRefs: [],
      isHealed: false,
      ...attempt,
    };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Answers the texts that were not refused by `work`, and returns all answers in the texts' order. */
export async function pastRefusals<Text, Answer>(
  texts: readonly (Text | Refusal)[],
  work: (sound: readonly Text[]) => Promise<readonly Answer[]>,
): Promise<(Answer | Refusal)[]> {
  const sound = texts.filter((text): text is Exclude<typeof text, Refusal> => !(text instanceof Refusal));
  const answers = (sound.length > 0 ? await work(sound) : []).values();
  return texts.map((text) => (text instanceof Refusal ? text : (answers.next().value as Answer)));
}

/** A text's fields beside those that its sender gave. Throws a Refusal. */
function checkText(
  text: OutboundText & Pick<NewText, keyof typeof unasked>,
  { referenceBits, endpoints = publicEndpoints }: TextForm,
): Pick<QueuedText, 'addressNorm' | 'encoding' | 'segments' | 'sender'> {
  const { body, clientRef, address, sender, route, sendAtMs, statusCallback } = text;
  const bodyLength = lengthInCodePoints(body);
  if (bodyLength === 0) throw wrongField('body', 'empty', 'must not be empty');
  if (bodyLength > maxBodyLength) throw wrongLength('body', 0, maxBodyLength);
  if (body.includes('\u0000')) throw invalidRequest('body must not hold the character U+0000');
  if (clientRef !== null) checkRef(clientRef, 'client_ref');
  // Whether the instant is allowed is judged with the text: a repeat may come when it is long past.
  if (sendAtMs !== null && !isInstant(sendAtMs)) throw invalidRequest(`send_at must ${instantRange}`);
  if (statusCallback !== null)
    checkEndpointUrl(statusCallback, endpoints, { field: 'status_callback', maxLength: maxCallbackLength });
  const from = sender === null ? null : checkSender(sender, route);
  const addressNorm = isInternational(address) ? toE164(address, anyCountry) : '';
  return { addressNorm, sender: from, ...measureText(body, referenceBits) };
}

function checkRef(ref: string, field: string): void {
  if (ref === '') throw wrongField(field, 'empty', 'must not be empty');
  if (lengthInCodePoints(ref) > maxClientRefLength) throw wrongLength(field, 0, maxClientRefLength);
  if (ref.includes('\u0000')) throw invalidRequest(`${field} must not hold the character U+0000`);
}

const mostEarlierRefs = 4;

/** Throws a Refusal. */
function checkEarlierRefs(earlierRefs: readonly string[], clientRef: string | null): void {
  if (earlierRefs.length === 0) return;
  if (clientRef === null) throw invalidRequest('earlier_refs must come with a client_ref');
  if (earlierRefs.length > mostEarlierRefs)
    throw invalidRequest(`earlier_refs must have at most ${mostEarlierRefs} entries`);
  for (const ref of earlierRefs) checkRef(ref, 'each of earlier_refs');
}

/** The stored form of a text's sender. Throws `invalid_request` for one that cannot be read, or of another route. */
export function checkSender(sender: string, asked: Route | null): string {
  const read = readSender(sender);
  if (read === null)
    throw invalidRequest('from must be device:ID, device:ID/SLOT or a number of the account');
  if (asked !== null && asked !== read.route) {
    throw invalidRequest(`route must be ${read.route}, that of from`);
  }
  return read.sender;
}

/** Throws `invalid_request` for U+0000, which PostgreSQL does not store. */
function checkAddress(address: string): void {
  if (address.includes('\u0000')) throw invalidRequest('address must not hold the character U+0000');
}

/** E.164 of an address that is read in `country`. Throws `invalid_address`, or `invalid_request` for U+0000. */
export function toE164(address: string, country: string): string {
  checkAddress(address);
  const normal = normalizeAddress(address, country);
  if (normal === null) {
    throw new Refusal('invalid_address', 'address is not a phone number that can be texted');
  }
  return normal;
}

type Countries = Pick<Store, 'listCountries'>;

/** The country that an address is read in: the account's, which is looked up only for national formats. */
async function countryFor(address: string, accountId: bigint, store: Countries): Promise<string> {
  if (isInternational(address)) return anyCountry;
  const country = (await store.listCountries([accountId])).get(accountId);
  if (country === undefined) throw notFound('account');
  return country;
}

/** E.164 of an address, national formats in the account's country. Throws `invalid_address`. */
export const normalize = async (address: string, accountId: bigint, store: Countries): Promise<string> =>
  toE164(address, await countryFor(address, accountId, store));

/** The name of an account's conversation with an address: senders that are no numbers have their own. */
export async function threadNameOf(address: string, accountId: bigint, store: Countries): Promise<string> {
  checkAddress(address);
  return readInboundSender(address, await countryFor(address, accountId, store)).number;
}

/**
 * The texts with their addresses in E.164, in their order, with one read for all national formats: a text must not
 * overtake one before it because its address is read faster. A Refusal in place of a text whose address is unusable.
 */
export async function readAddresses(
  texts: readonly QueuedText[],
  store: Countries,
): Promise<(QueuedText | Refusal)[]> {
  const national = texts.filter((text) => !isRead(text));
  const countries = await store.listCountries(national.flatMap(({ accountId }) => accountId ?? []));
  return mapInTurns(texts, (text) => {
    if (isRead(text)) return text;
    const country = text.accountId === null ? undefined : countries.get(text.accountId);
    if (country === undefined) return notFound('account');
    try {
      return { ...text, addressNorm: toE164(text.address, country) };
    } catch (error) {
      return error as Refusal;
    }
  });
}
