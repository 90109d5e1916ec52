// One SIM of a linked device as the dispatcher sees it: what it may be given, and how far the queue was searched for
// it. All of it only saves work: which text goes where is decided by what is read, and by the claim.
import type { Link } from '../../device/link/link.ts';
import type { PlacingSim } from './place.ts';

/** A search that skipped more texts than this is a long one. */
export const longSearch = 1_000;
/** How often a long search begins anew, in milliseconds. */
const restartMs = 60_000;
/** Longest time that a SIM with a used-up budget is left alone, in milliseconds: the budget may be raised meanwhile. */
const longestBackoffMs = 10_000;
const shortestLook = 16;

/** A SIM in the form that place.ts takes. */
export interface SimPlacing extends PlacingSim {
  queue: SimQueue;
}

/** One SIM of one link. */
export class SimQueue {
  readonly link: Link;
  readonly slot: number;
  /** Texts up to this id were seen, and stay on other SIMs. */
  afterId = 0n;
  /** How many texts are read at a time beyond the SIM's capacity; more while none is for this SIM. */
  look = shortestLook;
  #passed = 0;
  #startedMs: number;
  #backoffUntilMs = 0;
  #mostParts: number | undefined;
  #mostPartsUntilMs = 0;

  constructor(link: Link, slot: number, nowMs: number) {
    this.link = link;
    this.slot = slot;
    this.#startedMs = nowMs;
  }

  /** True while its budget is known to be used up: it gets nothing. */
  isBackingOff(nowMs: number): boolean {
    return nowMs < this.#backoffUntilMs;
  }

  /** Its budget is used up: it is asked again in the next minute, or earlier. */
  backOff(nowMs: number): void {
    this.#backoffUntilMs = Math.min(nowMs - (nowMs % 60_000) + 60_000, nowMs + longestBackoffMs);
  }

  /** A text of this many parts cannot leave through it; believed for a minute, because a budget may be raised. */
  refuses(parts: number, nowMs: number): void {
    this.#mostParts = Math.min(this.#mostParts ?? parts, parts - 1);
    this.#mostPartsUntilMs = nowMs + restartMs;
  }

  /** The search got to `afterId` and skipped `passed` texts; `isFruitful` if something was for this SIM. */
  searched(afterId: bigint, passed: number, isFruitful: boolean): void {
    this.afterId = afterId;
    this.#passed += passed;
    this.look = isFruitful ? shortestLook : Math.min(this.look * 2, longSearch);
  }

  /**
   * Begins the search again: texts that were skipped may be for this SIM by now. A long search begins again at most
   * once a minute.
   */
  restart(nowMs: number): void {
    if (this.#passed > longSearch && nowMs - this.#startedMs < restartMs) return;
    this.afterId = 0n;
    this.#passed = 0;
    this.#startedMs = nowMs;
    this.look = shortestLook;
  }

  /** In the form that place.ts takes. */
  toPlacing(device: PlacingSim['device'], nowMs: number): SimPlacing {
    if (nowMs >= this.#mostPartsUntilMs) this.#mostParts = undefined;
    let underWay = 0;
    for (const job of this.link.jobs.values()) if (job.sim === this.slot) underWay++;
    return {
      queue: this,
      deviceId: this.link.device.deviceId,
      slot: this.slot,
      mostParts: this.#mostParts,
      underWay,
      device,
    };
  }
}

/** Orders SIM queues by account, device and slot. */
export function bySim(a: SimQueue, b: SimQueue): number {
  const { device: ours } = a.link;
  const { device: theirs } = b.link;
  if (ours.accountId !== theirs.accountId) return ours.accountId < theirs.accountId ? -1 : 1;
  if (ours.deviceId !== theirs.deviceId) return ours.deviceId < theirs.deviceId ? -1 : 1;
  return a.slot - b.slot;
}
