// Webhooks in Twilio's format, to a program that checks them with Twilio's own package and answers with TwiML.

import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { PlaceService, type WebhookFormat } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { simulatedKind } from '../../server/carrier/simulated/simulated.ts';
import { clientOf, type TestAccount } from '../support/core.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { startTwilioEnd, type TwilioEnd, takeTwilio } from '../support/twilio_end.ts';

const token = 'the-one-token-of-this-program';
const person = '+15005550123';

let stack: Stack;
const ends: TwilioEnd[] = [];
beforeAll(async () => {
  const carriers = [{ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} }];
  stack = await startStack({ carriers });
});
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end.stop()));
});
afterAll(() => stack.stop());

const put = (key: string, name: string, body: unknown) =>
  stack.ask({ method: 'PUT', path: `/api/v1/webhooks/${name}`, key, body });
const replay = (key: string) => stack.post('/api/v1/webhooks/twilio/replay', key, { seq: 0 });
const shown = async (key: string) =>
  (
    (await stack.get('/api/v1/webhooks/twilio', key)).json as {
      webhook: { format: string; behind: number; failures: number; disabled_reason: string | null };
    }
  ).webhook;
const attempts = async (key: string) =>
  (
    (await stack.get('/api/v1/webhooks/twilio/attempts', key)).json as {
      attempts: { status: number | null; error: string | null }[];
    }
  ).attempts;

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
  const text = { accountId: account.id, address: person, body: 'Hello', ...fields };
  const { results } = await clientOf(MessageService, stack.core).sendMessages({ texts: [text] });
  return results[0]?.outcome;
}

/** The texts that were sent, the oldest first. */
async function sentOf({ key }: Pick<TestAccount, 'key'>) {
  const { json } = await stack.get('/api/v1/messages?limit=500', key);
  const { messages } = json as { messages: Record<string, unknown>[] };
  return messages.filter(({ direction }) => direction === 'out').sort((a, b) => Number(a.id) - Number(b.id));
}

/** A phone of the account that receives texts. */
async function linkPhone({ deviceToken }: TestAccount) {
  const agent = await RawAgent.linked(stack.core, deviceToken);
  let count = 0;
  return {
    agent,
    async bring(body: string) {
      count += 1;
      agent.send({ case: 'inbound', value: { inboundId: `in-${count}`, address: person, body } });
      await agent.expect('inboundAck');
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
  await until(async () => (await sentOf(account)).length === 2);
  expect(end.requests[0]).toMatchObject({
    path: '/texts',
    params: {
      ...{ From: person, To: 'device:1', Body: odd, NumMedia: '0', NumSegments: '1', SmsStatus: 'received' },
      ...{ ApiVersion: '2010-04-01', AccountSid: `AC${account.id.toString(16).padStart(32, '0')}` },
      MessageSid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    },
  });
  expect(await sentOf(account)).toMatchObject([
    { address_norm: person, body: `You said ${odd}`, from: 'device:1' },
    { address_norm: '+15005550124', body: 'Somebody wrote', from: 'device:1' },
  ]);
  // Delivered again, and answered with other words.
  end.requests.splice(0);
  end.answer = (response) =>
    response.writeHead(200).end('<Response><Message>Other words</Message></Response>');
  await replay(account.key);
  await until(() => end.requests.some(({ params }) => params.SmsStatus === 'received'));
  await until(async () => (await shown(account.key)).behind === 0);
  expect(await sentOf(account)).toHaveLength(2);
  expect(end.refused).toEqual([]);
  await agent.close();
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
  await until(() => isAnswered);
  await until(async () => (await sentOf(account)).length === 2);
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
    await until(() => end.requests.length === index + 1);
    await until(async () => (await shown(account.key)).behind === 0);
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
  await agent.close();
});

test('an answer that breaks off does not count: the text comes again, and is answered once', async () => {
  const { account, end } = await startProgram({ types: ['text.received'] });
  const { agent, bring } = await linkPhone(account);
  end.answer = (response) => {
    response.writeHead(200, { 'content-length': '500' }).write('<Response><Message>Half');
    setTimeout(() => response.destroy(), 50);
  };
  await bring('Hi');
  await until(async () => (await shown(account.key)).failures === 1);
  expect(await sentOf(account)).toEqual([]);
  end.answer = (response) => response.writeHead(200).end('<Response><Message>Whole</Message></Response>');
  await stack.post('/api/v1/webhooks/twilio/enable', account.key, undefined);
  await until(async () => (await sentOf(account)).length === 1);
  expect((await sentOf(account))[0]).toMatchObject({ body: 'Whole' });
  await agent.close();
});

test('changes of a text go to its own callback; those of other texts go to the webhook if it asks for them', async () => {
  const { account, end } = await startProgram({ types: ['text.received'] });
  const agent = await RawAgent.linked(stack.core, account.deviceToken);
  await sendFor(account, { statusCallback: `${end.url}own?visit=81&x=%20'` });
  await sendFor(account);
  const own = '/own?visit=81&x=%20%27';
  for (const _ of [1, 2]) agent.receipt(await agent.submit(), 1);
  await until(() =>
    end.requests.some(({ path, params }) => path === own && params.MessageStatus === 'delivered'),
  );
  await until(async () => (await shown(account.key)).behind === 0);
  expect(end.requests.every(({ path }) => path === own)).toBe(true);
  expect(end.requests.at(-1)?.params).toMatchObject({ To: person, SmsStatus: 'delivered' });

  await put(account.key, 'twilio', { url: `${end.url}texts` });
  await sendFor(account);
  agent.report(await agent.expect('job'), 2, 'device_failed: no SIM');
  await until(() => end.statusesAt('/texts').includes('failed'));
  expect(end.requests.at(-1)?.params).toMatchObject({ MessageStatus: 'failed', ErrorCode: '30008' });
  expect(end.refused).toEqual([]);
  await agent.close();
});

test('of two webhooks in Twilio’s format one posts to texts’ own callbacks', async () => {
  const { account, end } = await startProgram();
  await put(account.key, 'a_first', { url: `${end.url}other`, format: 'twilio', secret: token });
  await sendFor(account, { statusCallback: `${end.url}own` });
  await until(async () => (await shown(account.key)).behind === 0);
  await until(() => end.requests.length > 0);
  await sendFor(account);
  await until(() => end.statusesAt('/texts').length > 0 && end.statusesAt('/other').length > 0);
  expect(end.statusesAt('/own')).toEqual(['queued']);
});

test('a callback that fails is tried three times, then skipped and logged; nothing is disabled', async () => {
  const { account, end } = await startProgram();
  const bad = await startEnd();
  bad.answer = (response) => response.writeHead(410).end('gone');
  await sendFor(account, { statusCallback: `${bad.url}bad` });
  await sendFor(account, { statusCallback: `${end.url}good` });
  await sendFor(account);
  await until(() => end.statusesAt('/good').length > 0 && end.statusesAt('/texts').length > 0);
  expect(bad.requests).toHaveLength(3);
  const failed = (await attempts(account.key)).filter(({ error }) => error !== null).reverse();
  expect(failed.map(({ error }) => error)).toEqual([
    'the endpoint answered 410',
    'the endpoint answered 410',
    'the endpoint answered 410; passed over after 3 attempts',
  ]);
  expect(await shown(account.key)).toMatchObject({ failures: 0, disabled_reason: null });
  // It fails quickly: each further text is tried once, and no other text waits for it.
  for (const _ of [1, 2, 3]) await sendFor(account, { statusCallback: `${bad.url}bad` });
  await until(async () => (await shown(account.key)).behind === 0);
  expect(bad.requests).toHaveLength(6);
});

test('a callback address has the rules of a webhook’s address, and a text with a bad one is not accepted', async () => {
  const account = await stack.createAccount();
  for (const statusCallback of [
    'shop.example/x',
    'ftp://shop.example/',
    'https://10.0.0.1/',
    'https://user:word@shop.example/',
    '',
    `https://shop.example/${'x'.repeat(2_048)}`,
  ]) {
    const outcome = await sendFor(account, { statusCallback });
    expect([statusCallback, outcome?.case]).toEqual([statusCallback, 'error']);
    expect(outcome?.case === 'error' && outcome.value.message).toMatch(/^status_callback/);
  }
  const most = `https://shop.example/${'x'.repeat(2_048 - 'https://shop.example/'.length)}`;
  expect((await sendFor(account, { statusCallback: most }))?.case).toBe('accepted');
});

test('a format is kept unless another is asked for, and its rules of secrets and types hold', async () => {
  const { id, key } = await stack.createAccount();
  const url = 'https://shop.example/texts';
  const made = await put(key, 'twilio', { url, format: 'twilio' });
  expect(made.json).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    webhook: { format: 'twilio', types: ['text.received', 'text.updated'] },
  });
  await put(key, 'twilio', { url, secret: token });
  expect(await shown(key)).toMatchObject({ format: 'twilio' });
  const refused = [
    { url, format: 'standard' },
    { url, format: 'twilio', types: ['device.offline'] },
    { url, format: 'twilio', secret: 'x'.repeat(15) },
    { url, format: 'twilio', secret: 'x'.repeat(129) },
    { url, format: 'twilio', secret: `has a space ${'x'.repeat(16)}` },
    { url, format: 'other' },
  ];
  for (const body of refused) expect([body, (await put(key, 'twilio', body)).status]).toEqual([body, 400]);
  const unknown = { accountId: id, name: 'twilio', url, format: 99 as WebhookFormat };
  await expect(clientOf(PlaceService, stack.core).putWebhook(unknown)).rejects.toThrow(
    'format must be one of',
  );
  expect((await put(key, 'twilio', { url, secret: 'x'.repeat(128) })).status).toBe(200);
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
