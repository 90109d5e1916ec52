// Stamps and periods of validity, at their edges.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromHex, readOctets, toHex } from './octets.ts';
import { decodeStamp, encodeStamp } from './timestamp.ts';
import { decodeValidity, encodeValidity } from './validity.ts';

const decode = (hex: string) => decodeStamp(readOctets(fromHex(hex)));

test.each([
  ['20806291731408', '2002-08-26T19:37:41Z', 0],
  ['99309251619580', '1999-03-29T15:16:59+02:00', 120],
  ['98211332959500', '2089-12-31T23:59:59Z', 0],
  ['62803021434500', '2026-08-03T12:34:54Z', 0],
  ['6280302143450A', '2026-08-03T12:34:54-05:00', -300],
  ['6280302143452A', '2026-08-03T12:34:54-05:30', -330],
  ['62803021434569', '2026-08-03T12:34:54-04:00', -240],
  ['62803021434565', '2026-08-03T12:34:54+14:00', 840],
])('%s is a time', (hex, time, zoneMinutes) => {
  expect(decode(hex)).toEqual({ atMs: Date.parse(time), zoneMinutes });
});

test.each([
  ['FFFFFFFFFFFFFF'],
  ['00000000000000'],
  ['62310000000000'],
  ['62920000000000'],
  ['62209200000000'],
  ['62803042000000'],
  ['62803021060000'],
  ['62803021340600'],
  ['6280302134A500'],
  ['628030214345FF'],
  ['62803021434595'],
])('%s is no time, and no error', (hex) => {
  expect(decode(hex)).toBeNull();
});

test('every second of a hundred years comes back in every zone', () => {
  const stamp = fc.record({
    atMs: fc.integer({ min: 631_238_400, max: 3_786_825_600 }).map((seconds) => seconds * 1000),
    zoneMinutes: fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15),
  });
  fc.assert(
    fc.property(stamp, (sent) => {
      expect(decodeStamp(readOctets(Uint8Array.from(encodeStamp(sent))))).toEqual(sent);
    }),
  );
});

test('a stamp is written as a network west of Greenwich writes it', () => {
  const stamp = { atMs: Date.parse('2026-08-03T12:34:54-05:00'), zoneMinutes: -300 };
  expect(toHex(Uint8Array.from(encodeStamp(stamp)))).toBe('6280302143450A');
});

test.each([
  [0, 0, 5],
  [5, 0, 5],
  [12 * 60, 143, 12 * 60],
  [12 * 60 + 29, 143, 12 * 60],
  [24 * 60, 167, 24 * 60],
  [47 * 60, 167, 24 * 60],
  [48 * 60, 168, 48 * 60],
  [30 * 1440, 196, 30 * 1440],
  [34 * 1440, 196, 30 * 1440],
  [35 * 1440, 197, 35 * 1440],
  [63 * 7 * 1440, 255, 63 * 7 * 1440],
  [10 ** 9, 255, 63 * 7 * 1440],
])('%i minutes of validity are octet %i', (minutes, octet, meant) => {
  expect(encodeValidity(minutes)).toBe(octet);
  expect(decodeValidity(octet)).toBe(meant);
});

test('a validity is the longest that is no longer than asked for', () => {
  for (let octet = 0; octet < 256; octet++) expect(encodeValidity(decodeValidity(octet))).toBe(octet);
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 63 * 7 * 1440 }), (minutes) => {
      const octet = encodeValidity(minutes);
      expect(decodeValidity(octet)).toBeLessThanOrEqual(minutes);
      if (octet < 255) expect(decodeValidity(octet + 1)).toBeGreaterThan(minutes);
    }),
  );
});
