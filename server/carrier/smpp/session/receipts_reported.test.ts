// Receipts as an SMSC delivers them: each last word reaches the core, and is acknowledged when it is durable.
import { describe, expect, test } from 'vitest';
import { receiptOf, shortMessage } from '../../../../test/support/smsc/deliveries.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';

let smsc: Smsc;
const { clock, openBound } = provideSmsc((started) => {
  smsc = started;
});

describe('receipts', () => {
  test.each(['text', 'tlv', 'both'] as const)('reported by %s, with the instant they came', async (by) => {
    const { session, sink } = await openBound();
    expect(await session.deliver(receiptOf('007f', 'DELIVRD', by))).toBe(0);
    expect(await session.deliver(receiptOf('00ff', 'UNDELIV', by, '045'))).toBe(0);
    expect(sink.receipts).toEqual([
      { ref: '007f', outcome: 'delivered', detail: '', atMs: clock.nowMs() },
      {
        ref: '00ff',
        outcome: 'failed',
        detail: `the network could not deliver it${by === 'tlv' ? '' : ' (error 045)'}`,
        atMs: clock.nowMs(),
      },
    ]);
    expect(sink.texts).toEqual([]);
  });

  test('before the answer to their submit, out of order, twice and for unknown names: all are reported', async () => {
    const { session, sink, carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'accept', id: 'early', receipt: 'DELIVRD', when: 'before' });
    expect(await carrier.submit(submissionOf('hello'))).toEqual({ kind: 'accepted', ref: 'early' });
    for (const id of ['b', 'a', 'a', 'nobody'])
      expect(await session.deliver(receiptOf(id, 'DELIVRD'))).toBe(0);
    expect(sink.receipts.map(({ ref }) => ref)).toEqual(['early', 'b', 'a', 'a', 'nobody']);
  });

  test('pending ones, and ones that say nothing, are acknowledged and passed over', async () => {
    const { session, sink } = await openBound();
    for (const stat of ['ENROUTE', 'ACCEPTD', 'UNKNOWN', 'NONSENSE'])
      expect(await session.deliver(receiptOf('a', stat))).toBe(0);
    expect(await session.deliver(shortMessage({ esmClass: 0x04, content: Buffer.from('hello') }))).toBe(0);
    expect(await session.deliver({ ...receiptOf('a', 'DELIVRD'), esmClass: 0x20 })).toBe(0);
    expect(sink.receipts).toEqual([]);
    expect(sink.texts).toEqual([]);
  });

  test('a receipt that nobody could keep is asked for again', async () => {
    const { session, sink } = await openBound();
    sink.beforeReceipt = () => Promise.reject(new Error('the database is away'));
    expect(await session.deliver(receiptOf('a', 'DELIVRD'))).toBe(0x08);
    sink.beforeReceipt = async () => {};
    expect(await session.deliver(receiptOf('a', 'DELIVRD'))).toBe(0);
    expect(sink.receipts).toHaveLength(1);
  });

  test.each([
    ['hex_to_decimal', '001715004', '1A2B3C', '1715004'],
    ['decimal_to_hex', '001A2B3C', '1715004', '1a2b3c'],
    ['as_is', '001A2B3C', '001A2B3C', '001A2B3C'],
  ])(
    '%s: the answer %s and the receipt %s name the same text',
    async (receipt_id, answered, receipt, ref) => {
      const { session, sink, carrier } = await openBound({ receipt_id });
      smsc.onSubmit = () => ({ kind: 'accept', id: answered });
      expect(await carrier.submit(submissionOf('hello'))).toEqual({ kind: 'accepted', ref });
      await session.deliver(receiptOf(receipt, 'DELIVRD'));
      expect(sink.receipts).toMatchObject([{ ref }]);
    },
  );

  test('a person who writes the words of a receipt has written a text', async () => {
    const { session, sink } = await openBound();
    const { content } = receiptOf('a', 'DELIVRD');
    await session.deliver(shortMessage({ content }));
    expect(sink.receipts).toEqual([]);
    expect(sink.texts).toMatchObject([{ text: Buffer.from(content).toString() }]);
  });
});
