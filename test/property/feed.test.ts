// An account's seq strictly increases in commit order: a poller that passes the last seq it saw never misses a
// change, with many writers, on two replicas.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { InboundText } from '../../server/store/messages/insert_inbound.ts';
import { openDatabase } from '../../server/store/postgres/database.ts';
import { createStore, type Store } from '../../server/store/store.ts';
import { startTestCore, type TestCore } from '../support/core.ts';
import { createDatabase, openInspector } from '../support/database.ts';

let cores: TestCore[];
let stores: Store[];
let inspect: ReturnType<typeof openInspector>;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const url = await createDatabase();
  cores = [await startTestCore(url), await startTestCore(url)];
  const databases = [0, 1].map(() => openDatabase({ url, clock: systemClock, deadlineMs: 10_000 }));
  stores = databases.map((database) => createStore(database));
  inspect = openInspector(url);
  closing.push(...cores.map((core) => core.stop), ...databases.map((database) => database.close), () =>
    inspect.end(),
  );
});

afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
});

/** A reader's knowledge: the newest seq and status of each message, from all the pages that it got. */
type Known = Map<bigint, { seq: bigint; status: number }>;

async function poll(core: TestCore, accountId: bigint, since: bigint, known: Known): Promise<bigint> {
  const limit = 1 + Math.floor(Math.random() * 20);
  const { pages } = await core.messages.listChanges({ queries: [{ accountId, since, limit }] });
  const page = pages[0];
  let last = since;
  for (const { id, seq, status } of page?.messages ?? ([] as Message[])) {
    expect(seq).toBeGreaterThan(last);
    expect(known.get(id)?.seq ?? 0n).toBeLessThan(seq);
    known.set(id, { seq, status });
    last = seq;
  }
  expect(page?.nextSince).toBe(last);
  return last;
}

test('pollers from random cursors end up with the final table while 12 writers send, move and receive', async () => {
  const { id: accountId } = await (cores[0] as TestCore).createAccount({ exempt: true });
  let writing = true;

  const writer = async (index: number) => {
    const core = cores[index % 2] as TestCore;
    const store = stores[index % 2] as Store;
    // Each text has its own recipient: so many texts in a row to one would be taken for a loop.
    const address = `+1500555${String(index + 100).padStart(4, '0')}`;
    for (let round = 0; round < 40; round++) {
      const { results } = await core.messages.sendMessages({
        texts: Array.from({ length: 1 + (round % 3) }, () => ({
          accountId,
          address,
          body: 'x',
        })),
      });
      const sent = results[0]?.outcome;
      const id = sent?.case === 'accepted' ? (sent.value.message?.id as bigint) : 0n;
      const received: InboundText = {
        accountId,
        deviceId: 1n,
        ...{ carrier: null, sim: null, ownNumber: null },
        inboundId: `${index}-${round}`,
        address,
        addressNorm: address,
        body: 'in',
        receivedAtMs: Date.now(),
        segments: 1,
        encoding: 'gsm7',
        plainWords: 'in',
        commonKeyword: null,
        otherSender: null,
      };
      await store.insertInbound([received], Date.now());
      await store.updateMessages([
        {
          accountId,
          id,
          attempt: null,
          from: null,
          status: 'failed',
          error: 'device_failed: x',
          atMs: Date.now(),
          deadlineMs: null,
        },
      ]);
    }
  };

  const poller = async (index: number) => {
    const core = cores[index % 2] as TestCore;
    const known: Known = new Map();
    let since = 0n;
    while (writing) {
      since = await poll(core, accountId, since, known);
      await pause(1);
    }
    for (;;) {
      const next = await poll(core, accountId, since, known);
      if (next === since) return known;
      since = next;
    }
  };

  const pollers = [0, 1, 2, 3].map(poller);
  await Promise.all(Array.from({ length: 12 }, (_, index) => writer(index)));
  writing = false;
  const views = await Promise.all(pollers);

  const rows = await inspect`select id, seq from message where account_id = ${accountId} order by id`;
  expect(rows).toHaveLength(12 * 40 + 12 * (14 * 1 + 13 * 2 + 13 * 3));
  for (const known of views) {
    expect(known.size).toBe(rows.length);
    for (const row of rows) expect(known.get(row.id as bigint)?.seq).toBe(row.seq);
  }
  const [account] = await inspect`select last_seq, last_message_id from account where id = ${accountId}`;
  expect(account?.last_message_id).toBe(BigInt(rows.length));
  expect(new Set(rows.map((row) => row.seq)).size).toBe(rows.length);
}, 60_000);

test('an advance is announced on the other replica within a second of its commit', async () => {
  const { id: accountId } = await (cores[0] as TestCore).createAccount();
  const stop = new AbortController();
  const stream = (cores[1] as TestCore).messages
    .watchChanges({}, { signal: stop.signal })
    [Symbol.asyncIterator]();
  expect((await stream.next()).value?.advances).toEqual([]);
  const reported = stream.next();
  await (cores[0] as TestCore).messages.sendMessages({
    texts: [{ accountId, address: '+15005550006', body: 'x' }],
  });
  const advances = (await reported).value?.advances ?? [];
  expect(advances.map((advance: { accountId: bigint }) => advance.accountId)).toContain(accountId);
  stop.abort();
  await stream.next().catch(() => undefined);
});
