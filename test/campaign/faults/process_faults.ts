// Processes that are killed, frozen, or wake up at another hour.
import { canStepClocks, type SteppedClock } from '../world/clocks.ts';
import type { KeptProcess } from '../world/kept_process.ts';
import { chosen, type FaultKind, type Scene } from './fault.ts';

const ofKind = ({ world }: Scene, kind: KeptProcess['kind']) =>
  world.processes().filter((process) => process.kind === kind);

function killOf(kind: KeptProcess['kind'], weight: number): FaultKind {
  return {
    kind: `kill_${kind}`,
    weight,
    lastsMs: [50, 4_000],
    async strike(scene, { victim }) {
      const running = ofKind(scene, kind).filter(({ isRunning }) => isRunning);
      if (running.length === 0) return `no ${kind} runs`;
      const process = chosen(running, victim);
      scene.kills.push({ kind, atMs: scene.world.timeline.nowMs() });
      await process.kill();
      return { victim: process.name, heal: () => process.start() };
    },
  };
}

function freezeOf(kind: KeptProcess['kind'], weight: number): FaultKind {
  return {
    kind: `freeze_${kind}`,
    weight,
    lastsMs: [2_000, 40_000],
    strike(scene, { victim }) {
      const ready = ofKind(scene, kind).filter(({ isReady }) => isReady);
      if (ready.length === 0) return `no ${kind} is ready`;
      const process = chosen(ready, victim);
      process.freeze();
      return { victim: process.name, heal: () => process.thaw() };
    },
  };
}

/** By how many seconds clocks step. */
const steps = [-40 * 86_400, -25 * 3_600, -3_600, -300, -40, -2, 2, 40, 300, 3_600, 25 * 3_600, 40 * 86_400];

function stepOf(kind: 'core' | 'agent', weight: number, seconds: readonly number[]): FaultKind {
  return {
    kind: `step_clock_of_${kind}`,
    weight,
    lastsMs: [5_000, 60_000],
    missing: () => (canStepClocks ? undefined : 'libfaketime is not there'),
    strike({ world }, { victim, size }) {
      const clocks: { name: string; clock: SteppedClock }[] =
        kind === 'core'
          ? world.cores.map(({ process, clock }) => ({ name: process.name, clock }))
          : world.phones.map(({ agent, clock }) => ({ name: agent.name, clock }));
      const { name, clock } = chosen(clocks, victim);
      const by = chosen(seconds, size);
      clock.step(by);
      return { victim: `${name} by ${by} s`, heal: () => clock.step(0) };
    },
  };
}

export const processFaults: readonly FaultKind[] = [
  killOf('core', 6),
  killOf('gateway', 3),
  killOf('agent', 5),
  freezeOf('core', 2),
  freezeOf('gateway', 1.5),
  freezeOf('agent', 3),
  stepOf('core', 3, steps),
  stepOf('agent', 3, steps),
];
