// Who is asking, by address: the peer, or the client that a proxy of the operator's names in
// X-Forwarded-For. Read from the right, because whatever stands further left was written by whoever came first.
import { type BlockList, isIPv4, isIPv6 } from 'node:net';

/** Proxies in a row that are followed. */
const mostHops = 10;

/** An address without what may be written in several ways; undefined when it is none. */
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

/** The first 64 bits of an IPv6 address: whoever has one of them usually has them all. */
function networkOf(address: string): string {
  const [left = '', right] = address.toLowerCase().split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  // An address that ends in dotted form has one group less than it stands for.
  const written = head.length + tail.length + (address.includes('.') ? 1 : 0);
  const zeros = right === undefined ? [] : new Array<string>(Math.max(0, 8 - written)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
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
      // What is no address was not written by a proxy that is worth its trust: the last one known is counted.
      if (named === undefined) break;
      client = named;
    }
  }
  return isIPv6(client) ? networkOf(client) : client;
}
