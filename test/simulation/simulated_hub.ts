// A phones hub of a simulated service. One that is killed can be started again on what is in its directory.
import type { HubConfig } from '../../device-agent/phones/config.ts';
import { type RunningHub, runHub } from '../../device-agent/phones/run_hub.ts';
import { RunningAgent } from '../../device-agent/running/running_agent.ts';
import { startAgent } from '../../device-agent/start_agent.ts';
import { createLog } from '../../runtime/log.ts';
import type { SimulatedPart, SimulatedService } from './simulated_service.ts';

export type SimulatedHub = RunningHub & SimulatedPart;

export async function startSimulatedHub(service: SimulatedService, config: HubConfig): Promise<SimulatedHub> {
  const { clock } = service.newPart('hub');
  const agents: RunningAgent[] = [];
  const starting = runHub(config, {
    clock,
    log: createLog('hub', 'silent'),
    agentVersion: '0.0.0-test',
    startAgent: async (options) => {
      const agent = await startAgent(options);
      if (agent instanceof RunningAgent) agents.push(agent);
      return agent;
    },
  });
  const hub = await service.simulation.during(starting);
  const end = () => {
    for (const agent of agents) agent.drop('it was killed', undefined);
    // It lets go of its lock, as the system does for a process that has died: nothing else of it is left.
    void hub.hub.stop();
  };
  return service.add(hub, { clock, end, listeners: [hub.address.port] });
}
