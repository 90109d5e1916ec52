// Deliveries that break SMPP, as SMSCs send them: what can be read of them is read, and nothing that came is dropped.
import { describe, expect, test } from 'vitest';
import { receiptOf, textOf } from '../../../../test/support/smsc/deliveries.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import { command, encodeShortMessage } from '../pdu/pdu.ts';

const { openBound } = provideSmsc();

const sender = '+15005550006';
const recipient = '+15005550100';

describe('fields that break SMPP', () => {
  const whole = () => encodeShortMessage(textOf(sender, recipient, 'hello'));
  /** The text's fields in their order, as octets. */
  const built = (changes: Partial<Record<'service' | 'source' | 'validity' | 'length' | 'end', Buffer>>) => {
    const zero = (text: string) => Buffer.from(`${text}\0`, 'latin1');
    const { service = zero(''), source = zero(sender.slice(1)), validity = zero('') } = changes;
    const { length = Buffer.of(5), end = Buffer.alloc(0) } = changes;
    const international = Buffer.of(1, 1);
    return Buffer.concat([
      ...[service, international, source, international, zero(recipient.slice(1))],
      ...[Buffer.of(0, 0, 0), zero(''), validity, Buffer.of(0, 0, 3, 0), length, Buffer.from('hello'), end],
    ]);
  };

  test.each<[string, Buffer]>([
    ['a service_type of 8', built({ service: Buffer.from('services\0') })],
    ['a sender of 26', built({ source: Buffer.from(`${sender.slice(1)}${' '.repeat(15)}\0`) })],
    ['a validity_period of 18', built({ validity: Buffer.from('261129120000000R00\0') })],
    ['an sm_length that is too long', built({ length: Buffer.of(9) })],
    ['an optional parameter that ends behind the PDU', built({ end: Buffer.of(0x14, 0x00, 0, 9, 1) })],
    ['stray octets at the end', built({ end: Buffer.of(1, 2, 3) })],
  ])('a text with %s is there', async (_name, body) => {
    const { session, sink } = await openBound();
    expect(await session.request(command.deliverSm, body)).toBe(0);
    expect(sink.texts.map(({ recipient: to, text }) => [to, text])).toEqual([[recipient, 'hello']]);
    expect(sink.texts[0]?.sender.trim()).toBe(sender);
  });

  test('a receipt with a broken field counts', async () => {
    const { session, sink } = await openBound();
    const octets = encodeShortMessage(receiptOf('a', 'DELIVRD', 'text'));
    const broken = Buffer.concat([octets, Buffer.of(0x14, 0x00, 0, 9, 1)]);
    expect(await session.request(command.deliverSm, broken)).toBe(0);
    expect(sink.receipts).toMatchObject([{ ref: 'a', outcome: 'delivered' }]);
  });

  test('whatever a text is cut to, it is there or kept for the operator, and answered', async () => {
    const { session, sink } = await openBound();
    const body = whole();
    for (let length = 0; length < body.length; length++) {
      const before = sink.texts.length + sink.deadLetters.length;
      await session.request(command.deliverSm, body.subarray(0, length));
      expect([length, sink.texts.length + sink.deadLetters.length]).toEqual([length, before + 1]);
    }
  });

  test('acknowledgements, and receipts that name nothing, are no texts, and are kept for the operator', async () => {
    const { session, sink } = await openBound();
    for (const esmClass of [0x08, 0x10, 0x18, 0x04])
      expect(await session.deliver({ ...textOf(sender, recipient, 'seen'), esmClass })).toBe(0);
    expect([sink.texts, sink.receipts]).toEqual([[], []]);
    expect(sink.deadLetters.map(({ source, why }) => [source, why])).toEqual([
      ...Array(3).fill(['smpp', 'unreadable']),
      ['smpp', 'incomplete'],
    ]);
    expect(sink.deadLetters[0]?.raw).toContain('seen');
  });
});
