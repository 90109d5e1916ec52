// One campaign from its start to its report.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Seeded } from '../support/seeded.ts';
import type { FaultKind, Scene } from './faults/fault.ts';
import { carryOut, drawPlan } from './faults/plan.ts';
import type { Breach, Evidence } from './judges/evidence.ts';
import { gatherFates, gatherLeaks, gatherLeft, readTables } from './judges/gather.ts';
import { judge } from './judges/judge.ts';
import { gatherStories } from './judges/stories/gather_stories.ts';
import { type HostileKind, type Load, type LoadForm, startLoad } from './load/load.ts';
import type { StoryName } from './load/stories/stories.ts';
import type { Report } from './report.ts';
import type { RoundKind } from './rounds/kinds.ts';
import { drawRounds, playRounds, type Round } from './rounds/rounds.ts';
import { findDeaf, healAll, settle } from './settle.ts';
import { summarise } from './summary.ts';
import { pause, type Timeline } from './timeline.ts';
import { upgradeAll } from './upgrade.ts';
import { Cluster } from './world/cluster/cluster.ts';
import type { ClusterSetting } from './world/cluster/settings.ts';
import { CampaignDatabase, type TestedDatabase } from './world/database.ts';
import { ownFolder } from './world/kept_process.ts';
import { modemsOf } from './world/phones.ts';
import { cast, clusterCast, smallCast } from './world/tenant.ts';
import { startWorld, type World, type WorldForm } from './world/world.ts';

/** What every campaign is played with. */
interface Setting {
  seed: string;
  settleMs: number;
  stories: readonly StoryName[];
  /** Of its own; logs and ledgers stay in it. */
  directory: string;
  timeline: Timeline;
  /** Ends it at once, without a report. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** One in which everything goes wrong at random. */
export interface RandomForm extends Setting {
  minutes: number;
  faultsAnHour: number;
  faults: readonly FaultKind[];
  hostile: readonly HostileKind[];
}

/** One whose database is a cluster, to which one thing after the other happens. */
export interface ClusterForm extends Setting {
  cluster: ClusterSetting;
  rounds: number;
  kinds: readonly RoundKind[];
  /** Four accounts that send seldom, so that other work can go on beside it. */
  isSmall: boolean;
}

/** One that starts as an older version, whose cores and gateways are replaced one by one. */
export interface UpgradeForm extends Setting {
  /** Where the older version has its sources. */
  from: string;
}

export type CampaignForm = RandomForm | ClusterForm | UpgradeForm;

/** What was done to the system. */
export interface Played {
  kills: Scene['kills'];
  rounds: readonly Round[];
  /** What was seen to be broken while it was done. */
  breaches: readonly Breach[];
}

const weighEveryMs = 5_000;
/** Without a fault at the beginning, so that what is measured later can be compared. */
const warmUpMs = 5_000;
/** How long a consumer whose last program died waits for the next one's turn, and what that one then reads. */
const leasesEndMs = 100_000;
/** How long senders go on asking after the load is over. */
const lastAnswersMs = 60_000;
/** Senders pause so much longer where what is measured is not what the machine can bear. */
const atEase = 4;
/** And so much longer beside other work. */
const atLeisure = 10;

/** Runs a campaign; undefined when it was asked to stop. Whatever happens, nothing of it goes on afterwards. */
export async function runCampaign(form: CampaignForm): Promise<Report | undefined> {
  if ('rounds' in form) return runRounds(form);
  return 'from' in form ? runUpgrade(form) : runRandom(form);
}

function runRandom(form: RandomForm) {
  const worldForm = { startDatabase: CampaignDatabase.start, cast, folder: ownFolder };
  const loadForm = { hostile: form.hostile, stories: form.stories, ease: 1 };
  return stage(form, worldForm, loadForm, async (world, load, chance) => {
    const { signal, say } = form;
    const scene: Scene = { world, caller: load.caller, stories: load.stories, kills: [] };
    const lastsMs = form.minutes * 60_000;
    const plan = drawPlan(chance, lastsMs, form.faultsAnHour, form.faults);
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
    return { kills: scene.kills, rounds: [], breaches: [] };
  });
}

function runRounds(form: ClusterForm) {
  const startDatabase = (directory: string) => Cluster.start(directory, form.cluster);
  const loadForm = { hostile: [], stories: form.stories, ease: form.isSmall ? atLeisure : atEase };
  const worldForm = { startDatabase, cast: form.isSmall ? smallCast : clusterCast, folder: ownFolder };
  return stage(form, worldForm, loadForm, async (world, load, chance) => {
    const drawn = drawRounds(chance, form.rounds, form.kinds);
    const rounds = await playRounds(drawn, { world, load, chance, signal: form.signal });
    load.stop();
    return { kills: [], rounds, breaches: [] };
  });
}

function runUpgrade(form: UpgradeForm) {
  const worldForm = { startDatabase: CampaignDatabase.start, cast: clusterCast, folder: form.from };
  const loadForm = { hostile: [], stories: form.stories, ease: atEase };
  return stage(form, worldForm, loadForm, async (world, load) => {
    const breaches = await upgradeAll(world, load, ownFolder);
    load.stop();
    return { kills: [], rounds: [], breaches };
  });
}

/** Starts a world and a load, lets something happen, and judges. */
async function stage<Database extends TestedDatabase>(
  form: Setting,
  worldForm: WorldForm<Database>,
  loadForm: LoadForm,
  play: (world: World<Database>, load: Load, chance: Seeded) => Promise<Played>,
): Promise<Report | undefined> {
  const world = await startWorld(form.directory, form.timeline, worldForm);
  const asked = new Promise<undefined>((resolve) => {
    if (form.signal.aborted) resolve(undefined);
    form.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const run = async () => {
    const chance = new Seeded(form.seed);
    const weighing = setInterval(() => {
      for (const process of world.processes()) process.weigh();
    }, weighEveryMs);
    const load = startLoad(world, loadForm, chance.stream('load'));
    await pause(warmUpMs);
    const played = await play(world, load, chance.stream('faults'));
    const report = form.signal.aborted ? undefined : await conclude(form, world, load, played);
    clearInterval(weighing);
    return report;
  };
  try {
    return await Promise.race([asked, run()]);
  } finally {
    await world.stop();
  }
}

/** Lets all become well and quiet, and judges. */
async function conclude(form: Setting, world: World, load: Load, played: Played): Promise<Report> {
  const { timeline, say } = form;
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
  const breaches = [...played.breaches, ...judge(evidence)];
  return summarise({ form, world, load, played, evidence, breaches, settled, faultsEndedMs });
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
