// What texts of one batch use of the budgets that they share: those of their keys, incoming webhooks, recipients and account. Only accepted
// texts count, so that a text that one budget refuses takes nothing of another from those behind it.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { setAnswers } from '../../../test/support/answered_rows.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { newText } from '../../../test/support/new_text.ts';
import { type SeededAccount, seedAccounts } from '../../../test/support/seed_accounts.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { type KeyPolicy, openPolicy } from '../../domain/keys/key_policy.ts';
import { quotaMonth } from '../../domain/plans/month.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { createStore, type Store } from '../store.ts';
import { mostAnswers } from './answers.ts';

const incomingWebhooks = ['alarms', 'news'];
const recipients = ['+15005550006', '+15005550007'];
let url: string;
let database: Database;
let store: Store;
let inspect: ReturnType<typeof openInspector>;
let account: SeededAccount;
beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 10_000 });
  store = createStore(database);
  inspect = openInspector(url);
});
afterAll(async () => {
  await inspect.end();
  await database.close();
});
beforeEach(async () => {
  [account] = (await seedAccounts(url, 1, 2)) as [SeededAccount];
  for (const [index, name] of incomingWebhooks.entries())
    await inspect`insert into incoming_webhook (account_id, name, slot, template, recipients, event_id, texts_per_hour, is_urgent, created_at)
      values (${account.id}, ${name}, ${index + 1}, 'x', '{}', '', 1000, false, now())`;
});

const hashOf = (key: number) => hashSecret(account.keys[key] as string);
const bytesOf = (key: number) => Buffer.from(hashOf(key), 'hex');

/** What is left of each budget; what is left out is not bounded. */
interface Left {
  perHour?: (number | undefined)[];
  perDay?: (number | undefined)[];
  incomingWebhooks?: (number | undefined)[];
  answers?: (number | undefined)[];
  cap?: number;
}

async function leave({
  perHour = [],
  perDay = [],
  incomingWebhooks: ofIncomingWebhooks = [],
  answers = [],
  cap = 100_000,
}: Left) {
  for (const key of [0, 1]) {
    const policy: KeyPolicy = { ...openPolicy, perHour: perHour[key] ?? null, perDay: perDay[key] ?? null };
    await inspect`update api_key set policy = ${inspect.json(policy as never)}, used_hour = 0, used_day = 0
      where hash = ${bytesOf(key)}`;
  }
  for (const [index, name] of incomingWebhooks.entries())
    await inspect`update incoming_webhook set texts_per_hour = ${ofIncomingWebhooks[index] ?? 1000}, used_hour = 0
      where account_id = ${account.id} and name = ${name}`;
  await inspect`delete from thread where account_id = ${account.id}`;
  for (const [index, address] of recipients.entries())
    if (answers[index] !== undefined)
      await setAnswers(inspect, account.id, address, {
        count: mostAnswers - answers[index] - 0.5,
        unanswered: 50,
      });
  await inspect`update account set texts_used = 0, answers_until = now() + interval '1 day' where id = ${account.id}`;
  return cap;
}

interface Asked {
  key?: number | undefined;
  incomingWebhook?: number | undefined;
  to?: number;
  sendAtMs?: number | null;
}

async function send(texts: readonly Asked[], cap: number) {
  const nowMs = Date.now();
  const month = quotaMonth(nowMs).firstDay;
  const context = {
    nowMs,
    month,
    newestMonth: month,
    deadlineMs: nowMs + 60_000,
    plans: ['pro'],
    caps: [cap],
  };
  const asked = texts.map(({ key, incomingWebhook, to = 0, sendAtMs = null }) =>
    newText({
      sendAtMs,
      accountId: account.id,
      address: recipients[to] as string,
      policyKey: key === undefined ? null : hashOf(key),
      incomingWebhook: incomingWebhook === undefined ? null : (incomingWebhooks[incomingWebhook] as string),
      isTimed: true,
    }),
  );
  return (await store.sendTexts(asked, context)).map(({ verdict }) => verdict);
}

const used = async () => ({
  keys: await Promise.all(
    [0, 1].map(
      async (key) =>
        (await inspect`select used_hour from api_key where hash = ${bytesOf(key)}`)[0]?.used_hour,
    ),
  ),
  incomingWebhooks: (
    await inspect`select used_hour from incoming_webhook where account_id = ${account.id} order by name`
  ).map(({ used_hour }) => used_hour),
});

test("a text that its incoming webhook's budget refuses takes no unit of its key's budget", async () => {
  const cap = await leave({ perHour: [2], incomingWebhooks: [1] });
  const texts = [
    { key: 0, incomingWebhook: 0 },
    { key: 0, incomingWebhook: 0 },
    { key: 0, incomingWebhook: 0 },
    { key: 0 },
    { key: 0 },
  ];
  expect(await send(texts, cap)).toEqual([
    'accepted',
    'incoming_webhook_used',
    'incoming_webhook_used',
    'accepted',
    'hour_used',
  ]);
  expect(await used()).toMatchObject({ keys: [2, 0], incomingWebhooks: [1, 0] });
});

test("a text that its key's budget refuses takes no unit of its incoming webhook's budget", async () => {
  const cap = await leave({ perDay: [1, 9], incomingWebhooks: [2] });
  const texts = [
    { key: 0, incomingWebhook: 0 },
    { key: 0, incomingWebhook: 0 },
    { key: 1, incomingWebhook: 0 },
    { key: 1, incomingWebhook: 0 },
  ];
  expect(await send(texts, cap)).toEqual(['accepted', 'day_used', 'accepted', 'incoming_webhook_used']);
  expect(await used()).toMatchObject({ keys: [1, 1], incomingWebhooks: [2, 0] });
});

test('a text that a budget refuses is no answer to its recipient', async () => {
  const cap = await leave({ incomingWebhooks: [0], perHour: [9], answers: [1] });
  const texts = [{ key: 0, incomingWebhook: 0 }, { key: 0 }, { key: 0 }, { key: 0, to: 1 }];
  expect(await send(texts, cap)).toEqual(['incoming_webhook_used', 'accepted', 'loop_suspected', 'accepted']);
  expect(await used()).toMatchObject({ keys: [2, 0], incomingWebhooks: [0, 0] });
});

test('a text that another rule refuses is no answer to its recipient', async () => {
  const cap = await leave({ answers: [1] });
  const far = Date.now() + 40 * 86_400_000;
  expect(await send([{ sendAtMs: far }, {}, {}], cap)).toEqual(['send_at_far', 'accepted', 'loop_suspected']);
});

test('where the cap of the account cuts first, the texts behind it are over the cap and not over a budget', async () => {
  const cap = await leave({ perHour: [2], cap: 1 });
  expect(await send([{ key: 0 }, { key: 0 }, { key: 0 }, { key: 1 }], cap)).toEqual([
    'accepted',
    ...Array(3).fill('cap_reached'),
  ]);
});

/** The verdicts on texts that are sent one after the other. */
function oneByOne(
  texts: readonly Asked[],
  { perHour = [], perDay = [], incomingWebhooks: ofIncomingWebhooks = [], answers = [], cap = 100_000 }: Left,
) {
  const count = new Map<string, number>();
  return texts.map(({ key, incomingWebhook, to = 0 }) => {
    const bounds: [string, number | undefined, string][] = [
      ['cap', cap, 'cap_reached'],
      [`hour ${key}`, key === undefined ? undefined : perHour[key], 'hour_used'],
      [`day ${key}`, key === undefined ? undefined : perDay[key], 'day_used'],
      [
        `incomingWebhook ${incomingWebhook}`,
        incomingWebhook === undefined ? undefined : ofIncomingWebhooks[incomingWebhook],
        'incoming_webhook_used',
      ],
      [`answers ${to}`, answers[to], 'loop_suspected'],
    ];
    const full = bounds.filter(([name, most]) => most !== undefined && (count.get(name) ?? 0) >= most);
    if (full.length > 0) return full.map(([, , verdict]) => verdict);
    for (const [name] of bounds) count.set(name, (count.get(name) ?? 0) + 1);
    return ['accepted'];
  });
}

test('a batch gets the verdicts that its texts would get one after the other, whatever is left of which budget', async () => {
  const left = fc.option(fc.nat(4), { nil: undefined });
  const pair = fc.tuple(left, left).map((both) => [...both]);
  const bounds = fc.record({
    perHour: pair,
    perDay: pair,
    incomingWebhooks: pair,
    answers: pair,
    cap: fc.nat(12),
  });
  const one = fc.record({
    key: fc.option(fc.nat(1), { nil: undefined }),
    incomingWebhook: fc.option(fc.nat(1), { nil: undefined }),
    to: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(bounds, fc.array(one, { minLength: 1, maxLength: 20 }), async (bound, texts) => {
      const positive = {
        ...bound,
        perHour: bound.perHour.map(atLeastOne),
        perDay: bound.perDay.map(atLeastOne),
      };
      const cap = await leave(positive);
      const verdicts = await send(texts, cap);
      const allowed = oneByOne(texts, positive);
      for (const [index, verdict] of verdicts.entries()) expect(allowed[index]).toContain(verdict);
    }),
    { numRuns: 150 },
  );
});

const atLeastOne = (n: number | undefined) => n && Math.max(1, n);
