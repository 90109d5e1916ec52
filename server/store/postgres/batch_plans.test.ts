// How PostgreSQL goes about the statements that take hundreds of texts at a time.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { newText } from '../../../test/support/new_text.ts';
import { createStore, type Store } from '../store.ts';
import { type Database, openDatabase } from './database.ts';
import { type Pool, StatementFailed } from './driver.ts';

interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Join Filter'?: string;
  'CTE Name'?: string;
  'Relation Name'?: string;
  'One-Time Filter'?: string;
  Plans?: Plan[];
}

const nowMs = Date.parse('2026-03-10T12:00:00Z');
const month = '2026-03-01';
let url: string;
let database: Database;
let inspect: ReturnType<typeof openInspector>;

beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
  inspect = openInspector(url);
  await inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq, last_device_id,
    created_at) select n, 'a', 'US', true, ${month}, 0, 0, 0, 0, now() from generate_series(1, 200) n`;
  await inspect`analyze account`;
});
afterAll(async () => {
  await database?.close();
  await inspect?.end();
});

/** The lists of a plan that are gone through once for each row of another one. */
function comparedWithAll(plan: Plan): string[] {
  const inner = plan.Plans?.find((part) => part['Parent Relationship'] === 'Inner');
  const isCompared =
    plan['Node Type'] === 'Nested Loop' && plan['Join Filter'] !== undefined && inner?.['CTE Name'];
  return [
    ...(isCompared ? [`${inner['CTE Name']} by ${plan['Join Filter']}`] : []),
    ...(plan.Plans ?? []).flatMap(comparedWithAll),
  ];
}

const text = newText({ accountId: 1n });
const sending = {
  ...{ nowMs, month, newestMonth: month, deadlineMs: nowMs + 1_000 },
  ...{ plans: [], caps: [] },
};
const named = { accountId: 1n, id: 1n, identity: null };

const batches: Record<string, (store: Store) => Promise<unknown>> = {
  accepts: (store) => store.sendTexts([text], sending),
  'accepts by keys with budgets': (store) => store.sendTexts([text], { ...sending, policed: 'counted' }),
  'accepts by keys that are named': (store) =>
    store.sendTexts([{ ...text, policyKey: '00'.repeat(32) }], sending),
  previews: (store) =>
    store.previewTexts([{ ...text, lot: 1n }], { nowMs, month, newestMonth: month, plans: [], caps: [] }),
  'finds by their series': (store) => store.listSeries(1n, { series: ['a:'], knownIds: [1n], most: 10 }),
  'hands over to devices': (store) =>
    store.claimTexts(
      [{ accountId: 1n, deviceId: 1n, slot: 1, linkEpoch: 1n, fence: 0n }],
      [{ simIndex: 0, id: 1n, version: null }],
      nowMs,
      1_000,
    ),
  'moves forward': (store) =>
    store.updateMessages([
      { ...named, attempt: 1, from: null, status: 'sent', error: null, atMs: nowMs, deadlineMs: null },
    ]),
  'claims for carriers': (store) =>
    store.claimForCarriers(
      1n,
      [{ accountId: 1n, id: 1n, attempt: 0, carrier: 'main', number: '+15005550100' }],
      {
        nowMs,
        sendingGraceMs: 1_000,
      },
    ),
  'concludes submits of': (store) =>
    store.concludeSubmits(
      [
        {
          ...named,
          holder: 1n,
          attempt: 1,
          verdict: 'sent',
          error: null,
          retryAtMs: null,
          sentAtMs: nowMs,
          mayHaveLeft: true,
          carrier: 'main',
          parts: [],
          refused: [],
        },
      ],
      { nowMs, sentDeadlineMs: nowMs + 1_000, sendingGraceMs: 1_000 },
    ),
  'takes receipts for': (store) =>
    store.takeReceipts(
      [{ carrier: 'main', ref: 'a', delivered: true, detail: '', atMs: nowMs, receivedAtMs: nowMs }],
      nowMs,
    ),
  'settles kept receipts of': (store) => store.settleReceipts(null, [{ carrier: 'main', ref: 'a' }]),
  'takes in received': (store) =>
    store.insertInbound(
      [
        {
          accountId: 1n,
          deviceId: 1n,
          carrier: null,
          sim: null,
          inboundId: 'a',
          ownNumber: null,
          address: '+15005550006',
          addressNorm: '+15005550006',
          body: 'Hello',
          segments: 1,
          encoding: 'gsm7',
          receivedAtMs: nowMs,
          plainWords: 'hello',
          commonKeyword: null,
          otherSender: null,
        },
      ],
      nowMs,
    ),
};

/** The plans of the statements that `use` runs, for any values: those that wait for locks, and those that skip what is locked. */
async function plansOf(use: (store: Store) => Promise<unknown>): Promise<Plan[]> {
  const statements = new Set<string>();
  const watched = (pool: Pool, isLocked: boolean): Pool => ({
    ...pool,
    async run(statement, params) {
      statements.add(statement);
      if (isLocked && /for update +[^s]/.test(statement))
        throw new StatementFailed({ code: '55P03' } as never);
      return pool.run(statement, params);
    },
  });
  for (const isLocked of [false, true])
    await use(
      createStore({
        ...database,
        batches: watched(database.batches, isLocked),
        writes: watched(database.writes, isLocked),
        claims: watched(database.claims, isLocked),
        planned: watched(database.planned, isLocked),
      }),
    );
  expect(statements.size).toBeGreaterThan(0);
  const plans: Plan[] = [];
  for (const statement of statements) {
    const [row] = await inspect.unsafe(`explain (generic_plan, format json) ${statement}`);
    plans.push((row as unknown as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  }
  return plans;
}

test.each(Object.entries(batches))(
  'what %s a batch of texts compares none of them with all others',
  async (_, use) => {
    for (const plan of await plansOf(use)) expect(comparedWithAll(plan)).toEqual([]);
  },
);

test('previews and series are planned once, whatever they are asked for', async () => {
  const store = createStore(database);
  const use = ['previews', 'finds by their series'].map((name) => batches[name] as (typeof batches)[string]);
  for (let times = 0; times < 8; times++) for (const ask of use) await ask(store);
  const plans = await database.planned.run(
    'select custom_plans::int4 from pg_prepared_statements where generic_plans + custom_plans >= 8',
    [],
  );
  expect(plans).toEqual([[0], [0]]);
});

/** The tables that a plan reads or writes. */
const tablesOf = (plan: Plan): string[] => [
  plan['Relation Name'] ?? '',
  ...(plan.Plans ?? []).flatMap(tablesOf),
];

/** The tables that a plan reads from end to end. */
const readWhole = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(readWhole),
];

// The plan of an empty table is kept until PostgreSQL looks at it anew, which takes up to a minute.
test.each(['accepts', 'accepts by keys with budgets', 'accepts by keys that are named', 'previews'])(
  'what %s a batch of texts never reads all texts, not even in a service that has none yet',
  async (name) => {
    for (const plan of await plansOf(batches[name] as (store: Store) => Promise<unknown>))
      expect(readWhole(plan)).not.toContain('message');
  },
);

/** The parts of a plan that can never give a row. */
const idle = (plan: Plan): Plan[] => [
  ...(plan['One-Time Filter'] === 'false' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(idle),
];

// A rule that no text of a batch needs is a row of nulls: rule_steps.ts.
test('a plain send sets up no part of a rule that its texts do not need', async () => {
  for (const plan of await plansOf(batches.accepts as (store: Store) => Promise<unknown>)) {
    expect(idle(plan)).toEqual([]);
    expect(tablesOf(plan).filter((table) => ['incoming_webhook', 'approval', 'sim'].includes(table))).toEqual(
      [],
    );
  }
});
