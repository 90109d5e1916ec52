// An agent as its starter sees it. start_agent.ts starts it, and running/running_agent.ts does its work.
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { DriverContext, DriverKind, Health } from './drivers/driver.ts';
import type { Failpoint } from './failpoint.ts';
import type { JournalCounts } from './journal/counts.ts';
import type { LinkState } from './link/link.ts';
import type { SubmitCounts } from './running/submitter.ts';

export interface AgentOptions {
  /** Holds identity.json, which pairing wrote; takes the journal. One agent at a time. */
  dir: string;
  driver: DriverKind;
  /** The values of the driver's variables, as its validators made them. */
  settings: DriverContext['settings'];
  clock: Clock;
  log: Log;
  /** The agent's own version, at most 64 characters. */
  agentVersion: string;
  /** Returns [0, 1), for jitter. Default Math.random. */
  random?: () => number;
  /** For tests; default none. */
  failpoint?: Failpoint;
}

/** Why an agent ended. 0: it was stopped; 1: it could not go on; 2: the device was unpaired. */
export interface AgentEnd {
  exitCode: 0 | 1 | 2;
  /** One line for the operator; empty after a stop. */
  reason: string;
}

/** The state of an agent. */
export interface AgentState {
  link: LinkState;
  reconnects: number;
  driver: Health;
  /** How submits ended since the start. */
  submits: SubmitCounts;
  counts: JournalCounts;
}

/** A running agent. */
export interface Agent {
  /** Resolves when it has ended, whatever the reason. */
  readonly ended: Promise<AgentEnd>;
  /** Finishes the submits under way, journals them, closes the link. Safe twice, and after the end. */
  stop(): Promise<void>;
  /** Undefined once the agent has ended. */
  state(): AgentState | undefined;
}
