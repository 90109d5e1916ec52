// The address for devices, as far as the operator's command line knows the device listener.
import type { NetworkInterfaceInfo } from 'node:os';
import { deviceAddressOf as addressOf, type DeviceAddress } from '../config/device_address.ts';
import type { Connection } from './config.ts';

/** The port for devices when nothing says another. */
const defaultPort = 4200;

/** The address that devices pair with. */
export const deviceAddressOf = (
  { core, device, isDeviceSecure, isDeviceEverywhere, devicePublicUrl }: Connection,
  interfaces?: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>,
): DeviceAddress =>
  addressOf(
    {
      known: device ?? `${core.slice(0, core.lastIndexOf(':'))}:${defaultPort}`,
      isSecure: isDeviceSecure === true,
      isEverywhere: isDeviceEverywhere === true,
      publicUrl: devicePublicUrl,
    },
    interfaces,
  );
