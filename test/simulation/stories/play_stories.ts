// Plays many stories at once, each in an account of its own, on two cores that die now and then.
import { openInspector } from '../../support/database.ts';
import { Seeded } from '../../support/seeded.ts';
import { type SimulatedCore, SimulatedService } from '../simulated_service.ts';
import type { StoryKind } from './acts.ts';
import { Story, storyMs } from './story.ts';
import { breachesOf, type Stored } from './verdict.ts';

interface PlayOptions {
  seed: string;
  stories: number;
  kind?: StoryKind;
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

/**
 * No statement tidies up behind a stop: the claims alone keep the texts back that wait. A guarantee rests on the statement that acts.
 */
async function leaveUntidied(databaseUrl: string): Promise<void> {
  const sql = openInspector(databaseUrl);
  await sql.unsafe(`create function leave_untidied() returns trigger language plpgsql as
    $$ begin new.ends_waiting := false; return new; end $$;
    create trigger leave_untidied before insert on opt_out for each row execute function leave_untidied()`);
  await sql.end();
}

/** How long everything may take to come to its end. */
const settleMs = 60_000;

export async function playStories({
  seed,
  stories,
  kind = 'all',
  overlaps,
  kills,
}: PlayOptions): Promise<Played> {
  const service = await SimulatedService.begin({ seed, overlaps });
  const { simulation } = service;
  if (kind === 'stops') await leaveUntidied(service.databaseUrl);
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
    const story = new Story({ clock, chance: own, core, account, kind });
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
