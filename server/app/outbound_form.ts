// The form of a text that is to be sent: its bounds, and its recipient as E.164. What depends on the account's state
// is not decided here.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { isInternational, normalizeAddress } from '../domain/address.ts';
import type { Route } from '../domain/message.ts';
import { lengthInCodePoints, maxBodyLength, maxClientRefLength, measureText } from '../domain/text.ts';
import { invalidRequest, notFound, Refusal } from '../errors.ts';
import type { NewText } from '../store/send_texts.ts';
import type { Store } from '../store/store.ts';

/** A text as a caller asks for it. */
export interface OutboundRequest {
  accountId: bigint;
  address: string;
  body: string;
  clientRef: string | null;
  route: Route | null;
}

/** Throws a Refusal for a body or client_ref that is out of bounds; answers the text with its weight. */
export function checkForm(request: OutboundRequest): Omit<NewText, 'addressNorm'> {
  const { body, clientRef } = request;
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
  return { ...request, ...measureText(body) };
}

/** E.164 of an address that is read in `country`. Throws INVALID_ADDRESS. */
function toE164(address: string, country: string): string {
  const normal = normalizeAddress(address, country);
  if (normal === null) {
    throw new Refusal(ErrorCode.INVALID_ADDRESS, 'address is not a phone number that can be texted');
  }
  return normal;
}

/** Any country: an international number is read the same in all. */
const anyCountry = 'US';

/** E.164 of an address, national formats in the account's country. Throws INVALID_ADDRESS. */
export async function normalize(address: string, accountId: bigint, store: Store): Promise<string> {
  if (isInternational(address)) return toE164(address, anyCountry);
  const country = (await store.listCountries([accountId])).get(accountId);
  if (country === undefined) throw notFound('account');
  return toE164(address, country);
}

/**
 * E.164 of many texts' addresses, in their order, with one read for all national formats: a text must not overtake
 * one before it because its address is read faster. A Refusal in place of an address that is unusable.
 */
export async function normalizeAll(
  texts: readonly Pick<NewText, 'accountId' | 'address'>[],
  store: Store,
): Promise<(string | Refusal)[]> {
  const national = texts.filter(({ address }) => !isInternational(address));
  const countries =
    national.length === 0 ? undefined : await store.listCountries(national.map(({ accountId }) => accountId));
  return texts.map(({ accountId, address }) => {
    const country = isInternational(address) ? anyCountry : countries?.get(accountId);
    if (country === undefined) return notFound('account');
    try {
      return toE164(address, country);
    } catch (error) {
      return error as Refusal;
    }
  });
}
