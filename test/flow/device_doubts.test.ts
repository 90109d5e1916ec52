// Hand-overs whose outcome the core never learned: a text that the database says a device has is brought to that device,
// once, and in its recipient's order.
import { expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { TestAccount } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';

let bench: LinkBench;
let inspect: ProvidedBench['inspect'];
provideLinkBench((provided) => {
  ({ bench, inspect } = provided);
});

/** Words of the statement that claims texts for devices, and of no other. */
const claim = 'open_sim as materialized';

/** Hands texts to a device. The claim's answer never comes, but the claim goes on. */
async function loseTheAnswer(account: TestAccount, window: number) {
  const { database } = bench.service;
  const lost = database.lose(claim, 'unanswered');
  const agent = await bench.link(account, undefined, bench.core, window);
  await bench.passing(lost);
  // The core gives it up after five seconds, looks for its result, and finds nothing yet.
  await bench.run('8 s');
  expect(agent.waiting('job')).toBe(0);
  await database.arrive();
  await bench.idle();
  const rows = await inspect`select from message where account_id = ${account.id} and status = 'sending'`;
  expect(rows).not.toHaveLength(0);
  return agent;
}

test('a claim that commits after its answer was given up is handed over to the device that is still there', async () => {
  const account = await bench.core.createAccount();
  const id = await bench.send(account);
  const agent = await loseTheAnswer(account, 16);
  const job = await bench.passing(agent.expect('job'));
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
  const seen: bigint[] = [];
  for (let index = 0; index < ids.length; index++) {
    const job = await bench.passing(agent.expect('job'));
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
  const job = await bench.passing(agent.expect('job'));
  expect(job.messageId).toBe(lost);
  agent.report(job, 1);
  await agent.expect('reportAck');
  await bench.run('40 s');
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
  expect((await bench.passing(agent.expect('job'))).messageId).toBe(second);
});
