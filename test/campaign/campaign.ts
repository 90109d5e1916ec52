// One campaign from its start to its report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaultKind, Scene } from './faults/fault.ts';
import { carryOut, drawPlan } from './faults/plan.ts';
import type { Evidence } from './judges/evidence.ts';
import { gatherFates, gatherLeaks, gatherLeft, readTables } from './judges/gather.ts';
import { judge } from './judges/judge.ts';
import { gatherStories } from './judges/stories/gather_stories.ts';
import { type HostileKind, startLoad } from './load/load.ts';
import type { StoryName } from './load/stories/stories.ts';
import type { Report } from './report.ts';
import { Seeded } from './seeded.ts';
import { findDeaf, healAll, settle } from './settle.ts';
import { summarise } from './summary.ts';
import { pause, type Timeline } from './timeline.ts';
import { modemsOf } from './world/phones.ts';
import { startWorld, type World } from './world/world.ts';

export interface CampaignForm {
  minutes: number;
  seed: string;
  faultsAnHour: number;
  settleMs: number;
  faults: readonly FaultKind[];
  hostile: readonly HostileKind[];
  stories: readonly StoryName[];
  /** Of its own; logs and ledgers stay in it. */
  directory: string;
  timeline: Timeline;
  /** Ends it at once, without a report. */
  signal: AbortSignal;
  say: (line: string) => void;
}

const weighEveryMs = 5_000;
/** Without a fault at the beginning, so that what is measured later can be compared. */
const warmUpMs = 5_000;
/** How long a consumer whose last program died waits for the next one's turn, and what that one then reads. */
const leasesEndMs = 100_000;
/** How long senders go on asking after the load is over. */
const lastAnswersMs = 60_000;

/** Runs a campaign; undefined when it was asked to stop. Whatever happens, nothing of it goes on afterwards. */
export async function runCampaign(form: CampaignForm): Promise<Report | undefined> {
  const world = await startWorld(form.directory, form.timeline);
  const asked = new Promise<undefined>((resolve) => {
    if (form.signal.aborted) resolve(undefined);
    form.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    return await Promise.race([asked, run(form, world)]);
  } finally {
    await world.stop();
  }
}

async function run(form: CampaignForm, world: World): Promise<Report | undefined> {
  const { timeline, say, signal } = form;
  const chance = new Seeded(form.seed);
  const weighing = setInterval(() => {
    for (const process of world.processes()) process.weigh();
  }, weighEveryMs);
  const load = startLoad(world, form.hostile, form.stories, chance.stream('load'));
  const scene: Scene = { world, caller: load.caller, stories: load.stories, kills: [] };
  await pause(warmUpMs);
  const lastsMs = form.minutes * 60_000;
  const plan = drawPlan(chance.stream('faults'), lastsMs, form.faultsAnHour, form.faults);
  say(`${plan.length} faults are planned for ${form.minutes} minutes`);
  const over = new AbortController();
  signal.addEventListener('abort', () => over.abort(), { once: true });
  const faults = carryOut(plan, scene, over.signal);
  await Promise.race([
    pause(lastsMs),
    new Promise((resolve) => over.signal.addEventListener('abort', resolve)),
  ]);
  load.stop();
  over.abort();
  await faults;
  if (signal.aborted) return undefined;
  const faultsEndedMs = timeline.nowMs();
  say('the faults are over; texts that are on their way arrive');
  await healAll(world);
  await load.ended(lastAnswersMs);
  const settled = await settle(world, form.settleMs);
  say(`quiet after ${Math.round(settled.tookMs / 1000)} s; now the judges`);
  const deaf = await findDeaf(world, load.caller);
  const readUntilMs = timeline.nowMs() + 60_000;
  const [upToDate] = await Promise.all([
    Promise.all(load.readers.map((reader) => reader.catchUp(readUntilMs))),
    load.stories.catchUp(timeline.nowMs() + leasesEndMs),
  ]);
  const tables = await readTables(world);
  clearInterval(weighing);
  const evidence: Evidence = {
    ...tables,
    tenants: world.tenants,
    sends: [...load.sends.all.values()],
    left: gatherLeft(world, load.sends.all, tables.rows),
    incoming: gatherFates(world, load.incoming.values()),
    readers: load.readers.map((reader, index) => ({
      name: reader.name,
      tenant: reader.tenant,
      known: reader.known,
      faults: reader.faults,
      isUpToDate: upToDate[index] as boolean,
    })),
    threadFaults: load.threadFaults,
    crashes: world.processes().flatMap(({ crashes }) => crashes),
    oddities: load.caller.oddities,
    revokedUses: load.caller.revokedUses,
    modemLostReports: modemsOf(world.phones).reduce((sum, modem) => sum + modem.lost().length, 0),
    leaks: gatherLeaks(form.directory),
    deaf,
    faults: timeline.faults,
    stories: gatherStories(world, load.stories),
  };
  keep(form.directory, world, evidence);
  const breaches = judge(evidence);
  return summarise({ form, world, load, scene, evidence, breaches, settled, faultsEndedMs });
}

/** Writes what the judges went by, for whoever looks into a breach. */
function keep(directory: string, world: World, evidence: Evidence): void {
  const json = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const lines = (list: readonly object[]) => list.map((each) => `${JSON.stringify(each, json)}\n`).join('');
  const tenantNamed = (each: object) =>
    'tenant' in each ? tenant(each as { tenant: { name: string } }) : each;
  const tenant = (each: { tenant: { name: string } }) => ({ ...each, tenant: each.tenant.name });
  writeFileSync(join(directory, 'sends.jsonl'), lines(evidence.sends.map(tenant)));
  writeFileSync(join(directory, 'texts.jsonl'), lines(evidence.rows));
  writeFileSync(join(directory, 'submits.jsonl'), lines(evidence.left));
  writeFileSync(join(directory, 'received.jsonl'), lines(evidence.incoming.map(tenant)));
  const tenants = world.tenants.map(({ id, name }) => ({ id, name }));
  writeFileSync(join(directory, 'tenants.jsonl'), lines(tenants));
  const { played: _, ...stories } = evidence.stories;
  for (const [name, list] of Object.entries(stories))
    writeFileSync(join(directory, `story_${name}.jsonl`), lines(list.map(tenantNamed)));
}
