// Devices that were unpaired while they were linked here: each hands back what it has not sent, and what it does not report within
// a second ends.
import type { Log } from '../../runtime/log.ts';
import type { EndHandedOver } from '../app/messages/handed_over.ts';
import type { Link } from './link/link.ts';

interface DeviceName {
  accountId: bigint;
  deviceId: bigint;
}

/** Why what an unpaired device held ends. */
const unpaired = 'the device was unpaired';

const nameOf = ({ accountId, deviceId }: DeviceName) => `${accountId}/${deviceId}`;

export class LeavingDevices {
  readonly #options: { log: Log; endHandedOver: EndHandedOver };
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(options: { log: Log; endHandedOver: EndHandedOver }) {
    this.#options = options;
  }

  /** Not to be awaited by those who check links: an account whose texts cannot be ended now delays no other. */
  dismiss(link: Link): void {
    const { endHandedOver, log } = this.#options;
    const { accountId, deviceId } = link.device;
    const name = nameOf(link.device);
    if (this.#leaving.has(name)) return;
    const left = link
      .dismiss('this device was unpaired')
      .then(() => endHandedOver(accountId, deviceId, unpaired))
      .catch(() => log.debug('what an unpaired device had could not be ended; the sweeper does'))
      .finally(() => this.#leaving.delete(name));
    this.#leaving.set(name, left);
  }

  /** Resolves once an unpaired device holds nothing, where it was linked here, or is linked nowhere. */
  async left(device: DeviceName, isOnline: boolean): Promise<void> {
    const left = this.#leaving.get(nameOf(device));
    if (left) await left;
    else if (!isOnline) await this.#options.endHandedOver(device.accountId, device.deviceId, unpaired);
  }
}
