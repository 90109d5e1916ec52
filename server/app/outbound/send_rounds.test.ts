// How many statements a batch of texts is: equal client_refs of different accounts have nothing to do with each other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase } from '../../../test/support/database.ts';
import { seedAccounts } from '../../../test/support/seed_accounts.ts';
import { defaultTiers } from '../../domain/plans/tier.ts';
import { type Database, openDatabase } from '../../store/postgres/database.ts';
import { createStore } from '../../store/store.ts';
import { createSender } from './send.ts';

let url: string;
let database: Database;
const statements: number[] = [];
const send = (() => {
  let sender: ReturnType<typeof createSender> | undefined;
  return (apiKey: string, clientRef: string) => {
    const store = createStore(database);
    sender ??= createSender({
      admit: () => Promise.reject(new Error('key and text are judged by one statement')),
      store: {
        ...store,
        sendTexts: (texts, context) => {
          statements.push(texts.length);
          return store.sendTexts(texts, context);
        },
      },
      clock: systemClock,
      tiers: defaultTiers,
      referenceBits: 8,
      publish: () => {},
    });
    const text = { address: '+15005550006', body: 'x', clientRef };
    return sender({ apiKey, method: 'MessageService/SendMessages' }, text);
  };
})();

beforeAll(async () => {
  url = await createDatabase();
  database = openDatabase({ url, clock: systemClock, deadlineMs: 5_000 });
});

afterAll(() => database.close());

test('200 accounts that use one client_ref at once are one statement, and each gets a text of its own', async () => {
  const accounts = await seedAccounts(url, 200, 1);
  statements.length = 0;
  const sent = await Promise.all(accounts.map(({ keys }) => send(keys[0] as string, 'order-1')));
  expect(statements).toEqual([200]);
  expect(sent.map(({ outcome }) => outcome)).toEqual(
    accounts.map(({ id }) =>
      expect.objectContaining({ replayed: false, message: expect.objectContaining({ accountId: id }) }),
    ),
  );
});

test('two keys of one account with one client_ref are one text, and cost the others that use it two statements more', async () => {
  const accounts = await seedAccounts(url, 100, 2);
  statements.length = 0;
  const [twice, ...others] = accounts.map(({ keys }) => keys as [string, string]);
  const [one, two] = twice as [string, string];
  const sent = await Promise.all(
    [one, two, ...others.map(([key]) => key)].map((key) => send(key, 'order-2')),
  );
  expect(statements).toEqual([101, 100, 1]);
  const replayed = sent.map(({ outcome }) => 'replayed' in outcome && outcome.replayed);
  expect(replayed).toEqual([false, true, ...others.map(() => false)]);
  expect(sent[1]?.outcome).toMatchObject({ message: { accountId: accounts[0]?.id, id: 1n } });
});
