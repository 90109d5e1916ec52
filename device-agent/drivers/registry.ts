// The drivers there are: one line each.
import { atModemDriver } from './at_modem.ts';
import type { DriverKind } from './driver.ts';
import { modemManagerDriver } from './modem_manager.ts';
import { simulatedDriver } from './simulated.ts';

/** Every driver, by its name. */
export const driverKinds: readonly DriverKind[] = [simulatedDriver, atModemDriver, modemManagerDriver];

/** The driver of that name, or undefined. */
export function findDriverKind(name: string): DriverKind | undefined {
  return driverKinds.find((kind) => kind.name === name);
}
