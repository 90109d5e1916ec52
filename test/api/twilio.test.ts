// Twilio's interface, called by Twilio's own package.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { idleCarrier } from '../support/idle_carrier.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { askTwilio, twilioProgram } from '../support/twilio_program.ts';

const to = '+15005550123';

let service: SimulatedService;
let stack: Stack;
beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, servesTwilio: true, carriers: [idleCarrier('main')] });
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
const nowMs = () => service.simulation.time.nowMs();

const url = () => stack.gateways[0]?.url ?? '';
async function startProgram(fields: Parameters<Stack['createAccount']>[0] = {}) {
  const account = await stack.createAccount(fields);
  return { account, program: twilioProgram(url(), account, { during }) };
}
const hour = 3_600_000;

test('a program sends, reads and cancels texts, and reads its account', async () => {
  const { account, program } = await startProgram();
  const owner = await program.api.v2010.accounts(accountSid(account.id)).fetch();
  expect(owner).toMatchObject({ friendlyName: 'Test', status: 'active', sid: accountSid(account.id) });

  const sent = await program.messages.create({ to, from: 'device:1', body: 'Grüße 😀 & more + %' });
  expect(sent).toMatchObject({
    ...{ accountSid: accountSid(account.id), to, from: 'device:1', body: 'Grüße 😀 & more + %' },
    ...{ status: 'queued', direction: 'outbound-api', numSegments: '1', numMedia: '0', price: null },
    ...{ errorCode: null, errorMessage: null, dateSent: null, apiVersion: '2010-04-01' },
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    dateCreated: expect.any(Date),
  });
  // RFC 2822 has whole seconds.
  expect(sent.dateCreated.getTime()).toBe(Math.trunc(nowMs() / 1_000) * 1_000);
  expect(await program.messages(sent.sid).fetch()).toMatchObject({
    ...sent.toJSON(),
    dateUpdated: expect.any(Date),
  });

  const canceled = await program.messages(sent.sid).update({ status: 'canceled' });
  expect(canceled).toMatchObject({ sid: sent.sid, status: 'canceled', errorCode: null });
  expect((await program.messages(sent.sid).update({ status: 'canceled' })).status).toBe('canceled');
});

test('a text’s states have Twilio’s words, from the first to the last', async () => {
  const { account, program } = await startProgram();
  const sent = await program.messages.create({ to, messagingServiceSid: `MG${'0'.repeat(32)}`, body: 'x' });
  const agent = await during(RawAgent.linked(stack.core, account.deviceToken));
  const job = await during(agent.expect('job'));
  expect((await program.messages(sent.sid).fetch()).status).toBe('sending');
  agent.report(job, 1);
  await during(agent.expect('reportAck'));
  expect(await program.messages(sent.sid).fetch()).toMatchObject({
    ...{ status: 'sent', from: 'device:1', dateSent: expect.any(Date) },
  });
  agent.receipt(job, 1);
  await during(agent.expect('reportAck'));
  expect((await program.messages(sent.sid).fetch()).status).toBe('delivered');
  await program.messages.create({ to, body: 'y', from: 'device:1' });
  agent.report(await during(agent.expect('job')), 3);
  await during(agent.expect('reportAck'));
  expect((await program.messages.list({ limit: 1 }))[0]?.status).toBe('undelivered');
  expect((await program.messages.list({ limit: 1 }))[0]).toMatchObject({
    errorCode: 30410,
    errorMessage: expect.stringMatching(/^outcome_unknown: /),
  });
  await expect(program.messages(sent.sid).update({ status: 'canceled' })).rejects.toMatchObject({
    ...{ status: 409, code: 30409 },
  });
  await during(agent.close());
});

test('lists are read in pages to their end, and can be filtered by sender, recipient and date', async () => {
  const { account, program } = await startProgram();
  const number = '+12015550140';
  await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number });
  const agent = await during(RawAgent.linked(stack.core, account.deviceToken));
  for (const [index, address] of [to, '+15005550124', to].entries()) {
    agent.send({ case: 'inbound', value: { inboundId: `in-${index}`, address, body: `in ${index}` } });
    await during(agent.expect('inboundAck'));
  }
  await during(agent.close());
  for (const index of [0, 1, 2, 3]) await program.messages.create({ to, from: number, body: `out ${index}` });
  await program.messages.create({ to, from: 'device:1', body: 'by phone' });
  const bodies = async (asked: Parameters<typeof program.messages.list>[0]) =>
    (await program.messages.list(asked)).map(({ body }) => body);
  const byNumber = ['out 3', 'out 2', 'out 1', 'out 0'];
  const outbound = ['by phone', ...byNumber];
  const inbound = ['in 2', 'in 1', 'in 0'];
  const all = [...outbound, ...inbound];
  expect(await bodies({ pageSize: 2 })).toEqual(all);
  expect(await bodies({ limit: 3 })).toEqual(all.slice(0, 3));
  const page = await program.messages.page({ pageSize: 3 });
  expect(page.nextPageUrl).toContain('PageToken=PASM');
  expect((await page.nextPage())?.instances.map(({ body }) => body)).toEqual(all.slice(3, 6));
  expect(await bodies({ to })).toEqual(outbound);
  expect(await bodies({ from: number })).toEqual(byNumber);
  expect(await bodies({ from: number, pageSize: 1 })).toEqual(byNumber);
  expect(await bodies({ from: to })).toEqual(['in 2', 'in 0']);
  expect(await bodies({ from: to, to: 'device:1', pageSize: 1 })).toEqual(['in 2', 'in 0']);
  expect(await bodies({ from: 'device:1' })).toEqual(['by phone']);
  expect(await bodies({ from: 'device:2' })).toEqual([]);
  expect(await bodies({ to: number })).toEqual([]);
  expect(await bodies({ from: number, to: 'device:1' })).toEqual([]);
  expect(await bodies({ from: to, to: '+15005550124' })).toEqual([]);
  const now = new Date(nowMs());
  expect(await bodies({ dateSentAfter: new Date(now.getTime() - hour) })).toEqual(all);
  expect(await bodies({ dateSentAfter: new Date(now.getTime() + hour) })).toEqual([]);
  expect(await bodies({ dateSentBefore: new Date(now.getTime() - hour) })).toEqual([]);
  expect((await program.messages.list({ from: to }))[0]).toMatchObject({
    ...{ direction: 'inbound', status: 'received', from: to, to: 'device:1', dateSent: expect.any(Date) },
  });
});

test('a repeated I-Twilio-Idempotency-Token sends nothing again', async () => {
  const { account } = await startProgram();
  const path = `/2010-04-01/Accounts/${accountSid(account.id)}/Messages.json`;
  const send = async (token: string) => {
    const asked = {
      account,
      form: { To: to, Body: 'x' },
      headers: { 'i-twilio-idempotency-token': token },
    };
    const answer = await during(askTwilio(url(), path, asked));
    expect(answer.status).toBe(201);
    return (answer.json as { sid: string }).sid;
  };
  const sids = await Promise.all([send('visit-81'), send('visit-81'), send('visit-81')]);
  expect(new Set([...sids, await send('visit-81')]).size).toBe(1);
  expect(await send('visit-82')).not.toBe(sids[0]);
});

test('a text may be sent for later, and is scheduled until then', async () => {
  const { program } = await startProgram();
  const sendAt = new Date(nowMs() + hour);
  const asked = { to, body: 'x', messagingServiceSid: `MG${'0'.repeat(32)}`, scheduleType: 'fixed' as const };
  const sent = await program.messages.create({ ...asked, sendAt });
  expect(sent.status).toBe('scheduled');
  expect((await program.messages(sent.sid).update({ status: 'canceled' })).status).toBe('canceled');
  const far = new Date(nowMs() + 36 * 24 * hour);
  await expect(program.messages.create({ ...asked, sendAt: far })).rejects.toMatchObject({ code: 35114 });
});
