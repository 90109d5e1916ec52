// Faults on demand: what strikes where, how often. Only keeps the plans; the session carries them out.
import type { Inbound } from './inbound.ts';

/** Named places on a command's way. */
export type FaultPoint =
  /** A command begins. */
  | 'command'
  | 'before_prompt'
  | 'after_prompt'
  /** The text is complete, the network does not have it. */
  | 'after_ctrl_z'
  /** The network has taken and logged it, nothing is answered. */
  | 'after_taken'
  /** In the middle of the line that answers a submit. */
  | 'inside_answer'
  /** Behind each entry of a list. */
  | 'inside_list'
  /** A text is deleted, nothing is answered. */
  | 'after_delete';

/** What happens there. */
export type FaultAction =
  /** The cable is pulled, until plug(). */
  | 'unplug'
  /** The connection is lost; the next one works. */
  | 'drop'
  | 'reboot'
  /** This command is given up and never answered; the next one works. */
  | 'silence'
  /** The modem is deaf and mute until it is rebooted or plugged in again. */
  | 'hang'
  /** Nothing goes on until release(). */
  | 'hold'
  /** These octets, in hex, come in between. */
  | { garbage: string }
  | { waitMs: number }
  /** The command is given up with these lines as its answer. */
  | { answer: string }
  /** This line comes in between. */
  | { line: string }
  /** A text arrives at this moment. */
  | { receive: Inbound };

export interface FaultPlan {
  at: FaultPoint;
  action: FaultAction;
  /** Only for a command that begins so, for example "+CMGD". */
  command?: string;
  /** Passes that are left alone first. */
  skip?: number;
  /** How often it strikes; once by default. */
  times?: number | 'always';
}

interface Planned {
  plan: FaultPlan;
  skip: number;
  left: number;
  strike: () => void;
}

/** The plans that are still to strike. */
export class Faults {
  #planned: Planned[] = [];
  #releases: (() => void)[] = [];

  /** Resolves when it strikes the first time. */
  plan(plan: FaultPlan): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const left = plan.times === 'always' ? Number.POSITIVE_INFINITY : (plan.times ?? 1);
    this.#planned.push({ plan, skip: plan.skip ?? 0, left, strike: resolve });
    return promise;
  }

  /** The action of the first plan that strikes here. */
  strikeAt(at: FaultPoint, command: string): FaultAction | undefined {
    const isMeant = ({ plan }: Planned) =>
      plan.at === at && command.startsWith((plan.command ?? '').toUpperCase());
    for (const planned of this.#planned.filter(isMeant)) {
      if (planned.skip > 0) {
        planned.skip -= 1;
        continue;
      }
      planned.left -= 1;
      if (planned.left <= 0) this.#planned = this.#planned.filter((other) => other !== planned);
      planned.strike();
      return planned.plan.action;
    }
    return undefined;
  }

  clear(): void {
    this.#planned = [];
    this.release();
  }

  /** Waits for the next release. */
  hold(): Promise<void> {
    return new Promise((resolve) => this.#releases.push(resolve));
  }

  release(): void {
    for (const go of this.#releases.splice(0)) go();
  }
}
