// The client's address: the peer's, or the one that the operator's proxy names in X-Forwarded-For. The header is read
// from the right, because anybody may have written what stands further left.
import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Proxies in a row that are followed. */
const mostHops = 10;

/** The canonical spelling of an address; undefined for any other text. */
function cleanAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, '$1');
  return isIPv4(mapped) || isIPv6(mapped) ? mapped : undefined;
}

const isTrusted = (proxies: BlockList, address: string) =>
  proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** True when the peer of a connection is a proxy that the operator trusts. */
export function isTrustedPeer(peer: string | undefined, proxies: BlockList | undefined): boolean {
  const address = cleanAddress(peer ?? '');
  return proxies !== undefined && address !== undefined && isTrusted(proxies, address);
}

/** The first 64 bits of an IPv6 address: a client that has one of them usually has them all. */
function networkOf(address: string): string {
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * The client's address, an IPv6 one as its /64. `peer` is the socket's, `forwarded` the X-Forwarded-For header, which
 * is believed as far as trusted proxies wrote it.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | string[] | undefined,
  proxies: BlockList | undefined,
): string {
  let client = cleanAddress(peer ?? '') ?? 'unknown';
  if (proxies && forwarded !== undefined && client !== 'unknown') {
    const hops = String(forwarded).split(',');
    for (let hop = 0; hop < mostHops && hops.length > 0 && isTrusted(proxies, client); hop++) {
      const named = cleanAddress(hops.pop() ?? '');
      // A proxy that is worth its trust writes addresses alone: otherwise the last known one counts.
      if (named === undefined) break;
      client = named;
    }
  }
  return isIPv6(client) ? networkOf(client) : client;
}
