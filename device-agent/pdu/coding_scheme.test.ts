// TP-DCS against the tables of TS 23.038 clause 4, each group at both of its ends.
import { expect, test } from 'vitest';
import { type CodingScheme, decodeCodingScheme, encodeCodingScheme } from './coding_scheme.ts';

const plain = (encoding: CodingScheme['encoding'], more = {}) => ({ encoding, compressed: false, ...more });
const waiting = (of: string, active: boolean, discard: boolean) => ({ waiting: { of, active, discard } });

test.each<[number, object]>([
  [0x00, plain('gsm7')],
  [0x03, plain('gsm7')],
  [0x04, plain('data')],
  [0x08, plain('ucs2')],
  [0x0c, plain('gsm7')],
  [0x10, plain('gsm7', { messageClass: 0 })],
  [0x13, plain('gsm7', { messageClass: 3 })],
  [0x19, plain('ucs2', { messageClass: 1 })],
  [0x20, { encoding: 'gsm7', compressed: true }],
  [0x3a, { encoding: 'ucs2', compressed: true, messageClass: 2 }],
  [0x48, plain('ucs2')],
  [0x54, plain('data', { messageClass: 0 })],
  [0x60, { encoding: 'gsm7', compressed: true }],
  [0x80, plain('gsm7')],
  [0xbf, plain('gsm7')],
  [0xc8, plain('gsm7', waiting('voicemail', true, true))],
  [0xc1, plain('gsm7', waiting('fax', false, true))],
  [0xd8, plain('gsm7', waiting('voicemail', true, false))],
  [0xea, plain('ucs2', waiting('email', true, false))],
  [0xe3, plain('ucs2', waiting('other', false, false))],
  [0xf0, plain('gsm7', { messageClass: 0 })],
  [0xf5, plain('data', { messageClass: 1 })],
  [0xfb, plain('gsm7', { messageClass: 3 })],
])('TP-DCS %i', (octet, scheme) => {
  expect(decodeCodingScheme(octet)).toEqual(scheme);
});

test('what is written is read back, for each alphabet', () => {
  for (const encoding of ['gsm7', 'ucs2', 'data'] as const)
    expect(decodeCodingScheme(encodeCodingScheme(encoding))).toEqual(plain(encoding));
});
