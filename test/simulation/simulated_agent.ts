// An agent of a simulated service, in a directory of its own. One that is killed can be started again on what it has kept there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent, AgentOptions } from '../../device-agent/agent.ts';
import { simulatedDriver } from '../../device-agent/drivers/simulated.ts';
import { writeIdentity } from '../../device-agent/home/identity.ts';
import { RunningAgent } from '../../device-agent/running/running_agent.ts';
import { startAgent } from '../../device-agent/start_agent.ts';
import { createLog } from '../../runtime/log.ts';
import type { SimulatedPart, SimulatedService } from './simulated_service.ts';

export interface SimulatedAgent extends Pick<Agent, 'ended' | 'state' | 'stop'>, SimulatedPart {}

/** A directory that is paired with the device of this token, at the core that listens at `url`. It is gone at the end. */
export function pairDirectory(
  service: SimulatedService,
  { url, token }: { url: string; token: string },
): string {
  const dir = mkdtempSync(join(tmpdir(), 'simulated-agent-'));
  service.atEnd(() => rmSync(dir, { recursive: true, force: true }));
  writeIdentity(dir, { url, deviceId: '1', accountName: 'Test', token });
  return dir;
}

/** Starts an agent in a paired directory, with the simulated phone unless said otherwise. */
export async function startSimulatedAgent(
  service: SimulatedService,
  dir: string,
  options: Partial<Pick<AgentOptions, 'driver' | 'settings'>> = {},
): Promise<SimulatedAgent> {
  const { name, clock } = service.newPart('agent');
  const chance = service.simulation.chance.stream(name);
  const starting = startAgent({
    dir,
    driver: simulatedDriver,
    settings: {},
    clock,
    log: createLog('agent', 'silent'),
    agentVersion: '0.0.0-test',
    random: () => chance.next(),
    ...options,
  });
  const agent = await service.simulation.during(starting);
  const part = { ended: agent.ended, state: () => agent.state(), stop: () => agent.stop() };
  const end = () => {
    // It lets go of its files and of its lock, as the system does for a process that has died.
    if (agent instanceof RunningAgent) agent.drop('it was killed', undefined);
  };
  return service.add(part, { clock, end, listeners: [] });
}
