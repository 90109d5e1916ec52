// The load's process: any number of device agents, reported what to do over IPC by the bench (fleet.ts). It runs at the
// lowest priority, because it stands for machines of other people.
import { setPriority } from 'node:os';
import { type FleetCounts, LoadAgent } from './load_agent.ts';

/** What the bench asks for. Each is answered with FleetState, `link` and `comeBack` once every agent is up. */
export type FleetOrder =
  | { order: 'link'; url: string; tokens: string[] }
  /** Every agent that is up goes down, cut here or by what the bench does, and comes back. */
  | { order: 'comeBack'; cut: boolean }
  | { order: 'stop' }
  | { order: 'look' };

/** What the fleet knows. Times are in milliseconds since the Unix epoch. */
export interface FleetState extends FleetCounts {
  agents: number;
  up: number;
  /** First loss since the last order. */
  firstDownMs: number;
  /** When each agent that was up last came up, sorted. */
  upAtMs: number[];
}

setPriority(19);

const freshCounts = (): FleetCounts => ({
  attempts: 0,
  refused: {},
  failed: {},
  submitted: 0,
  repeatedJobs: 0,
  receiptsAcked: 0,
});

let agents: LoadAgent[] = [];
const counts = freshCounts();
const upAtMs = new Map<LoadAgent, number>();
/** Agents that are still to come up. */
let awaited = new Set<LoadAgent>();
let firstDownMs = 0;
let onAllUp = () => {};

const hooks = {
  counts,
  onUp(agent: LoadAgent) {
    upAtMs.set(agent, Date.now());
    if (awaited.delete(agent) && awaited.size === 0) onAllUp();
  },
  onDown() {
    firstDownMs ||= Date.now();
  },
};

const allUp = () =>
  new Promise<void>((resolve) => {
    onAllUp = resolve;
    if (awaited.size === 0) resolve();
  });

function startWave(): void {
  Object.assign(counts, { attempts: 0, refused: {}, failed: {} });
  awaited = new Set(agents);
  upAtMs.clear();
  firstDownMs = 0;
}

async function follow(order: FleetOrder): Promise<void> {
  switch (order.order) {
    case 'link':
      agents.push(...order.tokens.map((token) => new LoadAgent(order.url, token, hooks)));
      startWave();
      for (const agent of agents) if (agent.up) awaited.delete(agent);
      for (const agent of awaited) agent.connect();
      return allUp();
    case 'comeBack':
      startWave();
      if (order.cut) for (const agent of agents) agent.cut();
      return allUp();
    case 'stop':
      for (const agent of agents) agent.stop();
      agents = [];
      return;
    case 'look':
      return;
  }
}

const state = (): FleetState => ({
  ...counts,
  agents: agents.length,
  up: agents.filter((agent) => agent.up).length,
  firstDownMs,
  upAtMs: [...upAtMs.values()].sort((a, b) => a - b),
});

process.on('message', ({ id, order }: { id: number; order: FleetOrder }) => {
  void follow(order).then(() => process.send?.({ id, state: state() }));
});
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
