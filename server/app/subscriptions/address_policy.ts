// Requests to customers' endpoints go to public addresses, and to those that the operator allows. Each address is
// judged at the moment of connecting, because a name may resolve to something else later.
import { type BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface EndpointPolicy {
  /** Whether http:// is taken besides https://. */
  allowsHttp: boolean;
  /** Networks that are not public and allowed all the same. */
  allowedNetworks: BlockList | undefined;
}

/** The default policy. */
export const publicEndpoints: EndpointPolicy = { allowsHttp: false, allowedNetworks: undefined };

/** What is said of an address that is not allowed, after what leads to it. Its operator reads there which setting allows it. */
export const notAllowed =
  'an address that this service does not deliver to: its operator can allow it with TEXTRELAY_WEBHOOK_ALLOW_PRIVATE';

/** All public addresses are in here. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether a request may go to an address; false for a text that is not an address. */
export function isAllowedAddress(address: string, { allowedNetworks }: EndpointPolicy): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (allowedNetworks?.check(address, version === 4 ? 'ipv4' : 'ipv6')) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
