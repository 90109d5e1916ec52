// A device is believed about what it was handed, and nothing else: ids are counted, so that it can name every text of its account.
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';

let bench: LinkBench;
provideLinkBench((provided) => {
  ({ bench } = provided);
});

/** A second device of the account. */
async function linkAnother(accountId: bigint) {
  const { token } = await pairDevice(bench.core, bench.core.admin, accountId);
  return bench.link({ deviceToken: token }, 'another');
}

test('a device that says of another’s text that it failed, left or was delivered changes nothing, also with its identity', async () => {
  const account = await bench.core.createAccount();
  const holder = await bench.link(account);
  const id = await bench.send(account);
  const job = await holder.expect('job');
  const other = await linkAnother(account.id);
  const sayAll = async (identity: string) => {
    const named = { ...job, identity };
    for (const outcome of [1, 2, 3, 4] as const)
      other.report(named, outcome, 'rejected_by_network: no', `p${identity}${outcome}`);
    for (const outcome of [1, 2] as const) other.receipt(named, outcome);
    for (let acks = 0; acks < 5; acks++) await other.expect('reportAck');
  };
  const before = await bench.get(account, id);
  for (const identity of [job.identity, '']) await sayAll(identity);
  await other.settled();
  expect(await bench.get(account, id)).toEqual(before);
  holder.report(job, 1);
  await holder.expect('reportAck');
  const sent = await bench.get(account, id);
  expect(sent.status).toBe(MessageStatus.SENT);
  await sayAll(job.identity);
  expect(await bench.get(account, id)).toEqual(sent);
});

test('a device that says something of a text that nobody was handed changes nothing: one for later, and one that waits', async () => {
  const account = await bench.core.createAccount();
  const agent = await linkAnother(account.id);
  const sendAt = timestampFromMs(bench.nowMs() + 3_600_000);
  const later = { accountId: account.id, address: '+15005550006', body: 'later', sendAt };
  const outcome = (await bench.core.messages.sendMessages({ texts: [later] })).results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error(`it was not accepted: ${JSON.stringify(outcome?.value)}`);
  const id = outcome.value.message?.id as bigint;
  const before = await bench.get(account, id);
  for (const attempt of [0, 1])
    for (const [place, identity] of ['', '00000000-0000-0000-0000-000000000000'].entries())
      agent.report({ messageId: id, attempt, identity }, 2, 'device_failed: no', `p${attempt}${place}`);
  for (let acks = 0; acks < 4; acks++) await agent.expect('reportAck');
  expect(await bench.get(account, id)).toEqual(before);
});
