// Which address a phone or modem pairs with, and the advice about it.
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** How the device listener is reached, as far as it is known. */
export interface DeviceListener {
  /** host:port at which this machine reaches it. */
  known: string;
  isSecure: boolean;
  /** It listens on every address of the machine. */
  isEverywhere: boolean;
  /** The address that devices elsewhere reach it at, as the operator says. */
  publicUrl: string | undefined;
}

/** The address that devices pair at. */
interface DeviceAddress {
  url: string;
  /** Further addresses at which the listener may be reached. */
  others: string[];
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
  { known, isSecure, isEverywhere, publicUrl }: DeviceListener,
  interfaces: Interfaces = networkInterfaces(),
): DeviceAddress {
  if (publicUrl !== undefined) return { url: publicUrl, others: [], advice: '' };
  const host = known.slice(0, known.lastIndexOf(':'));
  const port = known.slice(known.lastIndexOf(':') + 1);
  const urlOf = (name: string) => `${isSecure ? 'https' : 'http'}://${name}:${port}`;
  if (!isLoopback(host)) return { url: urlOf(host), others: [], advice: '' };
  const [first, ...rest] = isEverywhere ? ownAddresses(interfaces).map(urlOf) : [];
  if (first !== undefined) {
    const said = rest.length === 0 ? '' : ` Its other addresses: ${rest.join(', ')}.`;
    return {
      url: first,
      others: rest,
      advice: `That is this machine's address in its network.${said} If devices reach it by another name, set TEXTRELAY_DEVICE_PUBLIC_URL.`,
    };
  }
  return {
    url: urlOf(host),
    others: [],
    advice:
      'That address is reached from this machine only. For a phone elsewhere let the core listen on the network (TEXTRELAY_DEVICE_LISTEN=0.0.0.0:4200, better with TLS), and name its address by TEXTRELAY_DEVICE_PUBLIC_URL or --url.',
  };
}
