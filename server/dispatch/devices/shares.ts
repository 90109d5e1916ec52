// Which replica's devices a new recipient belongs to first, where several replicas have devices of one account. Each
// replica finds the same without asking: the recipient's number picks one of the account's usable devices. It only
// spreads: a text that has waited a moment goes to whichever device has capacity.
import type { DeviceShares } from '../../device/registry.ts';

/** FNV-1a over UTF-16 code units, 32 bits: short, and the same everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of similar numbers alone are too alike.
  return (value ^ (value >>> 15)) >>> 0;
}

/** True for a recipient that a device on another replica is to be offered first. */
export function isForOthers({ usable, here }: DeviceShares, addressNorm: string): boolean {
  const picked = usable[hash(addressNorm) % Math.max(usable.length, 1)];
  return picked !== undefined && !here.has(picked);
}
