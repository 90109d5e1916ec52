// Draws the whole plan of a campaign from its seed before it begins, and carries it out.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import { counterpartFaults } from './counterpart_faults.ts';
import { databaseFaults } from './database_faults.ts';
import type { FaultKind, Lot, Scene } from './fault.ts';
import { lineFaults } from './line_faults.ts';
import { processFaults } from './process_faults.ts';
import { storyFaults } from './story_faults.ts';

export const faultKinds: readonly FaultKind[] = [
  ...processFaults,
  ...lineFaults,
  ...databaseFaults,
  ...counterpartFaults,
  ...storyFaults,
];

/** A fault that will be done. */
export interface PlannedFault {
  number: number;
  atMs: number;
  kind: FaultKind;
  lot: Lot;
}

/** Faults come in waves: for so long at the full rate, then none begins for a while. In milliseconds. */
const wave = { fullMs: 150_000, calmMs: 15_000 };

/** Draws faults for so long, so many an hour; `kinds` are those that may be drawn. */
export function drawPlan(
  chance: Seeded,
  lastsMs: number,
  anHour: number,
  kinds: readonly FaultKind[],
): PlannedFault[] {
  const plan: PlannedFault[] = [];
  const share = wave.fullMs / (wave.fullMs + wave.calmMs);
  const meanMs = (3_600_000 / anHour) * share;
  const weights = kinds.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0 || anHour === 0) return plan;
  for (let atMs = 0; ; ) {
    atMs += -Math.log(1 - chance.next()) * meanMs;
    const [at, lot] = [chance.next() * weights, { victim: chance.next(), size: chance.next() }];
    const within = chance.next();
    if (atMs > lastsMs) return plan;
    const whole = wave.fullMs + wave.calmMs;
    if (atMs % whole > wave.fullMs) atMs = Math.ceil(atMs / whole) * whole;
    const kind = weighted(kinds, at);
    const [least, most] = kind.lastsMs;
    // Short ones are likelier than long ones.
    const lasting = least + within ** 2 * (most - least);
    plan.push({ number: plan.length + 1, atMs, kind, lot: { ...lot, lastsMs: Math.round(lasting) } });
  }
}

/** The one that lies at a place between 0 and the sum of all weights. */
function weighted(kinds: readonly FaultKind[], at: number): FaultKind {
  let left = at;
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return kinds.at(-1) as FaultKind;
}

/** Does what is planned, each at its time, until all has ended or the signal comes; then everything is healed. */
export async function carryOut(
  plan: readonly PlannedFault[],
  scene: Scene,
  signal: AbortSignal,
): Promise<void> {
  const { timeline } = scene.world;
  const startMs = timeline.nowMs();
  const asked = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const over = asked.then(() => 'over' as const);
  const underWay: Promise<void>[] = [];
  for (const planned of plan) {
    const waitMs = startMs + planned.atMs - timeline.nowMs();
    if (waitMs > 0 && (await Promise.race([pause(waitMs), over])) === 'over') break;
    if (signal.aborted) break;
    underWay.push(carryOutOne(planned, scene, asked));
  }
  await Promise.all(underWay);
}

async function carryOutOne(
  { number, kind, lot }: PlannedFault,
  scene: Scene,
  asked: Promise<void>,
): Promise<void> {
  const { timeline } = scene.world;
  const missing = kind.missing?.(scene);
  if (missing !== undefined) return timeline.skip(number, kind.kind, missing);
  try {
    const struck = await kind.strike(scene, lot);
    if (typeof struck === 'string') return timeline.skip(number, kind.kind, struck);
    const fault = timeline.begin(number, kind.kind, struck.victim);
    await Promise.race([pause(lot.lastsMs), asked]);
    await struck.heal();
    timeline.end(fault);
  } catch (error) {
    timeline.skip(number, kind.kind, `it could not be done: ${error}`);
  }
}
