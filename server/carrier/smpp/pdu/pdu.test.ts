// PDUs to octets and back, whatever is in them, and octets of anybody read within their bounds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortMessage } from '../../../../test/support/smsc/deliveries.ts';
import { MalformedPdu } from './octets.ts';
import {
  bodyOf,
  command,
  decodeBind,
  decodeDataMessage,
  decodeMessageId,
  decodeShortMessage,
  encodeBind,
  encodeDataMessage,
  encodePdu,
  encodeShortMessage,
  encodeText,
  readHeader,
  type ShortMessage,
} from './pdu.ts';

const octet = fc.integer({ min: 0, max: 255 });
/** A C-octet string of at most `most` octets with its zero. */
const cString = (most: number) =>
  fc.uint8Array({ min: 1, maxLength: most - 1 }).map((octets) => Buffer.from(octets).toString('latin1'));
const tlvs = fc.map(fc.integer({ min: 0, max: 0xffff }), fc.uint8Array({ maxLength: 300 }), { maxKeys: 5 });
const addresses = (most: number) => ({
  serviceType: cString(6),
  sourceTon: octet,
  sourceNpi: octet,
  source: cString(most),
  destinationTon: octet,
  destinationNpi: octet,
  destination: cString(most),
});
const message = fc.record({
  ...addresses(21),
  esmClass: octet,
  protocolId: octet,
  priority: octet,
  scheduledAt: cString(17),
  validity: cString(17),
  registeredDelivery: octet,
  replaceIfPresent: octet,
  dataCoding: octet,
  defaultMessage: octet,
  content: fc.uint8Array({ maxLength: 254 }),
  tlvs,
});
const dataMessage = fc.record({
  ...addresses(65),
  esmClass: octet,
  registeredDelivery: octet,
  dataCoding: octet,
  tlvs,
});
const bind = fc.record({
  systemId: cString(16),
  password: cString(9),
  systemType: cString(13),
  interfaceVersion: octet,
  addressTon: octet,
  addressNpi: octet,
  addressRange: cString(41),
});
const number = fc.integer({ min: 0, max: 0xffff_ffff });

/** With its octets in a form that can be compared. */
const plain = ({ content, tlvs, ...rest }: ShortMessage) => ({
  ...rest,
  content: [...content],
  tlvs: [...tlvs].map(([tag, value]) => [tag, [...value]]),
});

describe('every PDU is read as it was written', () => {
  test('headers', () => {
    fc.assert(
      fc.property(
        number,
        number,
        number,
        fc.uint8Array({ maxLength: 300 }),
        (command, status, sequence, body) => {
          const pdu = encodePdu({ command, status, sequence }, body);
          expect(pdu.readUInt32BE(0)).toBe(pdu.length);
          expect(readHeader(pdu)).toEqual({ command, status, sequence });
          expect(Buffer.compare(bodyOf(pdu), body)).toBe(0);
        },
      ),
    );
  });

  test('bind_transceiver', () => {
    fc.assert(
      fc.property(bind, (bind) => {
        expect(decodeBind(encodeBind(bind))).toEqual(bind);
      }),
    );
  });

  test('submit_sm and deliver_sm', () => {
    fc.assert(
      fc.property(message, (message) => {
        expect(plain(decodeShortMessage(encodeShortMessage(message)))).toEqual(plain(message));
      }),
    );
  });

  test('data_sm', () => {
    fc.assert(
      fc.property(dataMessage, (message) => {
        expect(plain(decodeDataMessage(encodeDataMessage(message)))).toEqual(plain(shortMessage(message)));
      }),
    );
  });

  test('the name in a response, with or without its final zero', () => {
    fc.assert(
      fc.property(cString(65), (name) => {
        expect(decodeMessageId(encodeText(name))).toBe(name);
        expect(decodeMessageId(Buffer.from(name, 'latin1'))).toBe(name);
      }),
    );
  });
});

test('the octets of a submit_sm are those of SMPP 3.4, 4.4.1', () => {
  const body = encodeShortMessage(
    shortMessage({
      source: '1',
      destination: '2',
      esmClass: 64,
      content: Buffer.from('hi'),
      tlvs: new Map([[0x424, Uint8Array.of(9)]]),
    }),
  );
  expect(encodePdu({ command: command.submitSm, status: 0, sequence: 7 }, body).toString('hex')).toBe(
    [
      '0000002a 00000004 00000000 00000007',
      '00 01 01 3100 01 01 3200 40 00 00 00 00 00 00 00 00',
      '02 6869 0424 0001 09',
    ]
      .join('')
      .replaceAll(' ', ''),
  );
});

test('fields that do not fit are refused, and characters that have no octet', () => {
  for (const fields of [
    { source: 'x'.repeat(21) },
    { source: 'a\0b' },
    { source: '€' },
    { serviceType: '123456' },
    { content: new Uint8Array(255) },
    { tlvs: new Map([[1, new Uint8Array(65_536)]]) },
  ])
    expect(() => encodeShortMessage(shortMessage(fields))).toThrow(RangeError);
  expect(
    encodeShortMessage(shortMessage({ tlvs: new Map([[0x424, new Uint8Array(65_535)]]) })).length,
  ).toBeGreaterThan(65_535);
});

test('a name longer than a name may be is none', () => {
  expect(decodeMessageId(Buffer.from(`${'a'.repeat(64)}\0`))).toBe('a'.repeat(64));
  expect(decodeMessageId(Buffer.from(`${'a'.repeat(65)}\0`))).toBe('');
  expect(decodeMessageId(Buffer.alloc(0))).toBe('');
});

test('any octets are read or found malformed, and nothing else happens', () => {
  const mutated = fc
    .tuple(message, fc.array(fc.tuple(fc.nat(400), octet), { maxLength: 8 }), fc.nat(400))
    .map(([message, changes, length]) => {
      const octets = encodeShortMessage(message);
      for (const [at, value] of changes) octets[at % octets.length] = value;
      return octets.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), mutated), (octets) => {
      for (const decode of [decodeBind, decodeShortMessage, decodeDataMessage, decodeMessageId]) {
        try {
          decode(octets);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedPdu);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});
