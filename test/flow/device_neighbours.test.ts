// Rows that stay locked for ever slow down the account's own device and no other.
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { openInspector } from '../support/database.ts';
import { LinkCores } from '../support/link_bench.ts';
import { untilCalm } from '../support/moving_clock.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

const clock = new ManualClock();
let bench: LinkCores;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  bench = await LinkCores.start(clock);
  inspect = openInspector(bench.databaseUrl);
});
afterEach(() => bench.cut());
afterAll(async () => {
  await inspect.end();
  await bench.end();
});

/** Moves the clock a second at a time, never faster than the core asks the database, until `work` has settled. */
async function passing<T>(work: Promise<T>, mostSeconds = 40): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  work.then(settle, settle);
  for (let seconds = 0; !isSettled && seconds < mostSeconds; seconds++) {
    for (let turns = 0; turns < 5; turns++) {
      await inspect`select 1`;
      await untilCalm(clock);
    }
    if (!isSettled) clock.advance(1_000);
  }
  return work;
}

/** Keeps rows locked while `work` goes on. */
const whileLocked = (table: 'account' | 'device' | 'sim', id: bigint, work: () => Promise<void>) =>
  inspect.begin(async (sql) => {
    const column = table === 'account' ? 'id' : 'account_id';
    await sql`select from ${sql(table)} where ${sql(column)} = ${id} for update`;
    await work();
  });

test.each(['account', 'device', 'sim'] as const)(
  'while the %s row of one is locked for ever, all others open links, keep them, report how they are and get their texts',
  async (table) => {
    const accounts = await seedAccounts(bench.databaseUrl, 6, 0);
    const [locked, ...others] = accounts;
    if (!locked) throw new Error('no account');
    await bench.sendAll(accounts);
    await whileLocked(table, locked.id, async () => {
      const opening = bench.adopt(new RawAgent(bench.core, locked.deviceToken));
      await once(opening.socket, 'open');
      opening.send({ case: 'hello', value: { protocolVersion: 1, journalId: 'journal-1', window: 4 } });
      const agents = await passing(
        Promise.all(others.map((other) => bench.link(other, undefined, bench.core, 4))),
      );
      for (const agent of agents) await passing(agent.expect('job'));
      await bench.sendAll(others);
      agents[0]?.reportState({ ok: false, problem: 1, detail: 'unplugged' });
      for (const agent of agents.slice(1)) await passing(agent.expect('job'));
      await passing(
        until(async () => {
          const rows = await inspect`select from device where account_id = ${others[0]?.id as bigint}
            and problem = 'absent'`;
          return rows.length === 1;
        }),
      );
      // Long enough for a presence to end that nobody renews.
      for (let seconds = 0; seconds < 60; seconds++) {
        await Promise.all(agents.map((agent) => agent.settled()));
        await passing(new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000)));
      }
      const now = new Date(clock.nowMs());
      const online = await inspect`select from device where online_until > ${now}
        and account_id in ${inspect(others.map(({ id }) => id))}`;
      expect(online).toHaveLength(others.length);
      for (const agent of agents) expect(agent.waiting('goodbye')).toBe(0);
    });
    const back = bench.link(locked, undefined, bench.core, 4);
    await passing((await passing(back)).expect('job'));
  },
);
