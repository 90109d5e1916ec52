// What the policy of a key costs: from its second text on no statement more, and no write to its row unless it has a budget.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { type SeededAccount, seedAccounts } from '../../../test/support/seed_accounts.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { type KeyPolicy, openPolicy } from '../../domain/keys/key_policy.ts';
import { defaultTiers } from '../../domain/plans/tier.ts';
import { Refusal } from '../../errors.ts';
import { type Database, openDatabase } from '../../store/postgres/database.ts';
import { createStore } from '../../store/store.ts';
import { PolicedKeys } from './policed_keys.ts';
import { createSender, type Send } from './send.ts';

let database: Database;
let inspect: ReturnType<typeof openInspector>;
let send: Send;
let account: SeededAccount;
let statements = 0;
let key = 0;
beforeAll(async () => {
  const url = await createDatabase();
  const clock = systemClock;
  database = openDatabase({ url, clock, deadlineMs: 30_000 });
  inspect = openInspector(url);
  const store = createStore(database);
  const counted: typeof store.sendTexts = (...asked) => {
    statements++;
    return store.sendTexts(...asked);
  };
  send = createSender({
    ...{
      store: { ...store, sendTexts: counted },
      clock,
      tiers: defaultTiers,
      referenceBits: 8,
      publish: () => {},
    },
    admit: () => Promise.reject(new Error('nobody is admitted first')),
  });
  [account] = (await seedAccounts(url, 1, 20)) as [SeededAccount];
});
afterAll(async () => {
  await inspect.end();
  await database.close();
});

const hashOf = (apiKey: string) => Buffer.from(hashSecret(apiKey), 'hex');
const limit = (apiKey: string, policy: Partial<KeyPolicy> | null) =>
  inspect`update api_key set policy = ${policy && inspect.json({ ...openPolicy, ...policy } as never)} where hash = ${hashOf(apiKey)}`;
const rowOf = async (apiKey: string) =>
  (await inspect`select ctid::text, xmax::text, used_hour from api_key where hash = ${hashOf(apiKey)}`)[0];

/** Sends a text, and says what became of it and by how many statements. */
async function sendBy(apiKey: string): Promise<[string, number]> {
  const before = statements;
  const text = { address: '+15005550006', body: 'x', clientRef: null, route: null };
  const { outcome } = await send({ apiKey, method: 'MessageService/SendMessages' } as never, text as never);
  return [outcome instanceof Refusal ? outcome.code : 'accepted', statements - before];
}

test.each([
  ['scopes', { scopes: ['read', 'send'] }],
  ['an end', { endsAtMs: Date.UTC(2100, 0) }],
  ['recipients', { recipients: ['+1500*'] }],
  ['a sender', { sender: 'device:1' }],
  ['approval', { requireApproval: 'always' }],
] as [string, Partial<KeyPolicy>][])(
  'a key with %s takes one statement from its second text on, and its row stays as it is',
  async (_, policy) => {
    const apiKey = account.keys[key++] as string;
    await limit(apiKey, policy);
    const row = await rowOf(apiKey);
    expect(await sendBy(apiKey)).toEqual(['accepted', 2]);
    expect(await sendBy(apiKey)).toEqual(['accepted', 1]);
    expect(await rowOf(apiKey)).toEqual(row);
  },
);

test('a key with a budget takes one statement from its second text on, which counts it', async () => {
  const apiKey = account.keys[key++] as string;
  await limit(apiKey, { perHour: 3 });
  expect([await sendBy(apiKey), await sendBy(apiKey), await sendBy(apiKey), await sendBy(apiKey)]).toEqual([
    ['accepted', 2],
    ['accepted', 1],
    ['accepted', 1],
    ['key_budget_reached', 1],
  ]);
  expect(await rowOf(apiKey)).toMatchObject({ used_hour: 3 });
});

test('a key whose policy grows beyond what is known of it is judged by it at once', async () => {
  const apiKey = account.keys[key++] as string;
  await limit(apiKey, { recipients: ['+1500*'] });
  expect([await sendBy(apiKey), await sendBy(apiKey)]).toEqual([
    ['accepted', 2],
    ['accepted', 1],
  ]);
  await limit(apiKey, { perHour: 1 });
  expect([await sendBy(apiKey), await sendBy(apiKey)]).toEqual([
    ['accepted', 2],
    ['key_budget_reached', 1],
  ]);
  await limit(apiKey, { scopes: ['read'] });
  expect(await sendBy(apiKey)).toEqual(['key_scope', 1]);
  await limit(apiKey, null);
  expect([await sendBy(apiKey), await sendBy(apiKey)]).toEqual([
    ['accepted', 1],
    ['accepted', 1],
  ]);
});

test('a key without a policy takes one statement', async () => {
  const apiKey = account.keys[key++] as string;
  expect(await sendBy(apiKey)).toEqual(['accepted', 1]);
});

test('10,000 keys are remembered, and the oldest is forgotten', () => {
  const keys = new PolicedKeys();
  for (let number = 0; number < 10_001; number++) keys.note(String(number), 'light');
  const needs = (...hashes: (string | null)[]) => keys.mostOf(hashes.map((keyHash) => ({ keyHash })));
  expect([needs('0'), needs('1'), needs('10000'), needs(null)]).toEqual([null, 'light', 'light', null]);
  keys.note('1', 'full');
  keys.note('3', 'counted');
  expect([needs('2', '1', '3'), needs('2', '3'), needs('2', null)]).toEqual(['full', 'counted', 'light']);
  keys.note('1', null);
  expect(needs('1')).toBeNull();
});
