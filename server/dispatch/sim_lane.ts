// One SIM of a linked device as the dispatcher sees it: what it may be given, and how far the queue was searched for
// it. All of it only saves work: which text goes where is decided by what is read, and by the claim.
import type { Link } from '../device/link/link.ts';
import type { PlacingLane } from './placing.ts';

/** A search that passed over more texts than this is a long one. */
export const longSearch = 1_000;
/** How often a long search begins anew, in milliseconds. */
const restartMs = 60_000;
/** Longest time that a SIM whose budget is used up is left alone, in milliseconds. A budget may be raised meanwhile. */
const longestRestMs = 10_000;
const shortestLook = 16;

/** A lane as the placing wants it. */
export interface SimPlacing extends PlacingLane {
  lane: SimLane;
}

/** One SIM of one link. */
export class SimLane {
  readonly link: Link;
  readonly slot: number;
  /** Texts up to this id were seen, and stay on other SIMs. */
  afterId = 0n;
  /** How many texts are read at a time beside those that there is room for; more while none is for this SIM. */
  look = shortestLook;
  #passed = 0;
  #startedMs: number;
  #restsUntilMs = 0;
  #mostParts: number | undefined;
  #mostPartsUntilMs = 0;

  constructor(link: Link, slot: number, nowMs: number) {
    this.link = link;
    this.slot = slot;
    this.#startedMs = nowMs;
  }

  /** True while its budget is known to be used up. */
  isResting(nowMs: number): boolean {
    return nowMs < this.#restsUntilMs;
  }

  /** Its budget is used up: it is asked again in the next minute, or earlier. */
  rest(nowMs: number): void {
    this.#restsUntilMs = Math.min(nowMs - (nowMs % 60_000) + 60_000, nowMs + longestRestMs);
  }

  /** A text of so many parts cannot leave through it; believed for a minute, because a budget may be raised. */
  refuses(parts: number, nowMs: number): void {
    this.#mostParts = Math.min(this.#mostParts ?? parts, parts - 1);
    this.#mostPartsUntilMs = nowMs + restartMs;
  }

  /** The search went on to `afterId` and passed over so many texts; `isFruitful` when something was for this SIM. */
  searched(afterId: bigint, passed: number, isFruitful: boolean): void {
    this.afterId = afterId;
    this.#passed += passed;
    this.look = isFruitful ? shortestLook : Math.min(this.look * 2, longSearch);
  }

  /** Begins the search anew: what was passed over may be for this SIM by now. A long one not more than once a minute. */
  restart(nowMs: number): void {
    if (this.#passed > longSearch && nowMs - this.#startedMs < restartMs) return;
    this.afterId = 0n;
    this.#passed = 0;
    this.#startedMs = nowMs;
    this.look = shortestLook;
  }

  /** As the placing wants it. */
  toPlacing(device: PlacingLane['device'], nowMs: number): SimPlacing {
    if (nowMs >= this.#mostPartsUntilMs) this.#mostParts = undefined;
    let held = 0;
    for (const job of this.link.jobs.values()) if (job.sim === this.slot) held++;
    return {
      lane: this,
      deviceId: this.link.device.deviceId,
      slot: this.slot,
      isSimulated: this.link.isSimulated,
      mostParts: this.#mostParts,
      held,
      device,
    };
  }
}

/** Orders lanes by account, device and slot. */
export function bySim(a: SimLane, b: SimLane): number {
  const { device: ours } = a.link;
  const { device: theirs } = b.link;
  if (ours.accountId !== theirs.accountId) return ours.accountId < theirs.accountId ? -1 : 1;
  if (ours.deviceId !== theirs.deviceId) return ours.deviceId < theirs.deviceId ? -1 : 1;
  return a.slot - b.slot;
}
