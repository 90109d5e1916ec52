// A receipt counts once, whenever and wherever it comes: these are the promises of the receipt taker, against a real
// PostgreSQL and as two replicas, in a simulation.
import { describe, expect, test } from 'vitest';
import type { PartClock } from '../../../test/simulation/time.ts';
import { type CarrierRows, receivedAtMs } from '../../../test/support/carrier_rows.ts';
import { provideReceipts } from '../../../test/support/provide_replicas.ts';
import type { ReceivedReceipts } from '../../../test/support/received_receipts.ts';

let rows: CarrierRows;
let received: ReceivedReceipts;
let clocks: readonly [PartClock, PartClock];
const { run } = provideReceipts((provided) => {
  ({ rows, received, clocks } = provided);
});

const receipt: ReceivedReceipts['receipt'] = (...said) => received.receipt(...said);
const take: ReceivedReceipts['take'] = (...reported) => received.take(...reported);
const settle = () => received.settle();
const status = (id = 1) => received.status(id);

describe('a receipt', () => {
  test('a receipt after its submission moves the text, which is announced', async () => {
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
      sentAtMs: receivedAtMs,
      deliveredAtMs: clocks[0].nowMs() - 1000,
    });
    expect(received.reported).toEqual([{ accountId: 1n, seq: 3n, queued: false }]);
    expect(await rows.kept()).toBe(0);
  });

  test('a receipt before its submission is kept, durably, and applied once that is recorded', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    expect(await rows.kept()).toBe(1);
    await settle();
    expect(await status()).toBe('sending');
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await settle();
    expect(await status()).toBe('delivered');
    expect(await rows.kept()).toBe(0);
    expect(received.reported).toEqual([{ accountId: 1n, seq: 3n, queued: false }]);
  });

  test('a receipt that one replica kept is applied by another within a second', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'), 0);
    await received.stop(0);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await run('1 s');
    expect(await status()).toBe('delivered');
  });

  test('a receipt for an unknown name moves nothing and is kept 72 hours', async () => {
    await take(receipt('nobody'));
    await rows.age(72 * 3600_000 - 60_000);
    await settle();
    expect(await rows.kept()).toBe(1);
    await rows.age(61_000);
    await settle();
    expect(await rows.kept()).toBe(0);
  });

  test('a receipt that is a repeat is kept ten minutes only', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    await take(receipt('a'), 1);
    expect(await rows.kept()).toBe(1);
    await rows.age(10 * 60_000 + 1000);
    await settle();
    expect(await rows.kept()).toBe(0);
    expect((await rows.text(1)).partsDelivered).toBe(1);
  });

  test('a receipt of another carrier under the same name is not believed', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'), 0, 'other');
    await settle();
    expect(await status()).toBe('sent');
  });

  test('dated into the future or before the submit is dated when it came', async () => {
    clocks[0].set(-1_000);
    for (const [id, atMs] of [
      [1, clocks[0].nowMs() + 1],
      [2, receivedAtMs - 1],
      [3, Number.NaN],
    ] as const) {
      await rows.addText(id, 1);
      await rows.record(id, 1, [{ part: 1, ref: `r${id}` }]);
      await take({ ...receipt(`r${id}`), atMs });
      const { deliveredAtMs } = await rows.text(id);
      // By the core's clock, or, when it would be before the submit, by the database's.
      expect(deliveredAtMs).toBe(clocks[id === 2 ? 1 : 0].nowMs());
    }
  });

  test('a receipt with U+0000 in it is taken', async () => {
    await take({ ...receipt('a\u0000b', 'failed'), detail: 'x\u0000' });
    expect(await rows.kept()).toBe(1);
  });
});

describe('the clocks of two cores', () => {
  const hour = 3600_000;

  test.each([-25 * hour, -60_000, 60_000, 25 * hour])(
    'the clocks of two cores may be %d ms apart: a receipt counts that another core hears than the one that submitted',
    async (apartMs) => {
      await rows.addText(1, 1);
      const nowMs = clocks[0].nowMs() + apartMs;
      const part = { part: 1, total: 1, state: 'accepted', ref: 'a', submittedAtMs: nowMs - 50 } as const;
      const of = { accountId: 1n, id: 1n, holder: 7n, attempt: 1, identity: null, carrier: 'main' };
      const sent = {
        verdict: 'sent',
        error: null,
        retryAtMs: null,
        sentAtMs: nowMs,
        mayHaveLeft: true,
      } as const;
      const times = { nowMs, sentDeadlineMs: nowMs + hour, sendingGraceMs: hour };
      await rows.stores[0].concludeSubmits([{ ...of, ...sent, refused: [], parts: [part] }], times);
      await take(receipt('a'), 1);
      expect(await status()).toBe('delivered');
      expect(await rows.kept()).toBe(0);
    },
  );

  test('the clocks of two cores may be set while a receipt is kept: it is applied, and goes by the database alone', async () => {
    await rows.addText(1, 1);
    await take(receipt('a'));
    await take(receipt('nobody'));
    clocks[0].set(40 * 24 * hour);
    await settle();
    expect(await rows.kept()).toBe(2);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: clocks[1].nowMs() - 1_000 });
    await settle();
    expect(await status()).toBe('delivered');
  });

  test('and the database’s own may have been wrong: what was submitted in its future is found', async () => {
    await rows.addText(1, 1);
    await rows.record(1, 1, [{ part: 1, ref: 'a' }], { atMs: clocks[1].nowMs() + hour });
    await take(receipt('a'));
    expect(await status()).toBe('delivered');
  });
});

describe('a text of several parts', () => {
  test('a text of several parts is delivered when all of them are, in any order', async () => {
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

  test('a text of several parts is not delivered while a part of it is still to be submitted', async () => {
    await rows.addText(1, 2);
    await rows.record(1, 2, [{ part: 1, ref: 'a' }]);
    await take(receipt('a'));
    expect(await rows.text(1)).toMatchObject({ status: 'sending', partsDelivered: 1, holder: 7n, seq: 1n });
    await rows.record(1, 2, [{ part: 2, ref: 'b' }]);
    expect(await status()).toBe('sent');
    await take(receipt('b'));
    expect(await status()).toBe('delivered');
  });

  test('fails with its first failed part, and leaves the claim that it belongs to', async () => {
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
      sentAtMs: receivedAtMs,
    });
    const [account] = await rows.inspect`select texts_used from account where id = 1`;
    expect(account?.texts_used).toBe(0);
  });
});
