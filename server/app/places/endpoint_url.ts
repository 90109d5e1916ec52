// The address of an endpoint as its owner gives it.
import { isIP } from 'node:net';
import { invalidRequest } from '../../errors.ts';
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

/**
 * Throws `invalid_request` for an address that nothing can be delivered to. What a name resolves to is checked when
 * connecting.
 */
export function checkEndpointUrl(
  text: string,
  policy: EndpointPolicy,
  { field, maxLength: most }: Named = { field: 'url', maxLength },
): void {
  const schemes = policy.allowsHttp ? 'https:// or http://' : 'https://';
  if (text.length > most) throw invalidRequest(`${field} must have at most ${most} characters`);
  const url = URL.canParse(text) && /^[\x21-\x7e]+$/.test(text) ? new URL(text) : undefined;
  if (!url) throw invalidRequest(`${field} must be an address that begins with ${schemes}`);
  if (url.protocol === 'http:' && !policy.allowsHttp)
    throw invalidRequest(
      `${field} must begin with https:// (the operator can allow http:// with TEXTRELAY_WEBHOOK_ALLOW_HTTP)`,
    );
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidRequest(`${field} must begin with ${schemes}`);
  if (url.username !== '' || url.password !== '') throw invalidRequest(`${field} must not hold credentials`);
  const address = addressOf(url);
  const isLocal = address === undefined && /^(.*\.)?localhost\.?$/.test(url.hostname);
  if (address !== undefined ? !isAllowedAddress(address, policy) : isLocal && !policy.allowedNetworks)
    throw invalidRequest(`${field} leads to ${notAllowed}`);
}
