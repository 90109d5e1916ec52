// What a restored database is made of before it is served.
import { expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { createDatabase, openInspector } from '../../../test/support/database.ts';
import { LoggedRows } from '../../../test/support/logged_rows.ts';
import { openDatabase } from '../postgres/database.ts';
import { createStore } from '../store.ts';
import { settleRestore } from './settle_restore.ts';

test('a restore holds what waits, ends what was on its way, and raises ids and seqs beyond all earlier ones', async () => {
  const rows = await LoggedRows.create();
  await rows.addAccount(7n);
  await rows.addTexts(7n, 2, { status: "'queued'" });
  await rows.addTexts(7n, 1, { status: "'scheduled'" });
  await rows.addTexts(7n, 1, { status: "'sending'" });
  await rows.addTexts(7n, 1, { status: "'sent'" });
  await rows.inspect`update message set send_at = now() + interval '1 day' where id = 3`;
  await expect(settleRestore(rows.url)).rejects.toThrow('other sessions use the database');
  await rows.close();

  expect(await settleRestore(rows.url)).toEqual({ accounts: 1, open: 1, held: 3, ended: 1, broadcasts: 0 });
  const inspect = openInspector(rows.url);
  const database = openDatabase({ url: rows.url, clock: systemClock, deadlineMs: 10_000 });
  const store = createStore(database);
  try {
    const texts =
      await inspect`select id::int, seq, status, awaiting, left(error, 15) as error from message order by id`;
    const [account] = await inspect`select last_seq, last_message_id, last_device_id::int from account`;
    expect(texts.map(({ status, awaiting, error }) => [status, awaiting, error])).toEqual([
      ...[1, 2, 3].map(() => ['scheduled', 'release', null]),
      ['failed', null, 'outcome_unknown'],
      ['sent', null, null],
    ]);
    // No account counts a hundred thousand changes a second since the beginning of 2026.
    const least = BigInt(Math.floor((Date.now() - Date.parse('2026-01-01')) / 1000 - 60)) * 100_000n;
    expect(BigInt(account?.last_message_id)).toBeGreaterThan(least);
    expect(account?.last_device_id).toBe(1_000);
    const first = BigInt(account?.last_message_id);
    expect(texts.map(({ seq }) => BigInt(seq))).toEqual([
      first + 2n,
      first + 3n,
      first + 4n,
      first + 5n,
      first + 1n,
    ]);

    // Two texts of three are released: one in the steps of one, and the third is dropped.
    expect(await store.countHeldTexts(0n, 10)).toEqual([{ accountId: 7n, name: 'Test', texts: 3 }]);
    expect(await store.releaseHeldTexts(7n, 2)).toMatchObject({ texts: 2, looked: 2 });
    expect(await store.dropHeldTexts(7n, 2)).toMatchObject({ texts: 1, looked: 1, seq: first + 6n });
    expect(await store.countHeldTexts(0n, 10)).toEqual([]);
    expect(await store.releaseHeldTexts(8n, 1)).toBeUndefined();
    const decided = await inspect`select status, awaiting, send_at <= now() as is_due, left(error, 9) as error
      from message where id <= 3 order by id`;
    expect(decided.map(({ status, is_due, error }) => [status, is_due, error])).toEqual([
      ['scheduled', true, null],
      ['scheduled', true, null],
      ['failed', false, 'cancelled'],
    ]);

    // A reader of what was lost learns where both agree; one that had seen nothing of it reads on.
    for (const since of [6n, first - 1n]) {
      expect(await store.listChanges(7n, since, 10, 100_000)).toMatchObject({ lostAfter: 5n });
    }
    for (const since of [0n, 5n, first]) {
      expect(await store.listChanges(7n, since, 10, 100_000)).toMatchObject({ lostAfter: null });
    }
    // Counting steps over the gap.
    const version = (await store.beginCount(7n, 0n)) as bigint;
    const { lowBlock } = (await store.findCountState(7n, Date.now())) ?? { lowBlock: 0n };
    expect(lowBlock).toBeGreaterThan(1_000_000n);
    expect([version, await store.listOlderBlocks(7n, lowBlock, 16)]).toEqual([1n, [0n]]);
  } finally {
    await database.close();
    await inspect.end();
  }
});

test('a clock that is behind what the database holds is refused, and nothing is changed', async () => {
  const url = await createDatabase();
  const inspect = openInspector(url);
  await inspect`insert into account (id, name, country, exempt, period, texts_used, last_message_id, last_seq, last_device_id,
    created_at) values (1, 'Late', 'US', true, '2026-11-01', 0, 1, 9000000000000000, 0, now())`;
  await inspect.end();
  await expect(settleRestore(url)).rejects.toThrow('the clock of the database is behind');
  const after = openInspector(url);
  expect(await after`select lost_seqs from account`).toMatchObject([{ lost_seqs: null }]);
  await after.end();
});

test('a restored database may be named with several servers', async () => {
  const url = new URL(await createDatabase());
  const twice = url.href.replace(`@${url.host}`, `@${url.host},${url.host}`);
  expect(await settleRestore(twice)).toMatchObject({ accounts: 0, held: 0 });
});
