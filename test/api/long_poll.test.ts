// GET /api/v1/messages with wait: new texts are answered at once, otherwise the request waits, and its place is freed at its end.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SimulatedGateway, SimulatedService } from '../simulation/simulated_service.ts';
import type { Answer } from '../support/http_client.ts';
import { RawAgent } from '../support/raw_agent.ts';
import { type Stack, startStack } from '../support/stack.ts';

const path = '/api/v1/messages';
const waitingPlaces = 3;
let service: SimulatedService;
let stack: Stack;
const agents: RawAgent[] = [];

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, cores: 2, gateways: 2, limits: { waiting: waitingPlaces } });
});
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.socket.terminate();
  // Each test leaves the waiting list empty.
  for (const gateway of [0, 1]) await waiting(0, gateway);
});
afterAll(async () => {
  await stack?.stop();
  await service?.end();
});

const during = <T>(happening: Promise<T>) => service.simulation.during(happening);
/** So many wait once nothing is under way. */
async function waiting(count: number, gateway = 0): Promise<void> {
  await service.simulation.idle();
  expect(await stack.metric('textrelay_gateway_waiting', gateway)).toBe(count);
}

interface Poll {
  answer: Promise<Answer>;
  isAnswered: () => boolean;
  leave: () => void;
}

/** Starts a poll, without waiting for anything. */
function startPoll(key: string, query = 'wait=25', gateway = 0): Poll {
  const client = new AbortController();
  let answered = false;
  const answer = stack.begin({ path: `${path}?${query}`, key, signal: client.signal }, gateway);
  const settle = () => {
    answered = true;
  };
  answer.then(settle, settle);
  return { answer, isAnswered: () => answered, leave: () => client.abort() };
}

const bodies = ({ json }: Answer) => json.messages.map(({ body }: { body: string }) => body);

test('a send answers a waiting poll although no time passes', async () => {
  const account = await stack.createAccount();
  const poll = startPoll(account.key);
  await waiting(1);
  const beganMs = service.simulation.time.nowMs();
  await stack.send(account, { body: 'news' });
  await service.simulation.idle();
  const answer = await poll.answer;
  expect(service.simulation.time.nowMs()).toBe(beganMs);
  expect([answer.status, bodies(answer)]).toEqual([200, ['news']]);
  expect(answer.json).toMatchObject({ next_since: 1, has_more: false });
});

test('a poll that finds something does not wait', async () => {
  const account = await stack.createAccount();
  await stack.send(account);
  expect((await stack.get(`${path}?wait=25`, account.key)).json.messages).toHaveLength(1);
});

test.each(['wait=0', 'wait=-1', ''])('a poll with "%s" does not wait', async (query) => {
  const { key } = await stack.createAccount();
  expect((await stack.get(`${path}?${query}`, key)).json).toEqual({
    messages: [],
    next_since: 0,
    has_more: false,
  });
});

test('texts that the reader has seen, or those of another account, do not answer a poll', async () => {
  const [account, other] = [await stack.createAccount(), await stack.createAccount()];
  await stack.send(account);
  const poll = startPoll(account.key, 'wait=25&since=1');
  const theirs = startPoll(other.key);
  await waiting(2);
  await stack.send(other);
  await service.simulation.run('1 s');
  expect(bodies(await theirs.answer)).toEqual(['hello']);
  expect(poll.isAnswered()).toBe(false);
  await stack.send(account, { body: 'second' });
  expect(bodies(await during(poll.answer))).toEqual(['second']);
});

test('one send answers all polls of an account', async () => {
  const account = await stack.createAccount();
  const polls = [
    startPoll(account.key),
    startPoll(account.key),
    startPoll(account.key, 'wait=25&limit=1', 1),
  ];
  await waiting(2);
  await waiting(1, 1);
  await stack.send(account);
  await service.simulation.run('1 s');
  for (const poll of polls) expect(bodies(await poll.answer)).toEqual(['hello']);
});

test('each change of a text and each inbound text wakes the next poll', async () => {
  const account = await stack.createAccount();
  let since = 0;
  const next = async (happen: () => unknown) => {
    const poll = startPoll(account.key, `wait=25&since=${since}`);
    await waiting(1);
    await happen();
    const { json } = await during(poll.answer);
    since = json.next_since;
    return json.messages.map(({ status }: { status: string }) => status);
  };
  expect(await next(() => stack.send(account))).toEqual(['queued']);
  let agent: RawAgent | undefined;
  const link = async () => {
    agent = await during(RawAgent.linked(stack.core, account.deviceToken));
    agents.push(agent);
  };
  expect(await next(link)).toEqual(['sending']);
  const job = await during((agent as unknown as RawAgent).expect('job'));
  expect(await next(() => agent?.report(job, 1))).toEqual(['sent']);
  expect(await next(() => agent?.receipt(job, 1))).toEqual(['delivered']);
  const value = { inboundId: 'i', address: '+15005550123', body: 'hi' };
  expect(await next(() => agent?.send({ case: 'inbound', value }))).toEqual(['received']);
});

test('a poller that reads on during 60 sends sees every text once, in order', async () => {
  const account = await stack.createAccount({ exempt: true });
  const seen: string[] = [];
  const sends = (async () => {
    for (let index = 0; index < 60; index++) await stack.send(account, { body: `text ${index}` });
  })();
  let since = 0;
  while (seen.length < 60) {
    const { json } = await stack.get(
      `${path}?wait=25&limit=7&since=${since}`,
      await stack.createKey(account),
    );
    for (const message of json.messages) {
      expect(message.seq).toBeGreaterThan(since);
      since = message.seq;
      seen.push(message.body);
    }
    expect(json.next_since).toBe(since);
  }
  await sends;
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `text ${index}`));
});

test('a client that goes away frees its place at once', async () => {
  const { key } = await stack.createAccount();
  const gone = await stack.metric('textrelay_gateway_waits_gone_total');
  const polls = [startPoll(key), startPoll(key)];
  await waiting(2);
  for (const poll of polls) poll.leave();
  await Promise.allSettled(polls.map(({ answer }) => answer));
  await waiting(0);
  expect(await stack.metric('textrelay_gateway_waits_gone_total')).toBe(gone + 2);
});

test('when every place is taken another poll does not wait', async () => {
  const { key } = await stack.createAccount();
  const polls = Array.from({ length: waitingPlaces }, () => startPoll(key));
  await waiting(waitingPlaces);
  expect((await stack.get(`${path}?wait=25`, key)).json.messages).toEqual([]);
  for (const poll of polls) poll.leave();
  await Promise.allSettled(polls.map(({ answer }) => answer));
});

test('a wait of 25 seconds or more ends after 25, with an empty page that says where to go on', async () => {
  const account = await stack.createAccount();
  await stack.send(account);
  const polls = ['26', '25', '99999999999999999999'].map((seconds) =>
    startPoll(account.key, `wait=${seconds}&since=1`),
  );
  await service.simulation.run('1 s');
  // Most of the time passes at once.
  const { clock } = stack.gateways[0] as SimulatedGateway;
  clock.set(23_000);
  await service.simulation.run(999);
  expect(polls.map(({ isAnswered }) => isAnswered())).toEqual([false, false, false]);
  await service.simulation.run('100 ms');
  clock.set(-23_000);
  for (const { isAnswered, answer } of polls)
    expect(isAnswered() && (await answer)).toMatchObject({
      status: 200,
      json: { messages: [], next_since: 1, has_more: false },
    });
});

test('a reader who is ahead of the feed learns that after 5 seconds, and waits no longer', async () => {
  const account = await stack.createAccount();
  await stack.send(account);
  const poll = startPoll(account.key, 'wait=25&since=7');
  await service.simulation.run(4_999);
  expect(poll.isAnswered()).toBe(false);
  await service.simulation.run('100 ms');
  expect(poll.isAnswered() && (await poll.answer).json).toEqual({
    messages: [],
    next_since: 7,
    has_more: false,
    cursor_ahead: true,
    newest_seq: 1,
  });
});

test('a commit on any core wakes the polls of every gateway within a second', async () => {
  for (const core of stack.cores) {
    const account = await stack.createAccount();
    const polls = [0, 1].map((gateway) => startPoll(account.key, 'wait=25', gateway));
    for (const gateway of [0, 1]) await waiting(1, gateway);
    const text = { accountId: account.id, address: '+15005550006', body: 'from afar' };
    await core.messages.sendMessages({ texts: [text] });
    await service.simulation.run('1 s');
    for (const poll of polls) expect(poll.isAnswered() && bodies(await poll.answer)).toEqual(['from afar']);
  }
});

test('a gateway that stops answers its waiting polls with an empty page', async () => {
  const stopping = await startStack({ service });
  const { key } = await stopping.createAccount();
  const polls = [0, 0].map((since) => stopping.begin({ path: `${path}?wait=25&since=${since}`, key }));
  await service.simulation.idle();
  expect(await stopping.metric('textrelay_gateway_waiting')).toBe(2);
  await stopping.gateways[0]?.stop();
  for (const { status, headers, json } of await Promise.all(polls)) {
    expect([status, json]).toEqual([200, { messages: [], next_since: 0, has_more: false }]);
    expect(headers.connection).toBe('close');
  }
  await stopping.stop();
});
