// Decides which SIM each waiting text goes to, from what was read of one account's queue. Pure: the claim judges
// every decision again.

import type { DeviceShares } from '../../device/registry.ts';
import { isSenderOf } from '../../domain/messages/sender.ts';
import type { WaitingText } from '../../store/devices/list_queue.ts';

/** FNV-1a over UTF-16 code units, 32 bits: short, and the same everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of similar numbers are too alike.
  return (value ^ (value >>> 15)) >>> 0;
}

/**
 * True for a recipient that should first be offered to a device on another replica. Each replica gets the same result
 * without asking: the recipient's number picks one of the account's usable devices. This only spreads the load: a text
 * that has waited a moment goes to whichever device has capacity.
 */
export function isForOthers({ usable, here }: DeviceShares, addressNorm: string): boolean {
  const picked = usable[hash(addressNorm) % Math.max(usable.length, 1)];
  return picked !== undefined && !here.has(picked);
}

/** A SIM of a linked device that may be given texts. */
export interface PlacingSim {
  deviceId: bigint;
  /** The SIM's slot. */
  slot: number;
  /** The most parts of a text that the SIM is known to take; undefined when nothing is known against any. */
  mostParts: number | undefined;
  /** Jobs under way through this SIM. */
  underWay: number;
  device: PlacingDevice;
}

/** A linked device; its SIMs share it. */
export interface PlacingDevice {
  /** Jobs that it would take now. */
  capacity: number;
  /** Jobs that are under way on it, as a share of its window: 0 is idle. */
  load: number;
  /** Most jobs that it takes at a time, at least 1. */
  window: number;
}

/** A text and the SIM it goes to. */
export interface Placement<Sim extends PlacingSim> {
  text: WaitingText;
  sim: Sim;
  /** The recipient leaves another SIM. */
  isMove: boolean;
}

interface Placements<Sim extends PlacingSim> {
  placements: Placement<Sim>[];
  /**
   * The oldest text that was left for lack of capacity, by the SIM that its recipient stays on; under null the oldest
   * one that any SIM could have taken.
   */
  left: Map<Sim | null, bigint>;
}

/**
 * Places texts, given in the order of their ids. A recipient's texts go to the SIM that it stays on. If that is none of
 * these SIMs, they are not placed, unless the recipient may leave it. Recipients without a SIM, and those that leave
 * theirs, go to the least loaded SIM, unless `isForOthers`. A text that names its sender goes there and nowhere else. A
 * text that cannot be placed delays every later one to its recipient with the same sender.
 */
export function placeTexts<Sim extends PlacingSim>(
  texts: readonly WaitingText[],
  sims: readonly Sim[],
  isForOthers: (text: WaitingText) => boolean = () => false,
): Placements<Sim> {
  const devices = new Map<PlacingDevice, { capacity: number; load: number; step: number }>();
  const seats = sims.map((sim) => {
    const { device } = sim;
    const shared = devices.get(device) ?? {
      capacity: device.capacity,
      load: device.load,
      step: 1 / device.window,
    };
    devices.set(device, shared);
    const { underWay, mostParts = Infinity } = sim;
    return { sim, device: shared, underWay, mostParts };
  });
  type Seat = (typeof seats)[number];
  const byName = new Map(seats.map((seat) => [`${seat.sim.deviceId}/${seat.sim.slot}`, seat]));

  const leastLoaded = (text: WaitingText, among: readonly Seat[] = seats): Seat | undefined => {
    let least: Seat | undefined;
    for (const seat of among) {
      if (seat.device.capacity <= 0 || text.parts > seat.mostParts) continue;
      const ahead = least === undefined ? -1 : seat.device.load - least.device.load;
      if (ahead < 0 || (ahead === 0 && least !== undefined && seat.underWay < least.underWay)) least = seat;
    }
    return least;
  };

  const placements: Placement<Sim>[] = [];
  const decided = new Map<string, { seat: Seat; isMove: boolean } | null>();
  const left = new Map<Sim | null, bigint>();
  const leave = (sim: Sim | null, id: bigint) => {
    if (!left.has(sim)) left.set(sim, id);
    return null;
  };

  /** The least loaded of the SIMs that the text must leave by; none of it is another one's concern. */
  const chooseNamed = (text: WaitingText) => {
    const named = seats.filter(({ sim }) => isSenderOf(text.sender as string, sim.deviceId, sim.slot));
    const seat = text.overtakes ? undefined : leastLoaded(text, named);
    if (!seat && !text.overtakes) for (const { sim } of named) leave(sim, text.id);
    return seat ? { seat, isMove: false } : null;
  };

  const choose = (text: WaitingText) => {
    const { id, keptOn, version, overtakes } = text;
    if (text.sender !== null) return chooseNamed(text);
    const kept = keptOn && byName.get(`${keptOn.deviceId}/${keptOn.slot}`);
    const isMove = keptOn !== null && !kept;
    if (overtakes || (isMove && version === null)) return null;
    const seat = kept ?? (isForOthers(text) ? undefined : leastLoaded(text));
    return seat ? { seat, isMove } : leave(null, id);
  };

  for (const text of texts) {
    const { addressNorm, parts, sender } = text;
    const queue = sender === null ? addressNorm : `${addressNorm} ${sender}`;
    let choice = decided.get(queue);
    if (choice === undefined) choice = choose(text);
    if (choice && parts > choice.seat.mostParts) choice = null;
    if (choice && choice.seat.device.capacity <= 0) choice = leave(choice.seat.sim, text.id);
    decided.set(queue, choice);
    if (!choice) continue;
    const { seat, isMove } = choice;
    seat.device.capacity--;
    seat.device.load += seat.device.step;
    seat.underWay++;
    placements.push({ text, sim: seat.sim, isMove });
  }
  return { placements, left };
}
