// Which addresses requests to customers' endpoints may go to: the public ones, and those that the operator allows. Asked for
// every address at the moment of connecting, because names resolve to something else later.
import { type BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What the operator allows. */
export interface EndpointPolicy {
  /** Whether http:// is taken besides https://. */
  allowsHttp: boolean;
  /** Networks that are no public ones and allowed all the same. */
  allowedNetworks: BlockList | undefined;
}

/** All that is routed to in public is in here. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether a request may go to an address. What is no address may not. */
export function isAllowedAddress(address: string, { allowedNetworks }: EndpointPolicy): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  if (allowedNetworks?.check(address, version === 4 ? 'ipv4' : 'ipv6')) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
