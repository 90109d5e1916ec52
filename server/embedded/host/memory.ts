// How much memory this process may count on.
import { totalmem } from 'node:os';

/** The machine's memory in bytes, or the container's where that is less. */
export function memoryBytes(): number {
  // 0, or more than the machine has, where nothing bounds it.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}
