// What an agent is to those who start one, and how it is started: first the identity, then the lock on the
// directory, then everything else. The work itself is in running_agent.ts.
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import type { DriverContext, DriverKind, Health } from './drivers/driver.ts';
import type { Failpoint } from './failpoint.ts';
import { AgentFault } from './fault.ts';
import { lockDir } from './home/dir_lock.ts';
import { readIdentity } from './home/identity.ts';
import type { JournalCounts } from './journal/counts.ts';
import type { LinkState } from './link/link.ts';
import type { SubmitCounts } from './work/runner.ts';
import { RunningAgent } from './work/running_agent.ts';

/** What an agent is started with. */
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
  /** Gives [0, 1), for jitter. Default Math.random. */
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

/** How an agent is. */
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

/**
 * Starts an agent; resolves when it works, without waiting for the link. Throws an AgentFault when it cannot: not
 * paired, another one runs in the directory, the journal or the driver cannot be used.
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const identity = readIdentity(options.dir);
  if (identity === undefined) {
    throw new AgentFault(`no device is paired in ${options.dir}; get a code and pair it first`);
  }
  const lock = lockDir(options.dir);
  if (lock === undefined) throw new AgentFault(`another agent is running in ${options.dir}`);
  let agent: RunningAgent | undefined;
  try {
    agent = new RunningAgent(options, identity, lock);
    await agent.start();
    return agent;
  } catch (error) {
    agent?.drop('the agent could not start', error);
    lock.release();
    throw error;
  }
}
