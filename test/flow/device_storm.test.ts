// Many agents at once: all are dropped and come back, some leave before their link is open, and one of many is
// revoked.
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { GoodbyeReason, type Job } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { Core } from '../../server/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type SeededAccount, seedAccounts } from '../support/seed_accounts.ts';

const many = 200;
const hello = { protocolVersion: 1, agentVersion: 'test', driver: 'raw', journalId: 'journal-1', window: 4 };

let bench: LinkBench;
let inspect: ProvidedBench['inspect'];

provideLinkBench((provided) => {
  ({ bench, inspect } = provided);
});

const seed = (count: number) => seedAccounts(bench.databaseUrl, count, 0);
const link = (account: SeededAccount, at?: typeof bench.core) => bench.link(account, undefined, at, 4);

const idsOf = (accounts: readonly SeededAccount[]) => accounts.map(({ id }) => id);

/** One line of a core's metrics. */
async function linksOf(core: Core): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${core.ops.port}/metrics`)).text();
  return Number(/^textrelay_core_device_links (\d+)/m.exec(metrics)?.[1]);
}

test('agents that are all dropped at once are all back, and every text goes out once', async () => {
  const accounts = await seed(many);
  // The jobs that each device's agent has submitted, as its journal would hold them.
  const submitted = new Map<string, number>();
  const submit = ({ id }: SeededAccount, { messageId, body }: Job) => {
    expect(body).toBe(`${id}`);
    const name = `${id}/${messageId}`;
    submitted.set(name, (submitted.get(name) ?? 0) + 1);
  };
  // Every second device has been here before, so that no epoch can pass for another's.
  await Promise.all(
    accounts.filter((_, index) => index % 2 === 0).map(async (account) => (await link(account)).close()),
  );
  const before = await Promise.all(accounts.map((account) => link(account)));
  expect(await linksOf(bench.core)).toBe(many);
  for (let round = 0; round < 3; round++) await bench.sendAll(accounts);

  // Of every three jobs one is done, one was submitted but its report is lost with the link, and one was only taken.
  const lost = await Promise.all(
    accounts.map(async (account, index) => {
      const agent = before[index] as RawAgent;
      const done = await agent.submit();
      submit(account, done);
      agent.receipt(done, 1);
      await agent.expect('reportAck');
      const unreported = await agent.expect('job');
      submit(account, unreported);
      await agent.expect('job');
      return unreported;
    }),
  );
  for (const agent of before) agent.socket.terminate();
  await bench.sendAll(accounts);

  await Promise.all(
    accounts.map(async (account, index) => {
      const agent = await link(account);
      const unreported = lost[index] as Job;
      for (let job = 0; job < 3; job++) {
        const next = await agent.expect('job');
        expect(next.attempt).toBe(1);
        if (next.messageId !== unreported.messageId) submit(account, next);
        agent.report(next, 1);
        agent.receipt(next, 1);
        await agent.expect('reportAck');
        await agent.expect('reportAck');
      }
      expect(agent.waiting('job')).toBe(0);
    }),
  );
  expect(await linksOf(bench.core)).toBe(many);
  expect(submitted.size).toBe(many * 4);
  expect([...submitted.values()].every((times) => times === 1)).toBe(true);
  const rows = await inspect`
    select status, attempt, count(*)::int from message
    where account_id in ${inspect(idsOf(accounts))} group by 1, 2`;
  expect([...rows]).toEqual([{ status: 'delivered', attempt: 1, count: many * 4 }]);
});

test('agents that go while their link opens leave nothing behind', async () => {
  const accounts = await seed(many);
  await Promise.all(
    accounts.map(async ({ deviceToken }, index) => {
      const agent = bench.adopt(new RawAgent(bench.core, deviceToken));
      // A third of them leave before the upgrade, a third before hello, and a third after it.
      if (index % 3 > 0) await once(agent.socket, 'open');
      if (index % 3 > 1) agent.send({ case: 'hello', value: hello });
      const closed = new Promise((resolve) => agent.socket.once('close', resolve));
      agent.socket.terminate();
      await closed;
    }),
  );
  // The last one has waited behind all the others.
  const [last] = await seed(1);
  const agent = await link(last as SeededAccount);
  await bench.idle();
  expect(await linksOf(bench.core)).toBe(1);
  await agent.close();
  await bench.idle();
  expect(await linksOf(bench.core)).toBe(0);
  const now = new Date(bench.nowMs());
  const [row] = await inspect`
    select count(*)::int as online from device
    where account_id in ${inspect(idsOf(accounts))} and online_until > ${now}`;
  expect(row?.online).toBe(0);
});

test('a link that closes late does not mark its device offline when a newer link is open', async () => {
  const [account] = (await seed(1)) as [SeededAccount];
  const first = await link(account);
  const second = await link(account, bench.other);
  first.socket.terminate();
  await bench.idle();
  expect(await linksOf(bench.core)).toBe(0);
  // The close is written before a later one is.
  const [other] = (await seed(1)) as [SeededAccount];
  await (await link(other)).close();
  const isOnline = async ({ id }: SeededAccount) => {
    const [row] = await inspect`select online_until from device where account_id = ${id}`;
    return row !== undefined && row.online_until.getTime() > bench.nowMs();
  };
  await bench.idle();
  expect(await isOnline(other)).toBe(false);
  expect(await isOnline(account)).toBe(true);
  await second.close();
  await bench.idle();
  expect(await isOnline(account)).toBe(false);
});

test('one of many is revoked within a second, and the others go on', async () => {
  const accounts = await seed(50);
  const agents = await Promise.all(accounts.map((account) => link(account, bench.other)));
  const [revoked, ...others] = agents as [RawAgent, ...RawAgent[]];
  const goodbye = revoked.expect('goodbye');
  await bench.core.admin.unpairDevice({ accountId: accounts[0]?.id as bigint, id: 1n });
  await bench.run('1 s');
  expect((await goodbye).reason).toBe(GoodbyeReason.UNPAIRED);
  await bench.passing(revoked.closed());
  for (const agent of others) {
    expect(agent.waiting('goodbye')).toBe(0);
    agent.send({ case: 'ping', value: { nonce: 7n } });
    expect((await agent.expect('pong')).nonce).toBe(7n);
  }
  expect(await linksOf(bench.other)).toBe(others.length);
});
