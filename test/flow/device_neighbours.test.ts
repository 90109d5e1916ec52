// Rows that stay locked for ever slow down the account's own device and no other.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { LinkBench } from '../support/link_bench.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { seedAccounts } from '../support/seed_accounts.ts';

let bench: LinkBench;
let inspect: ProvidedBench['inspect'];
provideLinkBench((provided) => {
  ({ bench, inspect } = provided);
});

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
      const agents = await bench.passing(
        Promise.all(others.map((other) => bench.link(other, undefined, bench.core, 4))),
      );
      for (const agent of agents) await bench.passing(agent.expect('job'));
      await bench.sendAll(others);
      agents[0]?.reportState({ ok: false, problem: 1, detail: 'unplugged' });
      for (const agent of agents.slice(1)) await bench.passing(agent.expect('job'));
      await bench.run('5 s');
      const absent = await inspect`select from device where account_id = ${others[0]?.id as bigint}
        and problem = 'absent'`;
      expect(absent).toHaveLength(1);
      // Long enough for a presence to end that nobody renews.
      await bench.run('1 min');
      const now = new Date(bench.nowMs());
      const online = await inspect`select from device where online_until > ${now}
        and account_id in ${inspect(others.map(({ id }) => id))}`;
      expect(online).toHaveLength(others.length);
      for (const agent of agents) expect(agent.waiting('goodbye')).toBe(0);
    });
    const back = await bench.passing(bench.link(locked, undefined, bench.core, 4));
    await bench.passing(back.expect('job'));
  },
);
