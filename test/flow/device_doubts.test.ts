// Hand-overs whose outcome the core never learned: a text that the database says a device has is brought to that device,
// once, and in its recipient's order.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { ManualClock } from '../../runtime/testing/manual_clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { LinkCores } from '../support/link_bench.ts';
import { statementDeadlineMs, untilCalm } from '../support/moving_clock.ts';
import { StatementGate } from '../support/statement_gate.ts';

const clock = new ManualClock();
let bench: LinkCores;
let inspect: ReturnType<typeof openInspector>;
let gate: StatementGate;

beforeAll(async () => {
  bench = await LinkCores.start(clock);
  inspect = openInspector(bench.databaseUrl);
  gate = await StatementGate.before(inspect, 'update', 'message', "new.status = 'sending'");
});
afterEach(async () => {
  await gate.open();
  bench.cut();
});
afterAll(async () => {
  await inspect.end();
  await bench.end();
});

/** Lets time pass, a second at a time, until something has happened; what needs a poll happens at the next one. */
async function passing<T>(happening: Promise<T>): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  happening.then(end, end);
  for (let seconds = 0; !isOver && seconds < 20; seconds++) {
    await untilCalm(clock);
    if (isOver) break;
    clock.advance(1_000);
    await inspect`select pg_sleep(0.025)`;
  }
  return happening;
}

/** Hands texts to a device. The claim's answer never comes, but the claim goes on. */
async function loseTheAnswer(account: TestAccount, window: number) {
  await gate.close();
  const agent = await bench.link(account, undefined, bench.core, window);
  await until(async () => (await gate.waiting()) === 1);
  clock.advance(statementDeadlineMs);
  // The core looks for the result of the claim, and finds nothing yet.
  for (let seconds = 0; seconds < 3; seconds++) {
    for (let questions = 0; questions < 20; questions++) await agent.settled().then(() => gate.waiting());
    clock.advance(1_000);
  }
  await agent.settled();
  expect(agent.waiting('job')).toBe(0);
  return agent;
}

/** Lets the claim commit, and everything that waited behind it finish, while the clock stands still. */
async function letItCommit({ id }: TestAccount) {
  await gate.open();
  await until(async () => {
    const rows = await inspect`select from message where account_id = ${id} and status = 'sending'`;
    return rows.length > 0 && clock.pendingTimeouts(statementDeadlineMs) === 0;
  });
}

test('a claim that commits after its answer was given up is handed over to the device that is still there', async () => {
  const account = await bench.core.createAccount();
  const id = await bench.send(account);
  const agent = await loseTheAnswer(account, 16);
  await letItCommit(account);
  const job = await passing(agent.expect('job'));
  expect(job.messageId).toBe(id);
  agent.report(job, 1);
  await agent.expect('reportAck');
  expect((await bench.get(account, id)).status).toBe(MessageStatus.SENT);
});

test('while a claim is in doubt no later text overtakes what it may have taken', async () => {
  const account = await bench.core.createAccount();
  const ids: bigint[] = [];
  for (let index = 0; index < 6; index++) ids.push(await bench.send(account));
  const agent = await loseTheAnswer(account, 1);
  await letItCommit(account);
  const seen: bigint[] = [];
  for (let index = 0; index < ids.length; index++) {
    const job = await passing(agent.expect('job'));
    seen.push(job.messageId);
    agent.report(job, 1);
    await agent.expect('reportAck');
  }
  expect(seen).toEqual(ids);
});

test('a text that stands as handed over to a device that does not have it is handed over within seconds, once', async () => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account);
  await bench.send(account);
  const held = await agent.expect('job');
  const lost = await bench.send(account);
  await agent.submit();
  // The cause does not matter: the row says so, and nobody notified the link.
  await inspect`update message set status = 'sending', sent_at = null
    where account_id = ${account.id} and id = ${lost}`;
  const job = await passing(agent.expect('job'));
  expect(job.messageId).toBe(lost);
  agent.report(job, 1);
  await agent.expect('reportAck');
  for (let seconds = 0; seconds < 40; seconds++) {
    clock.advance(1_000);
    await agent.settled();
  }
  expect(agent.waiting('job')).toBe(0);
  agent.report(held, 1);
  await agent.expect('reportAck');
});

test('a text that ended without a report from the device takes no place in its window', async () => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account, undefined, bench.core, 1);
  const first = await bench.send(account);
  await agent.expect('job');
  const second = await bench.send(account);
  await inspect`update message set status = 'failed', error = 'outcome_unknown: x', deadline_at = null
    where account_id = ${account.id} and id = ${first}`;
  expect((await passing(agent.expect('job'))).messageId).toBe(second);
});
