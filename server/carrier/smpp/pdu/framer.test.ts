import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Framer, maxLength } from './framer.ts';
import { encodePdu } from './pdu.ts';

const pdus = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 0xffff_ffff }), fc.uint8Array({ maxLength: 200 }))
    .map(([sequence, body]) => encodePdu({ command: 4, status: 0, sequence }, body)),
  { maxLength: 12 },
);

/** Octets in the pieces that a network may make of them. */
function cut(octets: Buffer, at: readonly number[]): Buffer[] {
  const points = [...new Set(at.map((point) => point % (octets.length + 1)))].sort((a, b) => a - b);
  return [0, ...points].map((start, index) => octets.subarray(start, points[index] ?? octets.length));
}

test('PDUs come out as they went in, however they are cut', () => {
  fc.assert(
    fc.property(pdus, fc.array(fc.nat(3_000), { maxLength: 40 }), (pdus, at) => {
      const framer = new Framer();
      const out = cut(Buffer.concat(pdus), at).flatMap((piece) => framer.push(piece));
      expect(out.map((pdu) => pdu.toString('hex'))).toEqual(pdus.map((pdu) => pdu.toString('hex')));
      expect(framer.isLost).toBe(false);
    }),
  );
});

test('a length that cannot be meant ends it; what came before still comes out, and nothing after', () => {
  fc.assert(
    fc.property(
      pdus,
      fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer({ min: maxLength + 1, max: 0xffff_ffff })),
      fc.array(fc.nat(3_000), { maxLength: 20 }),
      (pdus, length, at) => {
        const bad = Buffer.alloc(4);
        bad.writeUInt32BE(length);
        const framer = new Framer();
        const stream = Buffer.concat([...pdus, bad, ...pdus]);
        const out = cut(stream, at).flatMap((piece) => framer.push(piece));
        expect(out.map((pdu) => pdu.toString('hex'))).toEqual(pdus.map((pdu) => pdu.toString('hex')));
        expect(framer.isLost).toBe(true);
      },
    ),
  );
});

test('a PDU of the greatest length is taken', () => {
  const pdu = encodePdu({ command: 4, status: 0, sequence: 1 }, new Uint8Array(maxLength - 16));
  const framer = new Framer();
  expect(framer.push(pdu.subarray(0, 1_000))).toEqual([]);
  expect(framer.push(pdu.subarray(1_000))).toEqual([pdu]);
});
