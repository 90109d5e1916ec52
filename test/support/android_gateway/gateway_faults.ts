// What a test lets go wrong between the phone and whoever calls it: each fault strikes the next calls that fit.

/** Where a fault strikes: before the app has done what was asked, or after, before it answers. */
export type FaultPoint = 'before' | 'after';

/** What happens there. */
export type FaultAction =
  /** The connection breaks. */
  | 'cut'
  /** Nothing is ever answered. */
  | 'silence'
  /** Half of an answer comes, then the connection breaks. */
  | 'half'
  /** An answer that is no JSON. */
  | 'garbage'
  /** More than anyone should read. */
  | 'flood'
  /** Held until release() is called; then it goes on. */
  | 'hold'
  | { status: number }
  /** Anything, such as an end of the agent, before it goes on. */
  | { call: () => void };

/** A planned fault. */
export interface GatewayFault {
  at: FaultPoint;
  action: FaultAction;
  /** Calls that fit begin so, such as "POST /message"; default: all. */
  call?: string;
  /** How many calls that fit pass first. */
  skip?: number;
  /** How often it strikes; default once. */
  times?: number;
}

/** The faults that are still to come. */
export class GatewayFaults {
  #planned: Required<GatewayFault>[] = [];
  #held: (() => void)[] = [];
  /** How many have struck. */
  struck = 0;

  plan({ at, action, call = '', skip = 0, times = 1 }: GatewayFault): void {
    this.#planned.push({ at, action, call, skip, times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Lets what is held go on. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Resolves when the held call may go on. */
  hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** How many calls are held. */
  get held(): number {
    return this.#held.length;
  }

  /** The fault that strikes this call here, if any. */
  take(at: FaultPoint, call: string): FaultAction | undefined {
    const fault = this.#planned.find((other) => other.at === at && call.startsWith(other.call));
    if (fault === undefined) return undefined;
    if (fault.skip > 0) {
      fault.skip -= 1;
      return undefined;
    }
    fault.times -= 1;
    if (fault.times <= 0) this.#planned = this.#planned.filter((other) => other !== fault);
    this.struck += 1;
    return fault.action;
  }
}
