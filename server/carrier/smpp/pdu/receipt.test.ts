import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { receiptOf, shortMessage } from '../../../../test/support/smsc/deliveries.ts';
import { tag } from './pdu.ts';
import { kindOf, readReceipt } from './receipt.ts';

const receipt = (text: string, tlvs: [number, Uint8Array][] = []) =>
  shortMessage({ esmClass: 4, content: Buffer.from(text, 'latin1'), tlvs: new Map(tlvs) });

describe('the text of a receipt', () => {
  test.each([
    [
      'id:0123 sub:001 dlvrd:001 submit date:1 done date:2 stat:DELIVRD err:000 text:',
      '0123',
      'delivered',
      '',
    ],
    ['ID: abc-9 STAT: delivrd ERR: 0', 'abc-9', 'delivered', ''],
    ['stat:UNDELIV id:7 err:12A', '7', 'failed', 'the network could not deliver it (error 12A)'],
    ['id:7 stat:EXPIRED err:000', '7', 'failed', 'the network could not deliver it in time'],
    ['id:7 stat:REJECTD', '7', 'failed', 'the network rejected it'],
    ['id:7 stat:DELETED', '7', 'failed', 'the network deleted it'],
    ['id:7 stat:ACCEPTD', '7', 'pending', ''],
    ['id:7 stat:ENROUTE', '7', 'pending', ''],
    // What was sent may itself look like a receipt.
    ['id:7 stat:DELIVRD err:000 text:id:8 stat:UNDELIV', '7', 'delivered', ''],
  ])('%s', (text, id, outcome, detail) =>
    expect(readReceipt(receipt(text))).toEqual({ id, outcome, detail }),
  );

  test.each([
    '',
    'hello',
    'id:7',
    'stat:DELIVRD',
    'id:7 stat:SOMETHING',
    `id:${'x'.repeat(65)} stat:DELIVRD`,
  ])('without a name or a state it is none: %s', (text) =>
    expect(readReceipt(receipt(text))).toBeUndefined(),
  );
});

describe('optional parameters', () => {
  test('count before the text', () => {
    const message = receipt('id:7 stat:ENROUTE err:001', [
      [tag.receiptedMessageId, Buffer.from('0a\0')],
      [tag.messageState, Uint8Array.of(5)],
      [tag.networkErrorCode, Uint8Array.of(3, 0x01, 0x02)],
    ]);
    expect(readReceipt(message)).toEqual({
      id: '0a',
      outcome: 'failed',
      detail: 'the network could not deliver it (error 258)',
    });
  });

  test('optional parameters that are broken leave the word to the text', () => {
    const message = receipt('id:7 stat:DELIVRD', [
      [tag.receiptedMessageId, new Uint8Array()],
      [tag.messageState, Uint8Array.of(200)],
    ]);
    expect(readReceipt(message)).toEqual({ id: '7', outcome: 'delivered', detail: '' });
  });

  test('make a receipt of what is not marked as one; words alone do not', () => {
    expect(kindOf({ ...receiptOf('a', 'DELIVRD', 'tlv'), esmClass: 0 })).toBe('receipt');
    expect(kindOf({ ...receiptOf('a', 'DELIVRD', 'text'), esmClass: 0 })).toBe('text');
  });

  test('each bit of esm_class is read alone, whatever stands beside it', () => {
    for (let esmClass = 0; esmClass <= 0xff; esmClass++) {
      const isReceipt = (esmClass & 0x24) !== 0;
      const kind = isReceipt ? 'receipt' : (esmClass & 0x18) === 0 ? 'text' : 'acknowledgement';
      expect([esmClass, kindOf(shortMessage({ esmClass }))]).toEqual([esmClass, kind]);
    }
    const outcomeOf = (esmClass: number) =>
      readReceipt({ ...receiptOf('a', 'DELIVRD', 'text'), esmClass })?.outcome;
    expect([0x04, 0x0c, 0x24, 0x44, 0x20].map(outcomeOf)).toEqual([...Array(4).fill('delivered'), 'pending']);
  });
});

test('whatever is in a receipt, no sentence of it holds more than we say and a short code', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(255), (octets, state) => {
      const tlvs = new Map([[tag.messageState, Uint8Array.of(state)]]);
      const content = Buffer.concat([Buffer.from('id:7 stat:UNDELIV err:'), octets]);
      const read = readReceipt(shortMessage({ esmClass: 4, content, tlvs }));
      expect(read?.detail ?? '').toMatch(/^([a-z ]*( \(error [0-9A-Za-z]{1,5}\))?)$/);
    }),
  );
});
