// The agent's internal listener: metrics and health of this process. It is off unless configured.

import { systemClock } from '../runtime/clock.ts';
import type { ListenAddress } from '../runtime/config/config_values.ts';
import { LastAnswers, shortIdleMs } from '../runtime/listeners/last_answers.ts';
import { closed, listen } from '../runtime/listeners/listening.ts';
import { createOpsServer } from '../runtime/listeners/ops_listener.ts';
import type { Agent } from './agent.ts';
import { AgentError, systemCode } from './agent_error.ts';
import { AgentMetrics } from './agent_metrics.ts';

/** A listener that serves. */
interface OpsListener {
  close(): Promise<void>;
}

/** Starts the listener. Throws an AgentError when the address cannot be had. */
export async function startOpsListener(address: ListenAddress, agent: Agent): Promise<OpsListener> {
  const metrics = new AgentMetrics();
  const server = createOpsServer({
    metrics: () => metrics.render(agent.state()),
    contentType: metrics.contentType,
    isReady() {
      const state = agent.state();
      return state !== undefined && state.link === 'up' && state.driver.problem === undefined;
    },
  });
  const answers = new LastAnswers(server, systemClock);
  try {
    await listen(server, address);
  } catch (error) {
    const { host, port } = address;
    throw new AgentError(
      `TEXTRELAY_AGENT_OPS_LISTEN ${host}:${port} cannot be listened on (${systemCode(error)})`,
    );
  }
  return {
    close: () => answers.end(() => closed(server), shortIdleMs),
  };
}
