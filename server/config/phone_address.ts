// Which address an Android phone is given, why it may not reach it, and what is done at the phone.
import { isIP } from 'node:net';

interface PhoneAddress {
  url: string;
  /** A sentence for the person who pairs; empty when nothing speaks against the address. */
  advice: string;
}

/** The steps at a phone, with what is typed in each; empty when there are none. */
interface PhoneStep {
  /** Its stable name, by which programs know the step. */
  kind: 'api_url' | 'go_online' | 'pairing_code';
  text: string;
  value: string;
}

const isLoopback = (host: string) => /^(127\.|0\.0\.0\.0$|\[::1?\]$)|(^|\.)localhost$/.test(host);
/** Networks of one's own, and the one between a provider and its customers, which Tailscale uses as well. */
const isPrivate = (host: string) =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd]|\[fe[89ab])/.test(
    host,
  ) ||
  /\.(local|lan|internal|home\.arpa)$/.test(host) ||
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
  // The short one of the hub's two bases: it is typed on a phone.
  return { url: `${publicUrl}/m`, advice };
}

/** The steps in the stock app, in the app's own words. */
export const phoneStepsOf = (url: string, code: string): PhoneStep[] => [
  {
    kind: 'api_url',
    text: 'In the app, open Settings, then Cloud server. Type this as API URL, and choose “SSE Only” as Notification channel.',
    value: url,
  },
  {
    kind: 'go_online',
    text: 'On Home, switch on Cloud server and Start on boot, then tap Offline.',
    value: '',
  },
  {
    kind: 'pairing_code',
    text: 'In the dialog, choose By Code, type these ten digits, tap Continue, and allow what the app asks for.',
    value: code,
  },
];
