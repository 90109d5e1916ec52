// Plays many stories at once, each in an account of its own, on two cores that die now and then.
import { openInspector } from '../../support/database.ts';
import { Seeded } from '../../support/seeded.ts';
import { type SimulatedCore, SimulatedService } from '../simulated_service.ts';
import { Story, storyMs } from './story.ts';
import { breachesOf, type Stored } from './verdict.ts';

interface PlayOptions {
  seed: string;
  stories: number;
  /** How likely a statement that writes overlaps with others. */
  overlaps: number;
  /** How often a core is killed while the stories go on. */
  kills: number;
}

export interface Played {
  /** What was broken, with its account. */
  breaches: string[];
  acknowledged: number;
  left: number;
  statements: number;
}

/** How long everything may take to come to its end. */
const settleMs = 60_000;

export async function playStories({ seed, stories, overlaps, kills }: PlayOptions): Promise<Played> {
  const service = await SimulatedService.begin({ seed, overlaps });
  const { simulation } = service;
  const chance = new Seeded(seed).stream('stories');
  const cores: SimulatedCore[] = [await service.startCore(), await service.startCore()];
  let statements = 0;
  service.database.onLet = () => {
    statements++;
  };
  const clock = simulation.clockOf('stories');
  const played: Story[] = [];
  for (let number = 0; number < stories; number++) {
    const account = await (cores[0] as SimulatedCore).createAccount({ paired: false });
    const own = chance.stream(`story ${number}`);
    const core = () => (cores.length === 0 ? undefined : own.pick(cores));
    const story = new Story({ clock, chance: own, core, account });
    await story.prepare(cores[0] as SimulatedCore);
    played.push(story);
  }
  const killed = Array.from({ length: kills }, async () => {
    await new Promise<void>((resolve) => void clock.setTimeout(resolve, chance.between(0, storyMs)));
    const [core] = cores.splice(chance.below(cores.length), 1);
    core?.kill();
    cores.push(await service.startCore());
  });
  await simulation.during(Promise.all([...played.map((story) => story.play()), ...killed]));
  for (let waitedMs = 0; waitedMs < settleMs && played.some(({ isIdle }) => !isIdle); waitedMs += 2_000)
    await simulation.run('2 s');
  await simulation.run('15 s');
  await simulation.during(Promise.all(played.map((story) => story.read())));
  const inspect = openInspector(service.databaseUrl);
  const breaches: string[] = [];
  for (const story of played) {
    const { id } = story.account;
    const stored = await inspect<Stored[]>`select id, seq, direction, status, error, client_ref from message
      where account_id = ${id} order by seq`;
    const [usage] = await inspect`select texts_used as used,
      (select count(*) from message m where m.account_id = a.id and m.charged)::int as charged from account a where id = ${id}`;
    const broken = breachesOf(story, stored, Number(usage?.used), Number(usage?.charged));
    breaches.push(...broken.map((breach) => `account ${id}: ${breach}`));
    story.stop();
  }
  await inspect.end();
  clock.kill();
  await service.end();
  return {
    breaches,
    acknowledged: played.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    left: played.reduce((sum, { ledger }) => sum + ledger.length, 0),
    statements,
  };
}
