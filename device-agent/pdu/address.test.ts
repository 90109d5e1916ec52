// Numbers and names in both directions.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, addressOf, decodeAddress, encodeAddress } from './address.ts';
import { unwrap, wrap } from './frame.ts';
import { fromHex, readOctets, toHex } from './octets.ts';
import { PduError } from './pdu_error.ts';

const decode = (hex: string) => decodeAddress(readOctets(fromHex(hex)));

test.each<[string, Address]>([
  ['0B915155214365F7', { type: 'international', text: '+15551234567' }],
  ['0B911346610089F6', { type: 'international', text: '+31641600986' }],
  ['0681214365', { type: 'unknown', text: '123456' }],
  ['05812143F5', { type: 'unknown', text: '12345' }],
  ['0AA17012345678', { type: 'national', text: '0721436587' }],
  ['0681BAC0ED', { type: 'unknown', text: '*#0abc' }],
  ['0ED05ABF3C3D4603F0', { type: 'alphanumeric', text: 'Zürich@x' }],
  ['0081', { type: 'unknown', text: '' }],
])('%s is read, and written so', (hex, address) => {
  expect(decode(hex)).toEqual(address);
  expect(toHex(Uint8Array.from(encodeAddress(address)))).toBe(hex);
});

test.each(['TELEKOM', 'Info', 'A', '12345 SHOP!'])(
  'the name %s is read, whether its length counts half octets or whole ones',
  (text) => {
    const encoded = Uint8Array.from(encodeAddress({ type: 'alphanumeric', text }));
    expect(decodeAddress(readOctets(encoded))).toEqual({ type: 'alphanumeric', text });
    const whole = Uint8Array.of((encoded.length - 2) * 2, ...encoded.subarray(1));
    expect(decodeAddress(readOctets(whole))).toEqual({ type: 'alphanumeric', text });
  },
);

test('a number ends at its filling, wherever that comes', () => {
  expect(decode('0B911346F10089F6').text).toBe('+31641');
});

const digit = fc.constantFrom(...'0123456789*#abc');
const number = fc.array(digit, { minLength: 1, maxLength: 20 }).map((digits) => digits.join(''));
const name = fc.string({ unit: fc.constantFrom(...'AZaz09 @ÄéΩ-.'), minLength: 1, maxLength: 11 });

test('numbers of every type and names come back as they went', () => {
  const address = fc.oneof(
    fc.record({
      type: fc.constantFrom('unknown', 'national', 'network', 'subscriber', 'abbreviated', 'reserved'),
      text: number,
    }),
    number.map((text) => ({ type: 'international', text: `+${text}` })),
    name.filter((text) => !/^.{7}@$/.test(text)).map((text) => ({ type: 'alphanumeric', text })),
  ) as fc.Arbitrary<Address>;
  fc.assert(
    fc.property(address, (sent) => {
      expect(decodeAddress(readOctets(Uint8Array.from(encodeAddress(sent))))).toEqual(sent);
    }),
  );
});

test('an SMSC is written before the TPDU and left out of its length', () => {
  const frame = wrap(Uint8Array.of(1, 2, 3), addressOf('+12063130004'));
  expect(frame).toEqual({ hex: '07912160130300F4010203', tpduLength: 3 });
  expect(unwrap(frame.hex.toLowerCase())).toEqual({
    smsc: addressOf('+12063130004'),
    tpdu: Uint8Array.of(1, 2, 3),
  });
  expect(wrap(Uint8Array.of(1))).toEqual({ hex: '0001', tpduLength: 1 });
});

test.each([
  ['+15551234567', 'international'],
  ['15551234567', 'unknown'],
  ['*100#', 'unknown'],
  ['Bank', 'alphanumeric'],
  ['cab', 'alphanumeric'],
  ['+1 555', 'alphanumeric'],
])('%s is an address that is %s', (text, type) => {
  expect(addressOf(text)).toEqual({ type, text });
});

test.each<Address>([
  { type: 'international', text: '+123456789012345678901' },
  { type: 'international', text: '+1 555' },
  { type: 'alphanumeric', text: 'Twelve chars' },
  { type: 'alphanumeric', text: '银行' },
])('an address that fits none is refused (%#)', (address) => {
  expect(() => encodeAddress(address)).toThrow(PduError);
});
