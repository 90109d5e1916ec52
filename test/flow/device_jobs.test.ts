// What core and agent agree on when a link opens, and what a job carries.
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { BroadcastService } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { GoodbyeReason } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { Encoding, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { provideLinkBench } from '../support/provide_link_bench.ts';
import { RawAgent } from '../support/raw_agent.ts';

let bench: LinkBench;

provideLinkBench((provided) => {
  ({ bench } = provided);
});

describe('the version of the link', () => {
  const hello = async (versions: { protocolVersion: number; oldestProtocolVersion?: number }) => {
    const account = await bench.core.createAccount();
    const agent = bench.adopt(new RawAgent(bench.core, account.deviceToken));
    await once(agent.socket, 'open');
    agent.send({ case: 'hello', value: { journalId: 'x', window: 1, ...versions } });
    return agent;
  };

  test('the version of the link is the newest that both know, and the core says its own version', async () => {
    const agent = await hello({ protocolVersion: 7, oldestProtocolVersion: 1 });
    const welcome = await agent.expect('welcome');
    expect(welcome.protocolVersion).toBe(1);
    expect(welcome.coreVersion).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('the version of the link is refused as too new when the core does not know it yet', async () => {
    const goodbye = await (await hello({ protocolVersion: 3, oldestProtocolVersion: 2 })).expect('goodbye');
    expect(goodbye.reason).toBe(GoodbyeReason.VERSION);
    expect(goodbye.message).toMatch(/^the core is too old for this agent: .* update the core/);
  });

  test('the version of the link is refused as too old when the core no longer knows it', async () => {
    const goodbye = await (await hello({ protocolVersion: 0 })).expect('goodbye');
    expect(goodbye.reason).toBe(GoodbyeReason.VERSION);
    expect(goodbye.message).toMatch(/^the agent is too old for this core: .* update the agent/);
  });
});

describe('a cancel', () => {
  const linked = async (takesCancel: boolean) => {
    const account = await bench.core.createAccount();
    const agent = bench.adopt(
      await RawAgent.linked(bench.other, account.deviceToken, undefined, undefined, { takesCancel }),
    );
    const id = await bench.send(account);
    const job = await bench.passing(agent.expect('job'));
    const ask = () =>
      bench.core.messages.cancelMessage({ accountId: account.id, target: { case: 'id', value: id } }).then(
        ({ message }) => message?.error,
        (error: Error) => error.message,
      );
    const returned = () =>
      RawAgent.linked(bench.other, account.deviceToken, undefined, undefined, { takesCancel }).then((link) =>
        bench.adopt(link),
      );
    return { account, agent, job, ask, id, returned };
  };
  const optOut = async ({ id }: Pick<TestAccount, 'id'>, { address }: { address: string }) => {
    await clientOf(OptOutService, bench.core).addOptOut({ accountId: id, address });
  };

  test('a cancel of a text that a device holds reaches it from any core, and the device reports the text as cancelled', async () => {
    const { account, agent, job, ask, id } = await linked(true);
    expect(await ask()).toMatch(/handed over to a phone/);
    const { messageId, attempt, identity } = job;
    expect(await bench.passing(agent.expect('cancel'))).toMatchObject({ messageId, attempt, identity });
    agent.report(job, 2, 'cancelled: it had not left');
    await agent.expect('reportAck');
    const { status, error } = await bench.get(account, id);
    expect([status, error]).toEqual([MessageStatus.FAILED, 'cancelled: it had not left']);
    const { usage } = await bench.core.usage.getUsage({ accountId: account.id });
    expect(usage?.textsUsed).toBe(0n);
    expect(await ask()).toBe('cancelled: it had not left');
  });

  test('a text that a phone holds is asked back when its recipient writes STOP, ends as opted out, and costs nothing', async () => {
    const { account, agent, job, id } = await linked(true);
    agent.send({ case: 'inbound', value: { inboundId: 'stop', address: job.address, body: 'STOP' } });
    const { messageId, attempt, identity } = job;
    expect(await bench.passing(agent.expect('cancel'))).toMatchObject({ messageId, attempt, identity });
    agent.report(job, 2, 'cancelled: it had not left');
    await bench.passing(agent.expect('reportAck'));
    const { status, error } = await bench.get(account, id);
    expect([status, error]).toEqual([MessageStatus.FAILED, 'opted_out: the recipient wants no more texts']);
    const { events } = await bench.core.messages.listMessageEvents({ accountId: account.id, id });
    expect(events.map(({ reason }) => reason)).toContain('opted_out');
    const { usage } = await bench.core.usage.getUsage({ accountId: account.id });
    expect(usage?.textsUsed).toBe(0n);
  });

  test('a text that is cancelled, or whose recipient opts out, while its phone is away is asked back when the phone returns', async () => {
    const cancelled = await linked(true);
    const stopped = await linked(true);
    for (const { agent } of [cancelled, stopped]) agent.socket.terminate();
    await Promise.all([cancelled, stopped].map(({ agent }) => once(agent.socket, 'close')));
    await cancelled.ask();
    await optOut(stopped.account, stopped.job);
    const prefixes = [];
    for (const { account, id, job, returned } of [cancelled, stopped]) {
      const agent = await returned();
      const { messageId, attempt, identity } = job;
      expect(await agent.expect('cancel')).toMatchObject({ messageId, attempt, identity });
      agent.report(job, 2, 'cancelled: it had not left');
      await bench.passing(agent.expect('reportAck'));
      expect(agent.waiting('job')).toBe(0);
      prefixes.push((await bench.get(account, id)).error?.split(':')[0]);
    }
    expect(prefixes).toEqual(['cancelled', 'opted_out']);
  });

  test('a text that a phone holds is asked back when its recipient is erased', async () => {
    const { account, agent, job } = await linked(true);
    const asked = { accountId: account.id, address: job.address, note: '' };
    await clientOf(ErasureService, bench.core).eraseRecipient(asked);
    expect(await bench.passing(agent.expect('cancel'))).toMatchObject({ messageId: job.messageId });
    agent.report(job, 2, 'cancelled: it had not left');
    await bench.passing(agent.expect('reportAck'));
  });

  test('a phone is asked for a text again until it reports what became of it', async () => {
    const { agent, job, ask } = await linked(true);
    await ask();
    const { messageId } = job;
    for (let times = 0; times < 3; times++)
      expect(await bench.passing(agent.expect('cancel'))).toMatchObject({ messageId });
    agent.report(job, 1);
    await bench.passing(agent.expect('reportAck'));
  });

  test('the texts of a broadcast that phones hold are asked back when it is cancelled', async () => {
    const { core } = bench;
    const { id: accountId, deviceToken } = await core.createAccount();
    const agent = bench.adopt(await RawAgent.linked(core, deviceToken, undefined, 8, { takesCancel: true }));
    const broadcasts = clientOf(BroadcastService, core);
    const { broadcast } = await broadcasts.createBroadcast({ accountId, name: 'Rows', template: 'Hi' });
    const of = { accountId, id: broadcast?.id ?? 0n };
    const rows = [1, 2, 3].map((number) => ({ number, address: `+1500555000${number}`, fields: {} }));
    await broadcasts.putBroadcastRecipients({ ...of, recipients: rows });
    await broadcasts.startBroadcast(of);
    const held: bigint[] = [];
    while (held.length < rows.length) held.push((await agent.expect('job')).messageId);
    await broadcasts.cancelBroadcast(of);
    const back: bigint[] = [];
    while (back.length < held.length) back.push((await agent.expect('cancel')).messageId);
    expect(new Set(back)).toEqual(new Set(held));
    const returned = bench.adopt(
      await RawAgent.linked(core, deviceToken, undefined, 8, { takesCancel: true }),
    );
    const again = [];
    while (again.length < held.length) again.push((await returned.expect('cancel')).messageId);
    expect([new Set(again), returned.waiting('job')]).toEqual([new Set(held), 0]);
  });

  test('a cancel is not sent to an agent that does not support it', async () => {
    const { agent, ask } = await linked(false);
    expect(await ask()).toMatch(/handed over to a phone/);
    // Messages on this channel arrive in order: if the cancel had been passed on, it would be here before this one.
    const later = await linked(true);
    await later.ask();
    await bench.passing(later.agent.expect('cancel'));
    await agent.settled();
    expect(agent.waiting('cancel')).toBe(0);
  });
});

describe('a job', () => {
  test('carries the text in as many parts as it is charged for', async () => {
    const account = await bench.core.createAccount();
    const agent = await bench.link(account);
    const body = `${'x'.repeat(200)}€`;
    const id = await bench.send(account, undefined, body);
    const job = await agent.expect('job');
    expect(job).toMatchObject({ body, sim: 1, referenceBits: 8, encoding: Encoding.GSM7 });
    expect(job.parts.join('')).toBe(body);
    expect((await bench.get(account, id)).segments).toBe(job.parts.length);
  });

  test('a job that failed after some parts had left is sent, then failed, and stays charged', async () => {
    const account = await bench.core.createAccount();
    const agent = await bench.link(account);
    const used = async () => (await bench.core.usage.getUsage({ accountId: account.id })).usage?.textsUsed;
    const fail = async (partlySent: boolean) => {
      const id = await bench.send(account);
      const { attempt, identity } = await agent.expect('job');
      const error = 'rejected_by_network: the second part was refused';
      const value = {
        reportId: `p${id}`,
        messageId: id,
        attempt,
        identity,
        outcome: 2,
        error,
        partlySent,
      } as const;
      for (let times = 0; times < 2; times++) {
        agent.send({ case: 'progress', value });
        await agent.expect('reportAck');
      }
      return bench.get(account, id);
    };
    const partly = await fail(true);
    expect(partly).toMatchObject({
      status: MessageStatus.FAILED,
      error: expect.stringMatching(/^rejected_by_network/),
    });
    expect(partly.sentAt).toBeDefined();
    expect(await used()).toBe(1n);
    expect((await fail(false)).sentAt).toBeUndefined();
    expect(await used()).toBe(1n);
  });

  test('a whole window of the longest texts is handed over at once', async () => {
    const account = await bench.core.createAccount();
    const body = '📱'.repeat(1600);
    const texts = Array.from({ length: 100 }, () => ({
      accountId: account.id,
      address: '+15005550006',
      body,
    }));
    await bench.core.messages.sendMessages({ texts });
    const agent = await bench.link(account, 'j', bench.core, 100);
    for (let index = 0; index < 100; index++) expect((await agent.expect('job')).parts).toHaveLength(49);
  });

  test.each([300, 301])(
    'a job may fail with an error of %i characters, if that is at most 300',
    async (length) => {
      const account = await bench.core.createAccount();
      const agent = await bench.link(account);
      await bench.send(account);
      agent.report(await agent.expect('job'), 2, 'é'.repeat(length));
      if (length === 300) await agent.expect('reportAck');
      else expect((await agent.expect('goodbye')).message).toContain('error');
    },
  );
});
