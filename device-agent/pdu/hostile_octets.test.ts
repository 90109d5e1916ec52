// Whatever octets a modem brings: the codec answers or throws its one typed error, and never makes up more text than
// the octets can hold.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf } from './address.ts';
import { encodeDeliver } from './deliver.ts';
import { wrap } from './frame.ts';
import { toHex } from './octets.ts';
import { PduError } from './pdu_error.ts';
import { decodeReceived, type Received } from './received.ts';
import { encodeStatusReport, meaningOf } from './status_report.ts';
import { encodeSubmit } from './submit.ts';

/** The PDU, or the typed error; anything else fails the test. */
function read(hex: string): Received | PduError {
  try {
    return decodeReceived(hex);
  } catch (error) {
    if (error instanceof PduError) return error;
    throw error;
  }
}

function judge(received: Received | PduError): void {
  if (received instanceof PduError) {
    expect(received.message).toMatch(/^[a-z][a-zA-Z ,'-]*$/);
    return;
  }
  if (received.kind === 'status_report') {
    expect(meaningOf(received.status).reason.length).toBeLessThan(100);
    return;
  }
  const { text, number, total, reference, referenceBits } = received.part;
  if (total === 1) expect(text.isWellFormed()).toBe(true);
  expect(text.length).toBeLessThanOrEqual('[data ]'.length + 280);
  expect(text).not.toContain('undefined');
  expect(number).toBeGreaterThanOrEqual(1);
  expect(total).toBeGreaterThanOrEqual(number);
  expect(reference).toBeLessThan(2 ** referenceBits);
}

const part = { text: 'Hello {there}, €', number: 2, total: 3, reference: 300, referenceBits: 16 } as const;
const sentAt = { atMs: Date.parse('2026-08-03T12:34:54Z'), zoneMinutes: -300 };
const good = [
  encodeDeliver({ sender: addressOf('+15551234567'), part, encoding: 'gsm7', sentAt }),
  encodeDeliver({ sender: addressOf('My Bank'), part, encoding: 'ucs2', sentAt }),
  encodeDeliver({ sender: addressOf('12345'), part, encoding: 'data', sentAt }),
  encodeSubmit({ recipient: addressOf('+15551234567'), part, encoding: 'gsm7', statusReport: true }),
  encodeStatusReport({
    messageReference: 9,
    recipient: addressOf('+15551234567'),
    sentAt,
    dischargedAt: sentAt,
    status: 0,
  }),
].map((tpdu) => wrap(tpdu, addressOf('+12063130004')).hex);

test('any octets are a PDU or a typed error', () => {
  const octets = fc.uint8Array({ maxLength: 200 }).map(toHex);
  fc.assert(
    fc.property(octets, (hex) => judge(read(hex))),
    { numRuns: 5000 },
  );
});

test('any line is a PDU or a typed error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => judge(read(line))));
});

test('a PDU cut short anywhere is a typed error, but for one that ends within padding', () => {
  for (const hex of good) {
    expect(read(hex)).not.toBeInstanceOf(PduError);
    for (let length = 0; length < hex.length; length++)
      expect(read(hex.slice(0, length))).toBeInstanceOf(PduError);
  }
});

test('a PDU with any one octet changed, or more behind it, is a PDU or a typed error', () => {
  for (const hex of good) {
    for (let at = 0; at < hex.length; at += 2) {
      for (let octet = 0; octet < 256; octet += 3) {
        const changed = octet.toString(16).padStart(2, '0');
        judge(read(hex.slice(0, at) + changed + hex.slice(at + 2)));
      }
    }
    expect(read(`${hex}00FF`)).toEqual(read(hex));
    expect(read(`${hex}0`)).toBeInstanceOf(PduError);
  }
});

test('several octets changed at once are a PDU or a typed error', () => {
  const change = fc.tuple(fc.nat(250), fc.nat(255));
  fc.assert(
    fc.property(
      fc.constantFrom(...good),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (hex, changes) => {
        const octets = Buffer.from(hex, 'hex');
        for (const [at, octet] of changes) octets[at % octets.length] = octet;
        judge(read(octets.toString('hex')));
      },
    ),
    { numRuns: 3000 },
  );
});
