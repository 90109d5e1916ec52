// The device link: a text is handed over to one device at a time, each report is applied once, and no text that a device
// holds is forgotten.
import { once } from 'node:events';
import { Code } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { clientOf } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice, pairingServiceOf } from '../support/pairing.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';

let bench: LinkBench;

provideLinkBench((provided) => {
  ({ bench } = provided);
});

test('a text travels queued, sending, sent, delivered, and seq advances with each', async () => {
  const account = await bench.core.createAccount();
  const id = await bench.send(account);
  const queued = await bench.get(account, id);
  expect(queued.status).toBe(MessageStatus.QUEUED);

  const agent = await bench.link(account);
  const job = await agent.expect('job');
  expect(job).toMatchObject({ messageId: id, attempt: 1, address: '+15005550006', body: 'hello' });
  const sending = await bench.get(account, id);
  expect(sending.status).toBe(MessageStatus.SENDING);
  expect(sending.seq).toBeGreaterThan(queued.seq);

  agent.report(job, 1);
  expect((await agent.expect('reportAck')).reportId).toBe(`p-${id}-1`);
  const sent = await bench.get(account, id);
  expect(sent).toMatchObject({ status: MessageStatus.SENT });
  expect(sent.sentAt).toBeDefined();

  agent.receipt(job, 1);
  await agent.expect('reportAck');
  const delivered = await bench.get(account, id);
  expect(delivered.status).toBe(MessageStatus.DELIVERED);
  expect(delivered.deliveredAt).toBeDefined();
  expect(delivered.seq).toBeGreaterThan(sent.seq);
});

test('a repeated, late or foreign report changes nothing and is acknowledged anyway', async () => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account);
  const id = await bench.send(account);
  const job = await agent.expect('job');
  agent.report(job, 1);
  agent.receipt(job, 1);
  await agent.expect('reportAck');
  await agent.expect('reportAck');
  const settled = await bench.get(account, id);
  expect(settled.status).toBe(MessageStatus.DELIVERED);
  agent.report(job, 1);
  agent.receipt(job, 2, 'rejected_by_network: no');
  agent.report({ ...job, attempt: 9 }, 2);
  agent.report({ ...job, messageId: 123_456n }, 1);
  agent.report({ ...job, identity: '' }, 2, 'rejected_by_network: no', 'unnamed');
  for (let index = 0; index < 5; index++) await agent.expect('reportAck');
  expect(await bench.get(account, id)).toEqual(settled);
});

test('a receipt may come before the submit’s own report', async () => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account);
  const id = await bench.send(account);
  const job = await agent.expect('job');
  agent.receipt(job, 1);
  await agent.expect('reportAck');
  agent.report(job, 1);
  await agent.expect('reportAck');
  const message = await bench.get(account, id);
  expect(message.status).toBe(MessageStatus.DELIVERED);
  expect(message.sentAt).toBeDefined();
});

test('texts wait for an offline device and go out in order on reconnect', async () => {
  const account = await bench.core.createAccount();
  const ids: bigint[] = [];
  for (let index = 0; index < 40; index++)
    ids.push(await bench.send(account, `+1500555${1000 + (index % 5)}`, `${index}`));
  const agent = await bench.link(account, undefined, bench.core, 7);
  const seen: bigint[] = [];
  for (let index = 0; index < 40; index++) seen.push((await agent.submit()).messageId);
  expect(seen).toEqual(ids);
});

test('a device never holds more than its window', async () => {
  const account = await bench.core.createAccount();
  for (let index = 0; index < 6; index++) await bench.send(account);
  const agent = await bench.link(account, undefined, bench.core, 2);
  const first = await agent.expect('job');
  await agent.expect('job');
  await bench.get(account, 1n);
  expect(agent.waiting('job')).toBe(0);
  agent.report(first, 1);
  expect((await agent.expect('job')).messageId).toBe(3n);
});

test('after a reconnect with the same journal an unreported job is handed over again, as the same attempt', async () => {
  const account = await bench.core.createAccount();
  const id = await bench.send(account);
  const before = await bench.link(account);
  await before.expect('job');
  before.socket.terminate();
  const after = await bench.link(account, undefined, bench.other);
  expect(await after.expect('job')).toMatchObject({ messageId: id, attempt: 1 });
});

test('a lost journal ends its texts as outcome_unknown, and a late receipt still proves delivery', async () => {
  const account = await bench.core.createAccount();
  const id = await bench.send(account);
  const before = await bench.link(account);
  const job = await before.expect('job');
  before.socket.terminate();
  const after = await bench.link(account, 'journal-2');
  const ended = await bench.get(account, id);
  expect(ended.status).toBe(MessageStatus.FAILED);
  expect(ended.error).toMatch(/^outcome_unknown: /);
  after.receipt(job, 1);
  await after.expect('reportAck');
  const proven = await bench.get(account, id);
  expect(proven.status).toBe(MessageStatus.DELIVERED);
  expect(proven.error).toBeUndefined();
  expect(after.waiting('job')).toBe(0);
});

test('when a device opens a second link, the older one gets the reason and is closed, on another replica too', async () => {
  const account = await bench.core.createAccount();
  const first = await bench.link(account);
  const second = await bench.link(account);
  expect((await first.expect('goodbye')).reason).toBe(GoodbyeReason.SUPERSEDED);
  await first.closed();
  const third = await bench.link(account, undefined, bench.other);
  expect((await bench.passing(second.expect('goodbye'))).reason).toBe(GoodbyeReason.SUPERSEDED);
  await bench.send(account);
  await bench.passing(third.expect('job'));
});

test('a unpaired device learns it within a second, its token is void, and the texts that it held end', async () => {
  const account = await bench.core.createAccount();
  const agent = await bench.link(account, undefined, bench.other);
  const id = await bench.send(account);
  await bench.passing(agent.expect('job'));
  await bench.core.admin.unpairDevice({ accountId: account.id, id: 1n });
  expect((await bench.passing(agent.expect('goodbye'))).reason).toBe(GoodbyeReason.UNPAIRED);
  await bench.passing(agent.closed());
  await bench.idle();
  expect((await bench.get(account, id)).status).toBe(MessageStatus.FAILED);
  expect((await bench.get(account, id)).error).toMatch(/^outcome_unknown: /);
  const again = new RawAgent(bench.core, account.deviceToken);
  const [, response] = await once(again.socket, 'unexpected-response');
  expect(response.statusCode).toBe(401);
});

describe('a pairing whose answer was lost', () => {
  const attempt = 'a'.repeat(22);
  const prepare = async () => {
    const account = await bench.core.createAccount();
    const { code } = await bench.core.admin.createPairingCode({ accountId: account.id });
    const pair = (secret: string) =>
      pairingServiceOf(bench.core).pairDevice({ code, deviceName: 'phone', attempt: secret });
    const refused = expect.objectContaining({ code: Code.NotFound });
    return { account, code, pair, refused };
  };

  test('is answered again with the same device, to the same attempt alone', async () => {
    const { account, pair, refused } = await prepare();
    const together = await Promise.all([pair(attempt), pair(attempt)]);
    const { deviceId, token } = await pair(attempt);
    for (const answer of together) expect(answer).toMatchObject({ deviceId, token });
    for (const other of ['', 'b'.repeat(64)]) await expect(pair(other)).rejects.toEqual(refused);
    const { devices } = await clientOf(DeviceService, bench.core).listDevices({ accountId: account.id });
    expect(devices.map(({ id }) => id).sort()).toEqual([1n, deviceId]);
    await bench.link({ deviceToken: token });
    await expect(pair(attempt)).rejects.toEqual(refused);
  });

  test('is not answered again once its code would have expired, or its device was unpaired', async () => {
    const [late, unpaired] = [await prepare(), await prepare()];
    const { deviceId } = await unpaired.pair(attempt);
    await bench.core.admin.unpairDevice({ accountId: unpaired.account.id, id: deviceId });
    await expect(unpaired.pair(attempt)).rejects.toEqual(unpaired.refused);
    await late.pair(attempt);
    bench.leap('15 min');
    await expect(late.pair(attempt)).rejects.toEqual(late.refused);
  });

  test('says whose its code is to those alone who could trade it now, and leaves it as it was', async () => {
    const { account, code, pair, refused } = await prepare();
    const accountOf = async (secret: string, asked = code) =>
      (await pairingServiceOf(bench.core).getPairingCode({ code: asked, attempt: secret })).accountId;
    expect([await accountOf(''), await accountOf(attempt)]).toEqual([account.id, account.id]);
    await pair(attempt);
    expect(await accountOf(attempt)).toBe(account.id);
    for (const other of ['', 'b'.repeat(64)]) await expect(accountOf(other)).rejects.toEqual(refused);
    await expect(accountOf('', '0000000000')).rejects.toEqual(refused);
    bench.leap('15 min');
    await expect(accountOf(attempt)).rejects.toEqual(refused);
  });

  test('has a secret of 22 to 64 characters', async () => {
    const { pair } = await prepare();
    for (const secret of ['a'.repeat(21), 'a'.repeat(65), `${'a'.repeat(21)}é`])
      await expect(pair(secret)).rejects.toMatchObject({ code: Code.InvalidArgument });
    await pair('a'.repeat(64));
  });
});

test('a recipient stays on its device while another device of the account has capacity', async () => {
  const account = await bench.core.createAccount();
  const { token } = await pairDevice(bench.core, bench.core.admin, account.id);
  const first = await bench.link(account);
  await bench.send(account, '+15005551111');
  await first.submit();
  const second = await bench.link({ ...account, deviceToken: token });
  for (let index = 0; index < 5; index++) {
    await bench.send(account, '+15005551111');
    await first.submit();
  }
  expect(second.waiting('job')).toBe(0);
  await bench.passing(bench.core.admin.unpairDevice({ accountId: account.id, id: 1n }));
  await bench.send(account, '+15005551111');
  expect((await second.expect('job')).address).toBe('+15005551111');
});

test('an inbound text is acknowledged after its commit and appears once, even without a plan and over the cap', async () => {
  const account = await bench.core.createAccount({ plan: '' });
  const agent = await bench.link(account);
  const inbound = { inboundId: 'sim-1', address: '5005550123', body: 'hi\u0000there' };
  for (let index = 0; index < 3; index++) {
    agent.send({ case: 'inbound', value: inbound });
    expect((await agent.expect('inboundAck')).inboundId).toBe('sim-1');
  }
  agent.send({ case: 'inbound', value: { ...inbound, inboundId: 'sim-2', address: 'MyBank' } });
  await agent.expect('inboundAck');
  const { pages } = await bench.core.messages.listChanges({
    queries: [{ accountId: account.id, since: 0n, limit: 100 }],
  });
  expect(pages[0]?.messages.map(({ addressNorm, body, status }) => ({ addressNorm, body, status }))).toEqual([
    { addressNorm: '+15005550123', body: 'hi\ufffdthere', status: MessageStatus.RECEIVED },
    { addressNorm: 'MyBank', body: 'hi\ufffdthere', status: MessageStatus.RECEIVED },
  ]);
});

test('every state has a deadline: queued, sending and sent end visibly', async () => {
  const account = await bench.core.createAccount();
  const waiting = await bench.send(account);
  bench.leap(24 * 3600_000 - 1);
  await bench.passing(bench.core.sweep());
  expect((await bench.get(account, waiting)).status).toBe(MessageStatus.QUEUED);
  bench.leap(2);
  await bench.passing(bench.core.sweep());
  expect(await bench.get(account, waiting)).toMatchObject({ status: MessageStatus.FAILED });
  expect((await bench.get(account, waiting)).error).toMatch(/^expired_in_queue: /);

  const agent = await bench.link(account);
  const held = await bench.send(account);
  await agent.expect('job');
  const reported = await bench.send(account);
  const job = await agent.expect('job');
  agent.report(job, 1);
  await agent.expect('reportAck');
  bench.leap(25 * 3600_000 + 1_000);
  await bench.passing(bench.core.sweep());
  expect((await bench.get(account, held)).error).toMatch(/^outcome_unknown: /);
  expect((await bench.get(account, reported)).status).toBe(MessageStatus.SENT);
  bench.leap(72 * 3600_000);
  await bench.passing(bench.core.sweep());
  expect((await bench.get(account, reported)).error).toMatch(/^outcome_unknown: no delivery receipt/);
});
