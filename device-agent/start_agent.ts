// How an agent is started: first the identity, then the lock on the directory, then everything else.
import type { Agent, AgentOptions } from './agent.ts';
import { AgentError } from './agent_error.ts';
import { lockDir } from './home/dir_lock.ts';
import { readIdentity } from './home/identity.ts';
import { RunningAgent } from './running/running_agent.ts';

/**
 * Starts an agent; resolves when it works, without waiting for the link. Throws an AgentError when it cannot: not
 * paired, another one runs in the directory, the journal or the driver cannot be used.
 */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const identity = readIdentity(options.dir);
  if (identity === undefined) {
    throw new AgentError(`no device is paired in ${options.dir}; get a code and pair it first`);
  }
  const lock = lockDir(options.dir);
  if (lock === undefined) throw new AgentError(`another agent is running in ${options.dir}`);
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
