// Which address an Android phone is given, and why it may not reach it.
import { isIP } from 'node:net';

interface PhoneAddress {
  url: string;
  /** A sentence for whoever pairs; empty when nothing speaks against the address. */
  advice: string;
}

const isLoopback = (host: string) => /^(127\.|localhost$|\[::1\]$)/.test(host);
const isPrivate = (host: string) =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe80:)/.test(host) ||
  (isIP(host) === 0 && !host.includes('.') && !host.startsWith('['));

/** The address below the service's public one. */
export function phoneAddressOf(publicUrl: string): PhoneAddress {
  const { hostname, protocol } = new URL(publicUrl);
  const faults = [
    ...(isLoopback(hostname)
      ? ['it is reached from this machine only']
      : isPrivate(hostname)
        ? ['it is reached from its own network only']
        : []),
    ...(protocol === 'https:' ? [] : ['it is not HTTPS, which only the app’s build "insecure" takes']),
  ];
  const advice =
    faults.length === 0
      ? ''
      : `A phone may not reach this address: ${faults.join(', and ')}. Set TEXTRELAY_PUBLIC_URL to a public https:// address; the guide Phones shows how to get one.`;
  return { url: `${publicUrl}/mobile/v1`, advice };
}
