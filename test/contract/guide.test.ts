// An agent that has read nothing but the guide, or the skill: their example requests, as they are printed and in their order,
// against the whole service, each with the answer that the guide shows.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { putInbound } from '../../device-agent/drivers/simulated_inbox.ts';
import { pairDirectory, startSimulatedAgent } from '../simulation/simulated_agent.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { type Answer, type Ask, sendRequest } from '../support/http_client.ts';
import { createPlatform } from '../support/platform.ts';
import { type Stack, startStack } from '../support/stack.ts';

let service: SimulatedService;
let stack: Stack;
let account: TestAccount;
/** The directory of the account's phone. */
let phone: string;
/** The example requests of the guide and the skill by chapter. */
let chapters: Map<string, string[]>;
/** Those of the chapter that is being followed which were not run yet. */
let examples: string[] = [];
/** What the guide's names stand for; the agent learns some of them on the way. */
let known: Record<string, string>;

beforeAll(async () => {
  service = await SimulatedService.begin();
  stack = await startStack({ service, billing: { provider: 'sandbox' } });
  account = await stack.createAccount();
  const url = `http://127.0.0.1:${stack.core.device.port}`;
  phone = pairDirectory(service, { url, token: account.deviceToken });
  await startSimulatedAgent(service, phone);
  const platform = await createPlatform(stack.core, account);
  known = { BASE: '', KEY: account.key, PLATFORM_KEY: platform.key };
  const { text } = await stack.ask({ path: '/llms.txt' });
  const blocksOf = (chapter: string) =>
    [...chapter.matchAll(/^```sh\n(.*?)\n```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  const { text: skill } = await request({ path: '/skills/textrelay/SKILL.md' });
  chapters = new Map(
    [text, skill]
      .flatMap((one) => one.split('\n## '))
      .map((chapter): [string, string[]] => [chapter.split('\n', 1)[0] as string, blocksOf(chapter)])
      .filter(([, lines]) => lines.length > 0),
  );
});
afterEach(() => {
  expect(examples, 'examples that were not run').toEqual([]);
});
afterAll(() => service?.end());

/** Asks what is not documented for programs. */
const request = (ask: Ask) => service.simulation.during(sendRequest(stack.gateways[0]?.url ?? '', ask));
const answers = (inboundId: string, body: string) => {
  const receivedAtMs = service.simulation.time.nowMs();
  putInbound(phone, { inboundId, address: '+15005550006', body, receivedAtMs });
};

/** Goes to a chapter; the test has to run every example in it. */
function follow(title: string): void {
  examples = chapters.get(title) ?? [];
  expect(examples, title).not.toEqual([]);
  chapters.delete(title);
}

/** What a line of curl asks for. Fails for whatever else a line might hold, so that no example goes unread. */
function parse(line: string): Ask {
  const filled = line.replace(/\$([A-Z_]+)/g, (_name, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`nothing before this line says what ${name} is: ${line}`);
    return value;
  });
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  expect(words.splice(0, 2)).toEqual(['curl', '-s']);
  if (words[0] === '--max-time') expect(Number(words.splice(0, 2)[1])).toBeGreaterThan(25);
  const ask: Ask = { path: words.shift() ?? '', headers: {} };
  while (words.length > 0) {
    const [option, value = ''] = words.splice(0, 2);
    if (option === '-d') {
      ask.method = 'POST';
      ask.body = value;
    } else {
      expect(option).toBe('-H');
      const [, name = '', content = ''] = /^([\w-]+): (.+)$/.exec(value) ?? [];
      ask.headers = { ...ask.headers, [name.toLowerCase()]: content };
    }
  }
  return ask;
}

/** Runs the next example, which is the one that the test expects. */
async function runNext(expected: string): Promise<Answer> {
  const line = examples.shift() ?? 'no example is left';
  const ask = parse(line);
  expect(`${ask.method ?? 'GET'} ${ask.path.split('?')[0]}`, line).toBe(expected);
  const answer = await stack.ask(ask);
  expect(answer.status, `${line}: ${answer.text}`).toBe(200);
  return answer;
}

/** Goes on with the poll of the guide, from where it stands until `isThere`. */
async function pollUntil(line: string, isThere: (message: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const { status, json } = await stack.ask(parse(line));
    expect([status, Object.keys(json).sort()]).toEqual([200, ['has_more', 'messages', 'next_since']]);
    expect(json.next_since).toBeGreaterThanOrEqual(Number(known.SINCE));
    known.SINCE = String(json.next_since);
    const found = (json.messages as Shown[]).find(isThere);
    if (found) return found;
  }
}

interface Shown {
  id: number;
  direction: string;
  address_norm: string;
  body: string;
  status: string;
}

test('sends, waits for the reply, and looks at the text', async () => {
  follow('Send a text and wait for the reply');
  const start = await runNext('GET /api/v1/messages');
  expect(start.json).toEqual({
    messages: [],
    next_since: expect.any(Number),
    has_more: false,
    cursor_ahead: true,
    newest_seq: expect.any(Number),
  });
  known.SINCE = String(start.json.newest_seq);

  const sendLine = examples[0] as string;
  const sent = (await runNext('POST /api/v1/messages')).json;
  expect(Object.keys(sent)).toEqual(['message', 'usage']);
  const { id, address_norm: address } = sent.message as Shown;
  known.ID = String(id);

  const again = await stack.ask(parse(sendLine));
  expect([again.status, again.headers['idempotent-replayed'], again.json.message.id]).toEqual([
    200,
    'true',
    id,
  ]);
  expect(again.headers['idempotent-differs']).toBeUndefined();
  const differs = await stack.ask(parse(sendLine.replace('Tuesday', 'Friday')));
  expect([differs.status, differs.headers['idempotent-differs']]).toEqual([200, 'true']);
  expect(differs.json.message.body).toBe(sent.message.body);

  const pollLine = examples.shift() as string;
  expect(parse(pollLine).path).toBe(`/api/v1/messages?since=${known.SINCE}&wait=25`);
  await pollUntil(pollLine, (message) => message.id === id && message.status === 'sent');
  await pollUntil(pollLine, (message) => message.id === id && message.status === 'delivered');
  const reply = pollUntil(pollLine, (message) => message.direction === 'in');
  answers('1', 'Yes, at ten.');
  expect(await reply).toMatchObject({ address_norm: address, body: 'Yes, at ten.', status: 'received' });

  const looked = (await runNext(`GET /api/v1/messages/${id}`)).json;
  expect(looked.message).toMatchObject({ id, status: 'delivered' });
});

test('reads how much it may send', async () => {
  follow('Limits');
  expect((await runNext('GET /api/v1/usage')).json).toMatchObject({
    can_send: true,
    reason: 'ok',
    texts_used: 1,
  });
});

test('pages through the past', async () => {
  follow('Page through the past');
  const threads = (await runNext('GET /api/v1/threads')).json;
  expect(threads).toMatchObject({ threads: [{ message_count: 2 }], next_cursor: null });
  const thread = (await runNext('GET /api/v1/threads/+15005550006/messages')).json;
  expect(thread.next_before).toBeNull();
  expect(thread.messages.map(({ direction }: Shown) => direction)).toEqual(['in', 'out']);
});

test('changes the plan, which a person pays for', async () => {
  follow('Change the plan');
  const { tiers } = (await runNext('GET /api/v1/tiers')).json;
  expect(tiers.map(({ plan }: { plan: string }) => plan)).toContain('growth');
  const planLine = examples[0] as string;
  const change = (await runNext('POST /api/v1/plan')).json;
  expect(change).toMatchObject({
    ok: true,
    plan: 'growth',
    applied: false,
    changed: false,
    method: 'checkout',
  });
  expect((await stack.ask(parse(planLine))).json.checkout_url).toBe(change.checkout_url);

  const path = new URL(change.checkout_url).pathname;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const paid = await request({ method: 'POST', path, headers, body: 'action=pay' });
  expect(paid.status).toBe(303);
  expect((await stack.get('/api/v1/usage', account.key)).json).toMatchObject({ plan: 'growth' });
});

test('acts as a platform for an account that was linked to it', async () => {
  follow('Platform keys');
  const { accounts } = (await runNext('GET /api/v1/accounts')).json;
  expect(accounts).toMatchObject([{ id: Number(account.id), plan: 'growth' }]);

  const usageLine = examples[0] as string;
  const withoutTarget = await stack.ask(parse(usageLine.replace(/ -H "X-SVC-Account[^"]*"/, '')));
  expect([withoutTarget.status, withoutTarget.json.code]).toEqual([400, 'invalid_request']);
  known.ACCOUNT = '100000000001';
  const unlinked = await stack.ask(parse(usageLine));
  expect([unlinked.status, unlinked.json.code]).toEqual([404, 'not_found']);

  known.ACCOUNT = String(accounts[0].id);
  expect((await runNext('GET /api/v1/usage')).json).toMatchObject({ plan: 'growth' });
  const change = (await runNext('POST /api/v1/plan')).json;
  expect(change).toMatchObject({ plan: 'pro', applied: true, changed: true, method: 'subscription_updated' });
  expect(change).not.toHaveProperty('checkout_url');
});

test.each([
  ['Ask a person and wait', 'visit-80-question', 'a'],
  ['Ask a person and wait for the answer', 'visit-80-skill', 'b'],
])('%s: and asks on', async (title, ref, inbound) => {
  follow(title);
  // The skill asks as the guide does, and an account knows each client_ref once.
  examples[0] = examples[0]?.replace('visit-80-question', ref) ?? '';
  const held = runNext('POST /api/v1/messages');
  await service.simulation.run('1 s');
  expect(await stack.metric('textrelay_gateway_waiting')).toBe(1);
  answers(`${inbound}1`, 'No.');
  const asked = (await held).json;
  expect(asked).toMatchObject({
    message: { direction: 'out' },
    outcome: { state: 'reply', reply: { body: 'No.' } },
  });
  known.ID = String(asked.outcome.id);
  known.SINCE = String(asked.outcome.since);
  answers(`${inbound}2`, 'Or yes.');
  const further = (await runNext(`GET /api/v1/messages/${known.ID}/outcome`)).json;
  expect(further.outcome).toMatchObject({ state: 'reply', reply: { body: 'Or yes.' } });
});

test('no chapter with examples is left out', () => {
  expect([...chapters.keys()]).toEqual([]);
});
