// Receipts that contradict each other, names that are used again, floods, and what is let go of, against a real
// PostgreSQL and as two replicas, in a simulation.
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../runtime/log.ts';
import type { PartClock } from '../../../test/simulation/time.ts';
import { type CarrierRows, receivedAtMs } from '../../../test/support/carrier_rows.ts';
import { provideReceipts } from '../../../test/support/provide_replicas.ts';
import type { ReceivedReceipts } from '../../../test/support/received_receipts.ts';
import { startPruner } from '../../app/pruning/pruner.ts';
import { ReceiptTaker } from './receipts.ts';

let rows: CarrierRows;
let received: ReceivedReceipts;
let clock: PartClock;
const { run } = provideReceipts((provided) => {
  ({ rows, received } = provided);
  [clock] = provided.clocks;
});

const receipt: ReceivedReceipts['receipt'] = (...said) => received.receipt(...said);
const take: ReceivedReceipts['take'] = (...reported) => received.take(...reported);
const settle = () => received.settle();
const status = (id = 1) => received.status(id);

describe('the last word', () => {
  test('the last word of a delivered text stays, whatever comes after', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    await take(receipt('a', 'failed'));
    await settle();
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', error: null });
  });

  test('the last word is the first that came, also when both were kept', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    await run('10 ms');
    await take(receipt('a', 'failed'));
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status()).toBe('delivered');
  });

  test('the last word that is kept is not overtaken by what comes after its submission was recorded', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await run('10 ms');
    await Promise.all([take(receipt('a', 'failed')), settle()]);
    await run('1 s');
    expect(await status()).toBe('delivered');
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
    expect(await rows.text(1)).toMatchObject({ status: 'delivered', error: null, sentAtMs: receivedAtMs });
  });

  test('the last word of a text that failed for a known reason stays', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await rows.inspect`update message set status = 'failed', error = 'rejected_by_network: no'`;
    await take(receipt('a'));
    expect(await status()).toBe('failed');
  });

  test('a receipt for a failed part does not decide an unknown text', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await rows.inspect`update message set status = 'failed', error = 'outcome_unknown: no receipt'`;
    await take(receipt('a', 'failed'));
    expect(await rows.text(1)).toMatchObject({ status: 'failed', error: 'outcome_unknown: no receipt' });
  });
});

describe('a name that is used again', () => {
  test('a name that is used again means the newest text', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: receivedAtMs - 3600_000 });
    await rows.addText(2, 1);
    await rows.record(2, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    expect(await status(1)).toBe('sent');
    expect(await status(2)).toBe('delivered');
  });

  test('a name that is used again means the new text also when its receipt comes before its submission is recorded', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: receivedAtMs - 3600_000 });
    await take(receipt('a'));
    await rows.addText(2, 1);
    await take(receipt('a'));
    await rows.record(2, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status(2)).toBe('delivered');
  });

  test('a name that is used again does not mean a text that was submitted after the receipt came', async () => {
    await take(receipt('a'));
    await rows.age(60_000);
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: clock.nowMs() });
    await settle();
    expect(await status()).toBe('sent');
    // Its own receipt is not held up by the other account's.
    await take(receipt('a'));
    expect(await status()).toBe('delivered');
  });
});

test('a flood of strange receipts hides none that can be applied', async () => {
  await rows.addText(1, 1);
  await take(receipt('mine'));
  await rows.inspect`insert into carrier_receipt (carrier, ref, delivered, detail, at, received_at)
    select 'main', 'x' || n, true, '', ${new Date(receivedAtMs)}, now() from generate_series(1, 3000) n
    union all
    select 'main', 'a' || n, true, '', ${new Date(receivedAtMs)}, now() from generate_series(1, 3000) n`;
  await rows.record(1, 1, [{ part: 1, ref: 'mine' }]);
  await run('15 s');
  expect(await status()).toBe('delivered');
  expect(await rows.kept()).toBe(6000);
});

test('what floods one carrier is bounded, the oldest go first, and no other carrier loses anything', async () => {
  await rows.inspect`insert into carrier_receipt (carrier, ref, delivered, detail, at, received_at)
    select c, 'x' || n, true, '', now(), now() - n * interval '1 second'
    from unnest(array['main', 'other']) c, generate_series(1, 30) n where c = 'main' or n <= 5`;
  expect(await rows.stores[0].trimReceipts(10)).toBe(20);
  const left = await rows.inspect`select carrier, count(*)::int4 as n, max(substr(ref, 2)::int4) as oldest
    from carrier_receipt group by carrier order by carrier`;
  expect(left.map(({ carrier, n, oldest }) => [carrier, n, oldest])).toEqual([
    ['main', 10, 10],
    ['other', 5, 5],
  ]);
});

test('a receipt is applied at once when its submission is recorded, however many strange ones are kept', async () => {
  await rows.addText(1, 1);
  await take(receipt('z'));
  await rows.inspect`insert into carrier_receipt (carrier, ref, delivered, detail, at, received_at)
    select 'main', 'a' || n, true, '', now(), now() from generate_series(1, 3000) n`;
  await rows.record(1, 1, [{ part: 1, ref: 'z' }]);
  await received.settle(0, [{ carrier: 'main', ref: 'z' }]);
  expect(await status()).toBe('delivered');
});

test('thousands of receipts are few statements', async () => {
  const sizes: number[] = [];
  await rows.inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route,
    segments, encoding, charged, attempt, created_at) select 1 + n % 2, n, n, 'out', '+1', '+1', 'x', 'sent', 'gateway', 1,
    'gsm7', true, 1, now() from generate_series(1, 3000) n`;
  await rows.inspect`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
    select 1 + n % 2, n, 1, 1, 'main', 'r' || n, 'accepted', ${new Date(receivedAtMs)} from generate_series(1, 3000) n`;
  const taker = new ReceiptTaker({
    store: rows.stores[0],
    clock: clock,
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
  const oldMs = clock.nowMs() - 30 * 24 * 3600_000 - 60_000;
  await rows.addText(1, 1);
  await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: oldMs });
  await rows.addText(2, 1);
  await rows.record(2, 1, [{ part: 1, ref: 'b' }], { atMs: oldMs });
  await rows.addText(3, 1);
  await rows.record(3, 1, [{ part: 1, ref: 'c' }], { atMs: oldMs + 3600_000 });
  await rows.inspect`update message set status = 'delivered' where id in (1, 3)`;
  const pruner = startPruner({
    store: rows.stores[0],
    clock: clock,
    log: createLog('test', 'silent'),
  });
  await pruner.prune();
  await pruner.stop();
  const left = await rows.inspect`select message_id from submission order by message_id`;
  expect(left.map((row) => row.message_id)).toEqual([2n, 3n]);
});
