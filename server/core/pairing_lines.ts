// What somebody does with a pairing code at a phone or modem.
import type { ListenAddress } from '../../runtime/config/config_values.ts';
import type { CoreConfig } from '../config/config_core.ts';
import { type DeviceListener, deviceAddressOf } from '../config/device_address.ts';
import type { PairingLines } from '../rpc/services/device_service.ts';

/** How the device listener is reached that listens at `at`. */
export const deviceListenerOf = (
  { deviceListen, devicePublicUrl, tls }: CoreConfig,
  at: ListenAddress,
): DeviceListener => {
  const isEverywhere = deviceListen.host === '0.0.0.0' || deviceListen.host === '::';
  const host = isEverywhere ? '127.0.0.1' : deviceListen.host;
  return {
    known: `${host.includes(':') ? `[${host}]` : host}:${at.port}`,
    isSecure: tls?.device !== undefined,
    isEverywhere,
    publicUrl: devicePublicUrl,
  };
};

/** The lines for a code, with the listener's likeliest address. */
export function pairingLines(listener: DeviceListener, code: string): PairingLines {
  const { url, others, advice } = deviceAddressOf(listener);
  const words = `pair ${url} ${code}`;
  const command = `textrelay-agent ${words}`;
  return {
    addresses: [url, ...others],
    commands: [command, `npm run agent -- ${words}`],
    qr: command,
    advice,
  };
}
