// Plays the stories of many accounts at once, on two cores of which one may die.
import { openInspector } from '../../support/database.ts';
import { Seeded } from '../../support/seeded.ts';
import { SimulatedService } from '../simulated_service.ts';
import { Steps } from './steps.ts';
import { leaveUntidied, type StopRoute, writeAccounts } from './stop_accounts.ts';
import { connectCompany, type StopCompany } from './stop_carrier.ts';
import { type StopCore, StopStory, type WantedText } from './stop_story.ts';

/** How likely a statement that writes overlaps with others, and how likely a core dies. */
const overlaps = 0.2;
const dies = 0.3;
/** The core dies within so many steps. */
const diesWithin = 25;
/** How long everything may take to come to its end. */
const settleMs = 150_000;
const mostTries = 5;

export interface PlayedStops {
  /** What was broken, with its account. */
  breaches: string[];
  acknowledged: number;
  left: number;
  /** Texts that ended because of a stop. */
  kept: number;
  statements: number;
}

/** Sends the texts of all who begin in one step, again where that failed, and gives each story what it was answered. */
async function sendAll(texts: WantedText[], stories: ReadonlyMap<bigint, StopStory>, core: () => StopCore) {
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      const { results } = await core().core.messages.sendMessages({ texts });
      for (const [at, { outcome }] of results.entries()) {
        const id = outcome.case === 'accepted' ? outcome.value.message?.id : undefined;
        if (id !== undefined) stories.get(texts[at]?.accountId ?? 0n)?.acknowledged.add(id);
      }
      return;
    } catch {
      // The core has died: what it has taken is not taken again.
    }
  }
}

interface StoredText {
  accountId: bigint;
  id: bigint;
  status: string;
  /** It ended because of a stop. */
  isKept: boolean;
}

/** What the stories saw themselves, stops that were not recorded, and acknowledged texts that did not end. */
function breachesOf(stories: ReadonlyMap<bigint, StopStory>, stored: readonly StoredText[]): string[] {
  const breaches = [...stories.values()].flatMap((story) => story.breaches);
  const ends = new Map(stored.map(({ accountId, id, status }) => [`${accountId}/${id}`, status]));
  for (const { account, acknowledged, stoppedAt } of stories.values()) {
    if (stoppedAt === undefined) breaches.push(`account ${account.id}: the stop was not recorded`);
    for (const id of acknowledged) {
      const status = ends.get(`${account.id}/${id}`) ?? 'lost';
      if (!['sent', 'delivered', 'failed'].includes(status))
        breaches.push(`account ${account.id}: the text ${id} is ${status}`);
    }
  }
  return breaches;
}

async function startStopCore(service: SimulatedService, company: StopCompany) {
  const { config, sink } = connectCompany(company);
  const { promise: death, reject } = Promise.withResolvers<never>();
  death.catch(() => {});
  const core = await service.startCore({ carriers: [config] });
  const kill = () => {
    core.kill();
    reject(new Error('the core was killed'));
  };
  return { core, sink, death, kill };
}

interface StopOptions {
  seed: string;
  stories: number;
  route: StopRoute;
}

export async function playStops({ seed, stories: count, route }: StopOptions): Promise<PlayedStops> {
  const service = await SimulatedService.begin({ seed, overlaps });
  const { simulation } = service;
  await leaveUntidied(service.databaseUrl);
  const chance = new Seeded(seed).stream('stops');
  const stories = new Map<bigint, StopStory>();
  let statements = 0;
  service.database.onLet = () => {
    statements++;
  };
  const company = {
    take: (submission: Parameters<StopStory['submit']>[0]) =>
      (stories.get(submission.accountId) as StopStory).submit(submission),
  };
  const startCore = () => startStopCore(service, company);
  const cores = [await startCore(), await startCore()];
  const clock = simulation.clockOf('stops');
  const steps = new Steps({ clock, chance: chance.stream('steps'), stepMs: 100 });
  let events = 0;
  for (const account of await writeAccounts(service.databaseUrl, {
    nowMs: clock.nowMs(),
    count,
    route,
  })) {
    const own = chance.stream(`story ${account.id}`);
    const options = {
      account,
      clock,
      steps,
      chance: own,
      core: () => own.pick(cores),
      nextEvent: () => ++events,
    };
    stories.set(account.id, new StopStory(options));
  }
  const beginners = Map.groupBy(stories.values(), ({ beginStep }) => beginStep);
  const begun = [...beginners].map(async ([step, beginning]) => {
    await steps.pause(step);
    const sent = sendAll(
      beginning.flatMap((story) => story.texts()),
      stories,
      () => chance.pick(cores),
    );
    await Promise.all([sent, ...beginning.map((story) => story.play())]);
  });
  const death = async () => {
    if (!chance.chance(dies)) return;
    await steps.pause(1 + chance.below(diesWithin));
    const [dead] = cores.splice(chance.below(cores.length), 1);
    dead?.kill();
    cores.push(await startCore());
  };
  await simulation.during(Promise.all([...begun, death()]));
  const inspect = openInspector(service.databaseUrl);
  const countOpen = async () => {
    const [row] = await inspect`select count(*)::int as open from message
      where direction = 'out' and status not in ('sent', 'delivered', 'failed')`;
    return row?.open as number;
  };
  for (let waitedMs = 0; waitedMs < settleMs && (await countOpen()) > 0; waitedMs += 2_000)
    await simulation.run('2 s');
  const stored = await inspect<StoredText[]>`select account_id as "accountId", id, status::text,
    coalesce(error like 'opted_out%', false) as "isKept" from message where direction = 'out' order by account_id, id`;
  const breaches = breachesOf(stories, stored);
  await inspect.end();
  for (const story of stories.values()) story.end();
  clock.kill();
  await service.end();
  const sum = (of: (story: StopStory) => number) =>
    [...stories.values()].reduce((total, story) => total + of(story), 0);
  return {
    breaches,
    acknowledged: sum(({ acknowledged }) => acknowledged.size),
    left: sum(({ left }) => left),
    kept: stored.filter(({ isKept }) => isKept).length,
    statements,
  };
}
