// The drivers there are: one line each.
import type { DriverKind } from './driver.ts';
import { simulatedDriver } from './simulated.ts';

/** Every driver, by its name. */
export const driverKinds: readonly DriverKind[] = [simulatedDriver];

/** The driver of that name, or undefined. */
export function findDriverKind(name: string): DriverKind | undefined {
  return driverKinds.find((kind) => kind.name === name);
}
