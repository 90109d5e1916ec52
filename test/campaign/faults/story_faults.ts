// What befalls the stories: cores die right after a STOP was acknowledged, customers' endpoints fail, hang and die.

import type { EndpointManner } from '../world/endpoints/endpoints.ts';
import { chosen, type FaultKind } from './fault.ts';

/** How long a fault waits for a STOP, in milliseconds. */
const patienceMs = 15_000;

function endpointIs(manner: EndpointManner, weight: number): FaultKind {
  return {
    kind: `endpoint_${manner}s`,
    weight,
    lastsMs: [2_000, 20_000],
    strike({ world, stories }, { victim }) {
      if (stories.webhooks.length === 0) return 'there are no webhooks';
      const { name } = chosen(stories.webhooks, victim);
      world.endpoints.be(name, manner);
      return { victim: name, heal: () => world.endpoints.be(name, 'answer') };
    },
  };
}

export const storyFaults: readonly FaultKind[] = [
  {
    kind: 'kill_after_stop',
    weight: 3,
    lastsMs: [50, 4_000],
    async strike({ world, stories, kills }) {
      if (!stories.played.includes('stops')) return 'nobody writes STOP';
      if (!(await stories.bell.next(patienceMs))) return 'no STOP was acknowledged';
      kills.push({ kind: 'core', atMs: world.timeline.nowMs() });
      await Promise.all(world.cores.map(({ process }) => process.kill()));
      return {
        victim: 'every core',
        heal: () => {
          for (const { process } of world.cores) process.start();
        },
      };
    },
  },
  endpointIs('fail', 1.5),
  endpointIs('hang', 1.5),
  {
    kind: 'kill_endpoints',
    weight: 1,
    lastsMs: [500, 8_000],
    async strike({ world }) {
      if (!world.endpoints.isRunning) return 'they are dead';
      await world.endpoints.kill();
      return { victim: 'every endpoint', heal: () => world.endpoints.run() };
    },
  },
];
