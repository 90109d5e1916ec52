// The form of a text that is to be sent: its bounds, and its recipient as E.164. What depends on the account's state
// is not decided here.
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { isInternational, normalizeAddress } from '../../domain/address.ts';
import { lengthInCodePoints, maxBodyLength, maxClientRefLength } from '../../domain/text.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { NewText } from '../../store/send_texts.ts';
import type { Store } from '../../store/store.ts';

/** Any country: an international number is read the same in all. */
const anyCountry = 'US';

/** A text as a caller asks for it. */
export interface OutboundRequest
  extends Pick<NewText, 'accountId' | 'keyHash' | 'address' | 'body' | 'clientRef' | 'route'> {
  /** Refused at once, and untouched, when another statement has locked its account: it waits for nobody. */
  leavesLocked?: boolean;
  /** It was tried before, and nobody knows what became of that. */
  isRepeat?: boolean;
}

/** A text that nothing can be said against before its account is known. */
export interface OutboundForm extends OutboundRequest {
  /** E.164; null for a national format, which is read in the account's country. */
  addressNorm: string | null;
}

/** A form, and what its text weighs on the air. */
export interface WeighedForm extends OutboundForm, Pick<NewText, 'encoding' | 'segments'> {
  /** Its account's month was ahead, and was brought back for it. */
  isHealed?: boolean;
}

/** A text that only its account's state decides about. */
export type WeighedText = WeighedForm & NewText;

/** Checks a text. Throws a Refusal for a body or client_ref that is out of bounds, and for an unusable address. */
export function checkForm(request: OutboundRequest): OutboundForm {
  const { body, clientRef, address } = request;
  const bodyLength = lengthInCodePoints(body);
  if (bodyLength === 0) throw invalidRequest('body must not be empty');
  if (bodyLength > maxBodyLength) throw invalidRequest(`body must have at most ${maxBodyLength} characters`);
  if (body.includes('\u0000')) throw invalidRequest('body must not hold the character U+0000');
  if (clientRef !== null) {
    if (clientRef === '') throw invalidRequest('client_ref must not be empty');
    if (lengthInCodePoints(clientRef) > maxClientRefLength) {
      throw invalidRequest(`client_ref must have at most ${maxClientRefLength} characters`);
    }
    if (clientRef.includes('\u0000')) throw invalidRequest('client_ref must not hold the character U+0000');
  }
  const addressNorm = isInternational(address) ? toE164(address, anyCountry) : null;
  return { ...request, addressNorm };
}

/** E.164 of an address that is read in `country`. Throws INVALID_ADDRESS, or INVALID_REQUEST for U+0000. */
function toE164(address: string, country: string): string {
  if (address.includes('\u0000')) throw invalidRequest('address must not hold the character U+0000');
  const normal = normalizeAddress(address, country);
  if (normal === null) {
    throw new Refusal(ErrorCode.INVALID_ADDRESS, 'address is not a phone number that can be texted');
  }
  return normal;
}

/** E.164 of an address, national formats in the account's country. Throws INVALID_ADDRESS. */
export async function normalize(address: string, accountId: bigint, store: Store): Promise<string> {
  if (isInternational(address)) return toE164(address, anyCountry);
  const country = (await store.listCountries([accountId])).get(accountId);
  if (country === undefined) throw notFound('account');
  return toE164(address, country);
}

/**
 * The texts with their addresses in E.164, in their order, with one read for all national formats: a text must not
 * overtake one before it because its address is read faster. A Refusal in place of a text whose address is unusable.
 */
export async function normalizeAll(
  forms: readonly WeighedForm[],
  store: Pick<Store, 'listCountries'>,
): Promise<(WeighedText | Refusal)[]> {
  const national = forms.filter(({ addressNorm }) => addressNorm === null);
  const countries =
    national.length === 0
      ? undefined
      : await store.listCountries(national.flatMap(({ accountId }) => accountId ?? []));
  return forms.map((form) => {
    const { addressNorm, address, accountId } = form;
    if (addressNorm !== null) return { ...form, addressNorm };
    const country = accountId === null ? undefined : countries?.get(accountId);
    if (country === undefined) return notFound('account');
    try {
      return { ...form, addressNorm: toE164(address, country) };
    } catch (error) {
      return error as Refusal;
    }
  });
}
