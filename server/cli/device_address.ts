// Which address a phone or modem is told to pair with, and what is to be said about it.
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { Connection } from './config.ts';

/** The port for devices when nothing says another. */
const defaultPort = 4200;

/** Where devices pair. */
export interface DeviceAddress {
  url: string;
  /** A sentence for the operator; empty when nothing is to be said. */
  advice: string;
}

type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;

const isLoopback = (host: string) => /^(127\.|localhost$|\[?::1\]?$)/.test(host);

/** This machine's own addresses, as other machines see them: IPv4 first. */
function ownAddresses(interfaces: Interfaces): string[] {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const outer = all.filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  return [
    ...outer.filter(({ family }) => family === 'IPv4').map(({ address }) => address),
    ...outer.filter(({ family }) => family !== 'IPv4').map(({ address }) => `[${address}]`),
  ];
}

/**
 * The address for devices: what the operator set as TEXTRELAY_DEVICE_PUBLIC_URL, else this machine's own when the
 * listener is on all of them, else what is known.
 */
export function deviceAddressOf(
  { core, device, isDeviceSecure, isDeviceEverywhere, devicePublicUrl }: Connection,
  interfaces: Interfaces = networkInterfaces(),
): DeviceAddress {
  if (devicePublicUrl !== undefined) return { url: devicePublicUrl, advice: '' };
  const known = device ?? `${core.slice(0, core.lastIndexOf(':'))}:${defaultPort}`;
  const host = known.slice(0, known.lastIndexOf(':'));
  const port = known.slice(known.lastIndexOf(':') + 1);
  const scheme = isDeviceSecure ? 'https' : 'http';
  const urlOf = (name: string) => `${scheme}://${name}:${port}`;
  if (!isLoopback(host)) return { url: urlOf(host), advice: '' };
  const [first, ...others] = isDeviceEverywhere ? ownAddresses(interfaces) : [];
  if (first !== undefined) {
    const rest = others.length === 0 ? '' : ` Its other addresses: ${others.map(urlOf).join(', ')}.`;
    return {
      url: urlOf(first),
      advice: `That is this machine's address in its network.${rest} If devices reach it by another name, set TEXTRELAY_DEVICE_PUBLIC_URL.`,
    };
  }
  return {
    url: urlOf(host),
    advice:
      'That address is reached from this machine only. For a phone elsewhere let the core listen on the network (TEXTRELAY_DEVICE_LISTEN=0.0.0.0:4200, better with TLS), and name its address by TEXTRELAY_DEVICE_PUBLIC_URL or --url.',
  };
}
