// A receipt counts once, whenever and wherever it comes: these are the promises of the receipt taker, against a real
// PostgreSQL and as two replicas.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HeardRows, heardAtMs } from '../../test/support/heard_rows.ts';
import { ManualClock } from '../../test/support/manual_clock.ts';
import { until } from '../../test/support/until.ts';
import type { Advance } from '../app/advances.ts';
import { createLog } from '../log.ts';
import type { CarrierReceipt } from './carrier.ts';
import { createReceiptTaker, type ReceiptTaker } from './receipts.ts';

let rows: HeardRows;
let clock: ManualClock;
let takers: ReceiptTaker[];
let told: Advance[];
beforeAll(async () => {
  rows = await HeardRows.create();
});
beforeEach(async () => {
  await rows.clear();
  clock = new ManualClock('2026-03-10T12:00:05Z');
  told = [];
  takers = rows.stores.map((store) =>
    createReceiptTaker({
      store,
      clock,
      log: createLog('test', 'silent'),
      publish: (advances) => told.push(...advances),
    }),
  );
});
afterEach(() => Promise.all(takers.map((taker) => taker.stop())));
afterAll(() => rows.close());

const receipt = (ref: string, outcome: 'delivered' | 'failed' = 'delivered'): CarrierReceipt => ({
  ref,
  outcome,
  detail: outcome === 'failed' ? 'the network gave up' : '',
  atMs: clock.nowMs() - 1000,
});
const take = (heard: CarrierReceipt, replica = 0, carrier = 'main') =>
  (takers[replica] as ReceiptTaker).take(carrier, heard);
const settle = (replica = 0) => (takers[replica] as ReceiptTaker).settle();
const status = async (id = 1) => (await rows.text(id)).status;

describe('a receipt', () => {
  test('after its submission moves the text, which is told', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    expect(await rows.text(1)).toEqual({
      status: 'delivered',
      error: null,
      partsDelivered: 1,
      holder: null,
      seq: 3n,
      retryAtMs: null,
      deadlineAtMs: null,
      sentAtMs: heardAtMs,
      deliveredAtMs: heardAtMs + 4000,
    });
    expect(told).toEqual([{ accountId: 1n, seq: 3n, queued: false }]);
    expect(await rows.kept()).toBe(0);
  });

  test('before its submission is kept, durably, and applied once that is recorded', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    expect(await rows.kept()).toBe(1);
    await settle();
    expect(await status()).toBe('sending');
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status()).toBe('delivered');
    expect(await rows.kept()).toBe(0);
    expect(told).toEqual([{ accountId: 1n, seq: 3n, queued: false }]);
  });

  test('that one replica kept is applied by another within a second', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'), 0);
    await (takers[0] as ReceiptTaker).stop();
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    clock.advance(1000);
    await until(async () => (await status()) === 'delivered');
  });

  test('that overtook the record of its submission is applied within a second', async () => {
    await rows.addText(1, 1);
    await rows.addText(2, 1);
    await rows.record(2, 1, [{ part: 1, ref: 'b' }]);
    // Receipt b makes the statement wait for the account; what is recorded meanwhile it can't see.
    await rows.overtake(
      () => Promise.all([take(receipt('a')), take(receipt('b'))]),
      (
        sql,
      ) => sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
        values (1, 1, 1, 1, 'main', 'a', 'accepted', ${new Date(heardAtMs)})`,
    );
    clock.advance(1000);
    await until(async () => (await status(1)) === 'delivered');
    expect(await status(2)).toBe('delivered');
  });

  test('that comes twice, on two replicas at once, counts once', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [
      { part: 1, ref: 'a' },
      { part: 2, ref: 'b' },
    ]);
    await rows.overtake(
      () => Promise.all([take(receipt('a'), 0), take(receipt('a'), 1)]),
      async () => undefined,
      2,
    );
    await take(receipt('a'));
    expect(await rows.text(1)).toMatchObject({ status: 'sent', partsDelivered: 1, seq: 2n });
    expect(told).toEqual([]);
    await take(receipt('b'));
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', partsDelivered: 2 });
  });

  test('for an unknown name moves nothing and is kept 72 hours', async () => {
    await take(receipt('nobody'));
    clock.advance(72 * 3600_000 - 1000);
    await settle();
    expect(await rows.kept()).toBe(1);
    clock.advance(2000);
    await settle();
    expect(await rows.kept()).toBe(0);
  });

  test('that is a repeat is kept ten minutes only', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    await take(receipt('a'), 1);
    expect(await rows.kept()).toBe(1);
    clock.advance(10 * 60_000 + 1000);
    await settle();
    expect(await rows.kept()).toBe(0);
    expect((await rows.text(1)).partsDelivered).toBe(1);
  });

  test('of another carrier under the same name is not believed', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'), 0, 'other');
    await settle();
    expect(await status()).toBe('sent');
  });

  test('dated into the future or before the submit is dated when it came', async () => {
    for (const [id, atMs] of [
      [1, clock.nowMs() + 1],
      [2, heardAtMs - 1],
      [3, Number.NaN],
    ] as const) {
      await rows.addText(id, 1);
      await rows.record(id, 1, [{ part: 1, ref: `r${id}` }]);
      await take({ ...receipt(`r${id}`), atMs });
      expect((await rows.text(id)).deliveredAtMs).toBe(clock.nowMs());
    }
  });

  test('with U+0000 in it is taken', async () => {
    await take({ ...receipt('a\u0000b', 'failed'), detail: 'x\u0000' });
    expect(await rows.kept()).toBe(1);
  });
});

describe('a text of several parts', () => {
  test('is delivered when all of them are, in any order', async () => {
    await rows.addText(1, 3);
    await rows.record(
      1,
      3,
      [1, 2, 3].map((part) => ({ part, ref: `p${part}` })),
    );
    await take(receipt('p3'));
    await take(receipt('p1'));
    expect(await status()).toBe('sent');
    await take(receipt('p2'));
    expect(await status()).toBe('delivered');
  });

  test('is delivered when the last two receipts come on two replicas at once', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [
      { part: 1, ref: 'a' },
      { part: 2, ref: 'b' },
    ]);
    await rows.overtake(
      () => Promise.all([take(receipt('a'), 0), take(receipt('b'), 1)]),
      async () => undefined,
      2,
    );
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', partsDelivered: 2 });
    expect(told).toHaveLength(1);
  });

  test('is not delivered while a part of it is still to be submitted', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    expect(await rows.text(1)).toMatchObject({ status: 'sending', partsDelivered: 1, holder: 7n, seq: 1n });
    await rows.record(1, 2, [{ part: 2, ref: 'b' }]);
    expect(await status()).toBe('sent');
    await take(receipt('b'));
    expect(await status()).toBe('delivered');
  });

  test('is not delivered by a receipt that overtakes the record of its last part', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [{ part: 1, ref: 'a' }]);
    await rows.overtake(
      () => take(receipt('a')),
      async (sql) => {
        await sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
          values (1, 1, 2, 2, 'main', 'b', 'accepted', ${new Date(heardAtMs)})`;
        await sql`update message set status = 'sent', holder = null where id = 1`;
      },
    );
    expect(await rows.text(1)).toMatchObject({ status: 'sent', partsDelivered: 1 });
  });

  test('fails with its first failed part, and leaves the hand that holds it', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [{ part: 1, ref: 'a' }]);
    await rows.inspect`update message set retry_at = now()`;
    await take(receipt('a', 'failed'));
    expect(await rows.text(1)).toMatchObject({
      status: 'failed',
      error: 'rejected_by_network: the network gave up',
      holder: null,
      retryAtMs: null,
      deadlineAtMs: null,
      sentAtMs: heardAtMs,
    });
    const [account] = await rows.inspect`select texts_used from account where id = 1`;
    expect(account?.texts_used).toBe(0);
  });
});

describe('the last word', () => {
  test('of a delivered text stays, whatever comes after', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    await take(receipt('a', 'failed'));
    await settle();
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', error: null });
  });

  test('is the first that came, also when both were kept', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    clock.advance(10);
    await take(receipt('a', 'failed'));
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status()).toBe('delivered');
  });

  test('that is kept is not overtaken by what comes after its submission was recorded', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    clock.advance(10);
    await Promise.all([take(receipt('a', 'failed')), settle()]);
    await until(async () => (await status()) === 'delivered');
  });

  test('turns an unknown outcome into delivered, and only with every part proven', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [
      { part: 1, ref: 'a' },
      { part: 2, ref: 'b' },
    ]);
    await rows.inspect`update message set status = 'failed', error = 'outcome_unknown: no receipt', deadline_at = null`;
    await take(receipt('a'));
    expect(await rows.text(1)).toMatchObject({ status: 'failed', seq: 2n });
    await take(receipt('b'));
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', error: null, sentAtMs: heardAtMs });
  });

  test('of a text that failed for a known reason stays', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await rows.inspect`update message set status = 'failed', error = 'rejected_by_network: no'`;
    await take(receipt('a'));
    expect(await status()).toBe('failed');
  });

  test('of an unknown text is not heard from a receipt for a failed part', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await rows.inspect`update message set status = 'failed', error = 'outcome_unknown: no receipt'`;
    await take(receipt('a', 'failed'));
    expect(await rows.text(1)).toMatchObject({ status: 'failed', error: 'outcome_unknown: no receipt' });
  });
});

describe('a name that is used again', () => {
  test('means the newest text', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: heardAtMs - 3600_000 });
    await rows.addText(2, 1);
    await rows.record(2, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    expect(await status(1)).toBe('sent');
    expect(await status(2)).toBe('delivered');
  });

  test('means the new text also when its receipt comes before its submission is recorded', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: heardAtMs - 3600_000 });
    await take(receipt('a'));
    await rows.addText(2, 1);
    await take(receipt('a'));
    await rows.record(2, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status(2)).toBe('delivered');
  });

  test('does not mean a text that was submitted after the receipt came', async () => {
    await take(receipt('a'));
    clock.advance(60_000);
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: clock.nowMs() });
    await settle();
    expect(await status()).toBe('sent');
    // Its own receipt is not held up by the stranger's.
    await take(receipt('a'));
    expect(await status()).toBe('delivered');
  });
});

test('a flood of strange receipts hides none that can be applied', async () => {
  await rows.addText(1, 1);
  await take(receipt('mine'));
  await rows.inspect`insert into carrier_receipt (carrier, ref, delivered, detail, at, received_at)
    select 'main', 'x' || n, true, '', ${new Date(heardAtMs)}, ${new Date(heardAtMs)} from generate_series(1, 3000) n
    union all
    select 'main', 'a' || n, true, '', ${new Date(heardAtMs)}, ${new Date(heardAtMs + 60_000)} from generate_series(1, 3000) n`;
  await rows.record(1, 1, [{ part: 1, ref: 'mine' }]);
  await until(async () => {
    await settle();
    return (await status()) === 'delivered';
  });
  expect(await rows.kept()).toBe(6000);
});

test('thousands of receipts are few statements', async () => {
  const sizes: number[] = [];
  await rows.inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
    segments, encoding, charged, attempt, created_at) select 1 + n % 2, n, n, 'out', '+1', '+1', 'x', 'sent', 'gateway', 1,
    'gsm7', true, 1, now() from generate_series(1, 3000) n`;
  await rows.inspect`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
    select 1 + n % 2, n, 1, 1, 'main', 'r' || n, 'accepted', ${new Date(heardAtMs)} from generate_series(1, 3000) n`;
  const taker = createReceiptTaker({
    store: rows.stores[0],
    clock,
    log: createLog('test', 'silent'),
    publish: () => undefined,
    onBatch: (size) => sizes.push(size),
  });
  await Promise.all(Array.from({ length: 3000 }, (_, n) => taker.take('main', receipt(`r${n + 1}`))));
  await taker.stop();
  expect(sizes.length).toBeLessThan(10);
  const [count] = await rows.inspect`select count(*)::int4 as n from message where status = 'delivered'`;
  expect(count?.n).toBe(3000);
});

test('submissions of texts that ended more than 30 days ago go, others stay', async () => {
  const oldMs = heardAtMs - 30 * 24 * 3600_000 - 60_000;
  await rows.addText(1, 1);
  await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: oldMs });
  await rows.addText(2, 1);
  await rows.record(2, 1, [{ part: 1, ref: 'b' }], { atMs: oldMs });
  await rows.addText(3, 1);
  await rows.record(3, 1, [{ part: 1, ref: 'c' }]);
  await rows.inspect`update message set status = 'delivered' where id in (1, 3)`;
  clock.advance(10_000);
  await until(async () => {
    const left = await rows.inspect`select message_id from submission order by message_id`;
    return left.map((row) => row.message_id).join() === '2,3';
  });
});
