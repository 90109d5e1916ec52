// The sender that a text must leave by: a device, `device:3`; a SIM, `device:3/2`; or a number of the account as it is
// stored.
import { normalizeCarrierNumber } from '../carriers/carrier_number.ts';
import type { Route } from './message.ts';

const device = /^device:[1-9][0-9]{0,17}(\/[0-9])?$/;

/** The stored form and the route that it means; null for a text that is neither a device, a SIM nor a number. */
export function readSender(text: string): { sender: string; route: Route } | null {
  if (device.test(text)) return { sender: text, route: 'device' };
  const number = normalizeCarrierNumber(text, null);
  return number === null ? null : { sender: number, route: 'gateway' };
}

/** Whether a sender is this SIM, or its whole device. */
export const isSenderOf = (sender: string, deviceId: bigint, slot: number): boolean =>
  sender === `device:${deviceId}` || sender === `device:${deviceId}/${slot}`;

/** Whether a sender is one SIM of a device. */
export const isOneSim = (sender: string): boolean => sender.startsWith('device:') && sender.includes('/');
