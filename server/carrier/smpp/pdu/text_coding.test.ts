// Texts as they leave and as they are read: the alphabet that data_coding names, and what ties parts together.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortMessage } from '../../../../test/support/smsc/deliveries.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { splitText } from '../../../domain/messages/text.ts';
import { tag } from './pdu.ts';
import { decodeContent, encodeContent } from './text_coding.ts';

const hex = (octets: Uint8Array | undefined) => Buffer.from(octets ?? []).toString('hex');
const ucs2 = (text: string) => submissionOf(text, { encoding: 'ucs2' });

describe('one text', () => {
  test('one text in GSM-7 has data_coding 0, one septet an octet, the euro through the escape', () => {
    const { dataCoding, esmClass, content } = encodeContent(submissionOf('@é€'), 'gsm7', 'udh');
    expect({ dataCoding, esmClass, content: hex(content) }).toEqual({
      dataCoding: 0,
      esmClass: 0,
      content: '00051b65',
    });
  });

  test('one text in Latin-1 where that is the alphabet there has data_coding 3', () => {
    const { dataCoding, content } = encodeContent(submissionOf('@é'), 'latin1', 'udh');
    expect({ dataCoding, content: hex(content) }).toEqual({ dataCoding: 3, content: '40e9' });
  });

  test('one text in UCS-2 has data_coding 8, most significant octet first', () => {
    for (const submission of [ucs2('ж€'), submissionOf('ж€')]) {
      const { dataCoding, content } = encodeContent(submission, 'gsm7', 'udh');
      expect({ dataCoding, content: hex(content) }).toEqual({ dataCoding: 8, content: '043620ac' });
    }
    // GSM-7 has it and Latin-1 has not.
    expect(encodeContent(submissionOf('€'), 'latin1', 'udh')).toMatchObject({ dataCoding: 8 });
  });

  test('whole: in short_message as long as the network needs no parts, else in message_payload', () => {
    const payloadOf = (text: string, encoding: 'gsm7' | 'ucs2') => {
      const { content, tlvs } = encodeContent(submissionOf(text, { encoding }), 'gsm7', 'message_payload');
      expect(content.length === 0).toBe(tlvs.has(tag.messagePayload));
      return tlvs.get(tag.messagePayload)?.length;
    };
    expect(payloadOf('a'.repeat(160), 'gsm7')).toBeUndefined();
    expect(payloadOf('a'.repeat(161), 'gsm7')).toBe(161);
    expect(payloadOf('ж'.repeat(70), 'ucs2')).toBeUndefined();
    expect(payloadOf('ж'.repeat(1_600), 'ucs2')).toBe(3_200);
  });
});

describe('a part', () => {
  const part = (text: string, referenceBits: 8 | 16) =>
    submissionOf(text, { part: 2, total: 3, reference: 0x1234, referenceBits });

  test('by header, with 8 or 16 bits of reference', () => {
    const narrow = encodeContent(part('a', 8), 'gsm7', 'udh');
    expect([narrow.esmClass, hex(narrow.content)]).toEqual([0x40, '050003340302' + '61']);
    const wide = encodeContent(part('a', 16), 'gsm7', 'udh');
    expect([wide.esmClass, hex(wide.content)]).toEqual([0x40, '06080412340302' + '61']);
  });

  test('by optional parameters, without a header', () => {
    const { esmClass, content, tlvs } = encodeContent(part('a', 16), 'gsm7', 'sar');
    expect([esmClass, hex(content)]).toEqual([0, '61']);
    expect([...tlvs].map(([id, value]) => [id, hex(value)])).toEqual([
      [tag.sarReference, '1234'],
      [tag.sarTotal, '03'],
      [tag.sarNumber, '02'],
    ]);
  });

  test('with a character that the alphabet there lacks is refused when UCS-2 does not hold it', () => {
    const crowded = part(`${'a'.repeat(67)}€`, 8);
    expect(encodeContent({ ...crowded, text: `${'a'.repeat(66)}€` }, 'latin1', 'udh').content.length).toBe(
      140,
    );
    expect(() => encodeContent(crowded, 'latin1', 'udh')).toThrow(RangeError);
  });
});

const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcé€{}\n@Δ'), minLength: 1, maxLength: 700 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
);

test('whatever is split and encoded is read again as the same parts, and fits the network', () => {
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(8 as const, 16 as const),
      fc.constantFrom('udh' as const, 'sar' as const),
      fc.nat(0xffff),
      (text, referenceBits, longTexts, reference) => {
        const { encoding, parts } = splitText(text.replaceAll('\0', ' '), referenceBits);
        for (const [index, part] of parts.entries()) {
          const fields = { part: index + 1, total: parts.length, reference, referenceBits, encoding };
          const content = encodeContent(submissionOf(part, fields), 'gsm7', longTexts);
          expect(content.content.length).toBeLessThanOrEqual(encoding === 'ucs2' ? 140 : 160);
          const isNarrow = longTexts === 'udh' && referenceBits === 8;
          expect(decodeContent(shortMessage(content), 'gsm7')).toEqual({
            text: part,
            ...(parts.length > 1 && {
              concat: {
                reference: isNarrow ? reference & 0xff : reference,
                total: parts.length,
                number: index + 1,
              },
            }),
          });
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('whole texts are read again from message_payload', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const body = text.replaceAll('\0', ' ');
      const { encoding } = splitText(body, 8);
      const content = encodeContent(submissionOf(body, { encoding }), 'gsm7', 'message_payload');
      expect(decodeContent(shortMessage(content), 'gsm7')).toEqual({ text: body });
    }),
  );
});

describe('reading', () => {
  const read = (dataCoding: number, octets: string, fields = {}) =>
    decodeContent(shortMessage({ dataCoding, content: Buffer.from(octets, 'hex'), ...fields }), 'gsm7');

  test('half a character at the edge of a part stays as it came', () => {
    const header = '050003070201';
    expect(read(8, `${header}0041d83d`, { esmClass: 0x40 }).text).toBe('A\ud83d');
    expect(read(8, `${header}de000042`, { esmClass: 0x40 }).text).toBe('\ude00B');
  });

  test.each([
    [0x00, '00', '@'],
    [0x01, '40', '@'],
    [0x03, 'e9', 'é'],
    [0x08, '0436', 'ж'],
    // Flash, with a class and an alphabet; a waiting indication.
    [0x10, '00', '@'],
    [0x18, '0436', 'ж'],
    [0xf0, '00', '@'],
    [0xe0, '0436', 'ж'],
    [0x06, 'd6', 'ж'],
    [0x05, '82a0', 'あ'],
    // Half a character, an octet too many, and what no database keeps.
    [0x08, 'd83d', '\ufffd'],
    [0x08, '043600', 'ж'],
    [0x03, '6100', 'a\ufffd'],
  ])('data_coding %i, octets %s', (dataCoding, octets, text) =>
    expect(read(dataCoding, octets)).toEqual({ text }),
  );

  test('parts that cannot be are whole texts, and a header that is none is shown as words', () => {
    expect(read(3, '050003070302' + '61', { esmClass: 0x40 })).toEqual({
      text: 'a',
      concat: { reference: 7, total: 3, number: 2 },
    });
    expect(read(3, '050003070304' + '61', { esmClass: 0x40 })).toEqual({ text: 'a' });
    expect(read(3, '050003070101' + '61', { esmClass: 0x40 })).toEqual({ text: 'a' });
    expect(read(3, '0300ff07' + '61', { esmClass: 0x40 })).toEqual({ text: '\u0003\ufffd\u00ff\u0007a' });
    expect(read(3, 'ff61', { esmClass: 0x40 })).toEqual({ text: '\u00ffa' });
    expect(read(3, '', { esmClass: 0x40 })).toEqual({ text: '' });
  });

  test('no word is lost where the flag of a header is set on a text without one', () => {
    const words = ['Hello there, no header here', 'Привет', 'Γειά σου', 'مرحبا', 'שלום', 'Zürich', '你好'];
    for (const word of words)
      for (const dataCoding of [0x00, 0x03, 0x08]) {
        const octets =
          dataCoding === 0x08 ? Buffer.from(word, 'utf16le').swap16() : Buffer.from(word, 'latin1');
        const plain = read(dataCoding, octets.toString('hex'));
        expect(read(dataCoding, octets.toString('hex'), { esmClass: 0x40 })).toEqual(plain);
      }
  });

  test('words beside an empty message_payload are read, and so are parts with a reference of one octet', () => {
    const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
    expect(read(3, hex('words'), { tlvs: new Map([[tag.messagePayload, new Uint8Array()]]) })).toEqual({
      text: 'words',
    });
    const cut = new Map([[tag.messagePayload, Buffer.from('w')]]);
    expect(read(3, hex('words'), { tlvs: cut })).toEqual({ text: 'words' });
    const tlvs = new Map([
      [tag.sarReference, Uint8Array.of(7)],
      [tag.sarTotal, Uint8Array.of(2)],
      [tag.sarNumber, Uint8Array.of(1)],
    ]);
    const concat = { reference: 7, total: 2, number: 1 };
    for (const esmClass of [0, 0x40])
      expect(read(3, hex('Part 1'), { esmClass, tlvs })).toEqual({ text: 'Part 1', concat });
  });

  test('any octets under any data_coding are read, and can be kept', () => {
    const message = fc.record({
      dataCoding: fc.nat(255),
      esmClass: fc.nat(255),
      content: fc.uint8Array({ maxLength: 254 }),
      tlvs: fc.map(fc.constantFrom(...Object.values(tag)), fc.uint8Array({ maxLength: 20 })),
    });
    fc.assert(
      fc.property(message, fc.constantFrom('gsm7' as const, 'latin1' as const), (fields, alphabet) => {
        const { text, concat } = decodeContent(shortMessage(fields), alphabet);
        expect((concat !== undefined || text.isWellFormed()) && !text.includes('\0')).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
