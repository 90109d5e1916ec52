// Receipts whose statements wait for locks inside PostgreSQL, on the machine's time.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { CarrierRows, receivedAtMs } from '../../../test/support/carrier_rows.ts';
import { ReceivedReceipts } from '../../../test/support/received_receipts.ts';

let rows: CarrierRows;
let received: ReceivedReceipts;
beforeAll(async () => {
  rows = await CarrierRows.create();
});
afterAll(() => rows.close());
beforeEach(async () => {
  await rows.clear();
  received = new ReceivedReceipts(rows, [systemClock, systemClock]);
});
afterEach(() => received.stop());

const receipt: ReceivedReceipts['receipt'] = (...said) => received.receipt(...said);
const take: ReceivedReceipts['take'] = (...reported) => received.take(...reported);
const status = (id = 1) => received.status(id);

test('a receipt that overtook the record of its submission is applied when kept ones are settled next', async () => {
  await rows.addText(1, 1);
  await rows.addText(2, 1);
  await rows.record(2, 1, [{ part: 1, ref: 'b' }]);
  // Receipt b makes the statement wait for the account; what is recorded meanwhile it cannot see.
  await rows.overtake(
    () => Promise.all([take(receipt('a')), take(receipt('b'))]),
    (
      sql,
    ) => sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
      values (1, 1, 1, 1, 'main', 'a', 'accepted', ${new Date(receivedAtMs)})`,
  );
  await received.settle();
  expect(await status(1)).toBe('delivered');
  expect(await status(2)).toBe('delivered');
});

test('a receipt that comes twice, on two replicas at once, counts once', async () => {
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
  expect(received.reported).toEqual([]);
  await take(receipt('b'));
  expect(await rows.text(1)).toMatchObject({ status: 'delivered', partsDelivered: 2 });
});

test('a text of several parts is delivered when the last two receipts come on two replicas at once', async () => {
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
  expect(received.reported).toHaveLength(1);
});

test('a text of several parts is not delivered by a receipt that overtakes the record of its last part', async () => {
  await rows.addText(1, 2);
  await rows.record(1, 2, [{ part: 1, ref: 'a' }]);
  await rows.overtake(
    () => take(receipt('a')),
    async (sql) => {
      await sql`insert into submission (account_id, message_id, part, total, carrier, ref, state, submitted_at)
        values (1, 1, 2, 2, 'main', 'b', 'accepted', ${new Date(receivedAtMs)})`;
      await sql`update message set status = 'sent', holder = null where id = 1`;
    },
  );
  expect(await rows.text(1)).toMatchObject({ status: 'sent', partsDelivered: 1 });
});

test('a receipt for a locked account is kept, and those that came with it move their texts at once', async () => {
  await rows.addText(1, 1);
  await rows.record(1, 1, [{ part: 1, ref: 'a' }]);
  await rows.addText(1, 1, 2);
  await rows.record(1, 1, [{ part: 1, ref: 'b' }], { accountId: 2 });
  await rows.inspect.begin(async (sql) => {
    await sql`select from account where id = 1 for update`;
    await Promise.all([take(receipt('a')), take(receipt('b'))]);
    expect(await rows.text(1, 2)).toMatchObject({ status: 'delivered' });
  });
  await received.settle();
  expect(await rows.text(1)).toMatchObject({ status: 'delivered' });
});
