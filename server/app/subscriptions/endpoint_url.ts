// The address of an endpoint as its owner gives it.
import { isIP } from 'node:net';
import { type FieldFault, fieldFault, lengthFault, refuseFields } from '../../errors.ts';
import { type EndpointPolicy, isAllowedAddress, notAllowed } from './address_policy.ts';

const maxLength = 2_000;

interface Named {
  /** What the address is called where it was said. */
  field: string;
  maxLength: number;
}

/** A URL's host as an address, or undefined for a name. */
function addressOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** What speaks against an address; null for one that may be delivered to. What a name resolves to is checked when connecting. */
export function endpointUrlFault(
  text: string,
  policy: EndpointPolicy,
  { field, maxLength: most }: Named = { field: 'url', maxLength },
): FieldFault | null {
  const schemes = policy.allowsHttp ? 'https:// or http://' : 'https://';
  if (text.length > most) return lengthFault(field, 0, most);
  const url = URL.canParse(text) && /^[\x21-\x7e]+$/.test(text) ? new URL(text) : undefined;
  if (!url) return fieldFault(field, 'not_an_address', `must be an address that begins with ${schemes}`);
  if (url.protocol === 'http:' && !policy.allowsHttp)
    return fieldFault(
      field,
      'not_https',
      'must begin with https:// (the operator can allow http:// with TEXTRELAY_WEBHOOK_ALLOW_HTTP)',
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return fieldFault(field, 'not_an_address', `must begin with ${schemes}`);
  if (url.username !== '' || url.password !== '')
    return fieldFault(field, 'has_credentials', 'must not hold credentials');
  const address = addressOf(url);
  const isLocal = address === undefined && /^(.*\.)?localhost\.?$/.test(url.hostname);
  if (address !== undefined ? !isAllowedAddress(address, policy) : isLocal && !policy.allowedNetworks)
    return fieldFault(field, 'not_public', `leads to ${notAllowed}`);
  return null;
}

/** Throws `invalid_request` for an address that nothing can be delivered to. */
export const checkEndpointUrl = (text: string, policy: EndpointPolicy, named?: Named): void =>
  refuseFields(endpointUrlFault(text, policy, named));
