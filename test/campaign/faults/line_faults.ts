// Lines that are cut, half-open, slow, refused, or stopped before the last bytes of a message.
import type { Line } from '../world/line.ts';
import type { World } from '../world/world.ts';
import { chosen, type FaultKind, scaled } from './fault.ts';

type Joined = keyof World['lines'];

const joined: readonly Joined[] = ['gateway_core', 'core_database', 'core_smsc', 'agent_core'];
/** The parameterless end of a statement in PostgreSQL's protocol, which everything waits for. */
const syncBytes = 5;

interface Way {
  name: string;
  weight: number;
  lastsMs: readonly [number, number];
  begin: (line: Line, size: number) => void;
}

const ways: readonly Way[] = [
  { name: 'cut', weight: 1, lastsMs: [1, 2], begin: (line) => line.cut() },
  { name: 'half_open', weight: 1, lastsMs: [2_000, 60_000], begin: (line) => line.halfOpen() },
  { name: 'refuse', weight: 0.7, lastsMs: [500, 12_000], begin: (line) => line.refuse() },
  {
    name: 'slow',
    weight: 0.7,
    lastsMs: [3_000, 20_000],
    begin: (line, size) => line.slow(scaled(size, 20, 1_500)),
  },
  {
    name: 'stop_amid',
    weight: 1,
    lastsMs: [2_000, 30_000],
    begin: (line, size) => line.stopBefore(size < 0.4 ? syncBytes : Math.ceil(scaled(size, 1, 60))),
  },
];

export const lineFaults: readonly FaultKind[] = joined.flatMap((place) =>
  ways.map(({ name, weight, lastsMs, begin }) => ({
    kind: `${name}_${place}`,
    weight,
    lastsMs,
    strike({ world }, { victim, size }) {
      const line = chosen(world.lines[place], victim);
      begin(line, size);
      return { victim: line.name, heal: () => line.heal() };
    },
  })),
);
