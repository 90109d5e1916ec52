// Webhooks in Twilio's format, to a program that checks them with Twilio's own package and answers with TwiML.

import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, serviceToken, type TestAccount } from '../support/core.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startTwilioEnd, type TwilioEnd, takeTwilio } from '../support/twilio_end.ts';

const token = 'the-one-token-of-this-program';
const recipient = '+15005550123';

let service: SimulatedService;
let stack: Stack;
const ends: TwilioEnd[] = [];
beforeAll(async () => {
  const carriers = [{ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} }];
  service = await SimulatedService.begin();
  stack = await startStack({ service, carriers });
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end.stop()));
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
/** Everything that follows from what was asked for so far has happened. */
const settle = () => service.simulation.run('2 s');

const put = (key: string, name: string, body: unknown) =>
  stack.ask({ method: 'PUT', path: `/api/v1/webhooks/${name}`, key, body });
const replay = (key: string) => stack.post('/api/v1/webhooks/twilio/replay', key, { seq: 0 });
interface Shown {
  format: string;
  behind: number;
  failures: number;
  disabled_reason: string | null;
}
const shown = async (key: string): Promise<Shown> =>
  (await stack.get('/api/v1/webhooks/twilio', key)).json.webhook;
const attempts = async (key: string): Promise<{ status: number | null; error: string | null }[]> =>
  (await stack.get('/api/v1/webhooks/twilio/attempts', key)).json.attempts;

async function startEnd() {
  const end = await startTwilioEnd(token);
  ends.push(end);
  return end;
}

/** An account whose program takes everything at `/texts`. */
async function startProgram(fields: Record<string, unknown> = {}, paired = true) {
  const account = await stack.createAccount({ paired });
  const end = await startEnd();
  const made = await put(account.key, 'twilio', {
    ...{ url: `${end.url}texts`, format: 'twilio', secret: token },
    ...fields,
  });
  expect([made.status, made.json]).toMatchObject([200, { secret: token, webhook: { format: 'twilio' } }]);
  return { account, end };
}

async function sendFor(account: Pick<TestAccount, 'id'>, fields: Record<string, unknown> = {}) {
  const text = { accountId: account.id, address: recipient, body: 'Hello', ...fields };
  const { results } = await clientOf(MessageService, stack.core, serviceToken, during).sendMessages({
    texts: [text],
  });
  return results[0]?.outcome;
}

/** The texts that were sent, the oldest first. */
async function sentOf({ key }: Pick<TestAccount, 'key'>): Promise<Record<string, unknown>[]> {
  const { messages } = (await stack.get('/api/v1/messages?since=0&limit=500', key)).json;
  const out = messages.filter(({ direction }: { direction: string }) => direction === 'out');
  return out.sort((a: { id: number }, b: { id: number }) => a.id - b.id);
}

/** A phone of the account that receives texts. */
async function linkPhone({ deviceToken }: TestAccount) {
  const agent = await during(RawAgent.linked(stack.core, deviceToken));
  let count = 0;
  return {
    agent,
    async bring(body: string) {
      count += 1;
      agent.send({ case: 'inbound', value: { inboundId: `in-${count}`, address: recipient, body } });
      await during(agent.expect('inboundAck'));
    },
  };
}

test('a received text arrives as Twilio delivers it, and its TwiML answer leaves once, by the device or number that it came to', async () => {
  const { account, end } = await startProgram();
  const { agent, bring } = await linkPhone(account);
  const odd = 'a&b=c d%+\n<é> "😀"';
  end.answer = (response) => {
    const twiml = new twilio.twiml.MessagingResponse();
    twiml.message(`You said ${odd}`);
    twiml.message({ to: '+15005550124' }, 'Somebody wrote');
    response.writeHead(200, { 'content-type': 'text/xml' }).end(twiml.toString());
  };
  await bring(odd);
  await settle();
  expect(end.requests[0]).toMatchObject({
    path: '/texts',
    params: {
      ...{
        From: recipient,
        To: 'device:1',
        Body: odd,
        NumMedia: '0',
        NumSegments: '1',
        SmsStatus: 'received',
      },
      ...{ ApiVersion: '2010-04-01', AccountSid: `AC${account.id.toString(16).padStart(32, '0')}` },
      MessageSid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    },
  });
  expect(await sentOf(account)).toMatchObject([
    { address_norm: recipient, body: `You said ${odd}`, from: 'device:1' },
    { address_norm: '+15005550124', body: 'Somebody wrote', from: 'device:1' },
  ]);
  // Delivered again, and answered with other words.
  end.requests.splice(0);
  end.answer = (response) =>
    response.writeHead(200).end('<Response><Message>Other words</Message></Response>');
  await replay(account.key);
  await settle();
  expect(end.requests.some(({ params }) => params.SmsStatus === 'received')).toBe(true);
  expect((await shown(account.key)).behind).toBe(0);
  expect(await sentOf(account)).toHaveLength(2);
  expect(end.refused).toEqual([]);
  await during(agent.close());
});

test('an answer to what came to a carrier’s number leaves from that number', async () => {
  const { account, end } = await startProgram({}, false);
  const numbers = ['+15005550040', '+15005550041'];
  for (const number of numbers)
    await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'simulated', number });
  let isAnswered = false;
  end.answer = (response, { params }) => {
    const isFirst = params.SmsStatus === 'received' && !isAnswered;
    isAnswered ||= isFirst;
    response.writeHead(200).end(isFirst ? '<Response><Message><Body>Yes</Body></Message></Response>' : '');
  };
  // The recipient answers.
  await sendFor(account, { address: '+15005550011', from: numbers[1] });
  await service.simulation.run('5 s');
  expect(isAnswered).toBe(true);
  expect(await sentOf(account)).toHaveLength(2);
  const received = end.requests.find(({ params }) => params.SmsStatus === 'received');
  expect(received?.params).toMatchObject({ From: '+15005550011', To: numbers[1] });
  expect((await sentOf(account))[1]).toMatchObject({ body: 'Yes', from: numbers[1] });
});

test('parts of an answer that are not supported are ignored and logged, and so are parts that are refused', async () => {
  const { account, end } = await startProgram({ types: ['text.received'] });
  const { agent, bring } = await linkPhone(account);
  const answers = [
    '<Response><Redirect>/x</Redirect><Message>Served<Media>x</Media></Message></Response>',
    'no TwiML',
    '<Response><Message></Message></Response>',
    `<Response><Message>${'x'.repeat(70_000)}</Message></Response>`,
    `<Response><Message>${'x'.repeat(1_601)}</Message></Response>`,
    '',
  ];
  for (const [index, answer] of answers.entries()) {
    end.answer = (response) => response.writeHead(200).end(answer);
    await bring(`text ${index}`);
    await settle();
    expect([end.requests.length, (await shown(account.key)).behind]).toEqual([index + 1, 0]);
  }
  const written = (await attempts(account.key)).map(({ status, error }) => [status, error]).reverse();
  expect(written).toEqual([
    [200, '<Redirect> is not served and was ignored; <Media> in <Message> is not served and was ignored'],
    [200, 'the answer is no TwiML: nothing was sent'],
    [200, 'message 1 was refused: invalid_request: body must not be empty'],
    [200, 'the answer is longer than 64 KiB: it was not read'],
    [200, 'message 1 was refused: invalid_request: body must have at most 1600 characters'],
    [200, null],
  ]);
  expect((await sentOf(account)).map(({ body }) => body)).toEqual(['Served']);
  await during(agent.close());
});

test('an answer that breaks off does not count: the text comes again, and is answered once', async () => {
  const { account, end } = await startProgram({ types: ['text.received'] });
  const { agent, bring } = await linkPhone(account);
  end.answer = (response) => {
    const part = '<Response><Message>Half';
    response.writeHead(200, { 'content-length': '500' }).write(part, () => response.destroy());
  };
  await bring('Hi');
  await settle();
  expect((await shown(account.key)).failures).toBe(1);
  expect(await sentOf(account)).toEqual([]);
  end.answer = (response) => response.writeHead(200).end('<Response><Message>Whole</Message></Response>');
  await stack.post('/api/v1/webhooks/twilio/enable', account.key, undefined);
  await settle();
  expect(await sentOf(account)).toMatchObject([{ body: 'Whole' }]);
  await during(agent.close());
});

test('changes of a text go to its own callback; those of other texts go to the webhook if it asks for them', async () => {
  const { account, end } = await startProgram({ types: ['text.received'] });
  const agent = await during(RawAgent.linked(stack.core, account.deviceToken));
  await sendFor(account, { statusCallback: `${end.url}own?visit=81&x=%20'` });
  await sendFor(account);
  const own = '/own?visit=81&x=%20%27';
  for (const _ of [1, 2]) agent.receipt(await during(agent.submit()), 1);
  await settle();
  expect((await shown(account.key)).behind).toBe(0);
  expect(end.requests.every(({ path }) => path === own)).toBe(true);
  expect(end.requests.at(-1)?.params).toMatchObject({ To: recipient, SmsStatus: 'delivered' });

  await put(account.key, 'twilio', { url: `${end.url}texts` });
  await sendFor(account);
  agent.report(await during(agent.expect('job')), 2, 'device_failed: no SIM');
  await settle();
  expect(end.statusesAt('/texts')).toContain('failed');
  expect(end.requests.at(-1)?.params).toMatchObject({ MessageStatus: 'failed', ErrorCode: '30008' });
  expect(end.refused).toEqual([]);
  await during(agent.close());
});

test('of two webhooks in Twilio’s format one posts to texts’ own callbacks', async () => {
  const { account, end } = await startProgram();
  await put(account.key, 'a_first', { url: `${end.url}other`, format: 'twilio', secret: token });
  await sendFor(account, { statusCallback: `${end.url}own` });
  await settle();
  expect([(await shown(account.key)).behind, end.requests.length]).toEqual([0, 1]);
  await sendFor(account);
  await settle();
  expect([end.statusesAt('/texts'), end.statusesAt('/other')]).toEqual([['queued'], ['queued']]);
  expect(end.statusesAt('/own')).toEqual(['queued']);
});

test('a callback that fails is tried three times, then skipped and logged; nothing is disabled', async () => {
  const { account, end } = await startProgram();
  const bad = await startEnd();
  bad.answer = (response) => response.writeHead(410).end('gone');
  await sendFor(account, { statusCallback: `${bad.url}bad` });
  await sendFor(account, { statusCallback: `${end.url}good` });
  await sendFor(account);
  await service.simulation.run('20 s');
  expect([end.statusesAt('/good'), end.statusesAt('/texts')]).toEqual([['queued'], ['queued']]);
  expect(bad.requests).toHaveLength(3);
  const errors = (await attempts(account.key)).map(({ error }) => error).filter((error) => error !== null);
  expect(errors.reverse()).toEqual([
    'the endpoint answered 410',
    'the endpoint answered 410',
    'the endpoint answered 410; passed over after 3 attempts',
  ]);
  expect(await shown(account.key)).toMatchObject({ failures: 0, disabled_reason: null });
  // It fails quickly: each further text is tried once, and no other text waits for it.
  for (const _ of [1, 2, 3]) await sendFor(account, { statusCallback: `${bad.url}bad` });
  await settle();
  expect((await shown(account.key)).behind).toBe(0);
  expect(bad.requests).toHaveLength(6);
});

test('a test of the endpoint is signed, and is no text', async () => {
  const { account, end } = await startProgram();
  const tested = await stack.post('/api/v1/webhooks/twilio/test', account.key, undefined);
  expect(tested.json).toMatchObject({ acknowledged: true, status: 200 });
  expect(end.requests.map(({ params }) => Object.keys(params).sort())).toEqual([
    ['AccountSid', 'ApiVersion', 'EventType'],
  ]);
  end.answer = takeTwilio;
});
