// Whole PDUs: published ones, our own in both directions, and whatever else a line might bring.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf } from './address.ts';
import { decodeDeliver, encodeDeliver } from './deliver.ts';
import { wrap } from './frame.ts';
import { PduError } from './pdu_error.ts';
import { decodeReceived } from './received.ts';
import { decodeStatusReport, encodeStatusReport } from './status_report.ts';
import { decodeSubmit, encodeSubmit, type Submit } from './submit.ts';

const lone = (text: string) => ({ text, number: 1, total: 1, reference: 0, referenceBits: 8 as const });
const sentAt = { atMs: Date.parse('2026-08-03T12:34:54-05:00'), zoneMinutes: -300 };

test('a published text is read whole', () => {
  expect(
    decodeReceived('07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07'),
  ).toEqual({
    kind: 'deliver',
    smsc: addressOf('+31624000000'),
    sender: addressOf('+31641600986'),
    part: lone('How are you?'),
    encoding: 'gsm7',
    sentAt: { atMs: Date.parse('2002-08-26T19:37:41Z'), zoneMinutes: 0 },
    protocolId: 0,
    forProgram: false,
    elements: [],
  });
  expect(
    decodeReceived('07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37'),
  ).toMatchObject({
    sender: { type: 'subscriber', text: '27838890001' },
    part: { text: 'hellohello' },
    sentAt: { atMs: Date.parse('1999-03-29T15:16:59+02:00') },
  });
});

test('a submit is written as the reference encoder writes it', () => {
  const submit = {
    recipient: addressOf('+15551234567'),
    part: lone('hi {x}'),
    encoding: 'gsm7' as const,
    statusReport: true,
    validityMinutes: 5,
  };
  const frame = wrap(encodeSubmit(submit));
  expect(frame).toEqual({ hex: '0031000B915155214365F700000008E8346883C26F52', tpduLength: 21 });
  expect(decodeReceived(frame.hex)).toEqual({
    kind: 'submit',
    smsc: null,
    messageReference: 0,
    ...submit,
  });
});

test('every field of a submit comes back', () => {
  const submits = fc.record({
    recipient: fc.constantFrom('+15551234567', '+4915112345678', '12345', '*100#').map(addressOf),
    part: fc.record({
      text: fc.constantFrom('', 'a', '{}[]', '€ and so on'),
      number: fc.constantFrom(1, 2),
      total: fc.constant(2),
      reference: fc.nat(255),
      referenceBits: fc.constantFrom(8 as const, 16 as const),
    }),
    encoding: fc.constantFrom('gsm7' as const, 'ucs2' as const),
    statusReport: fc.boolean(),
    messageReference: fc.nat(255),
  });
  const validity = fc.constantFrom({}, { validityMinutes: 5 }, { validityMinutes: 1440 });
  fc.assert(
    fc.property(submits, validity, (fields, more) => {
      const submit: Submit = { ...fields, ...more };
      expect(decodeSubmit(encodeSubmit(submit))).toEqual(submit);
    }),
  );
});

test.each(['', 'Bank', '+1 555 123'])('a submit to %j is refused before it is made', (recipient) => {
  const submit = { recipient: addressOf(recipient), part: lone('a'), encoding: 'gsm7', statusReport: false };
  expect(() => encodeSubmit(submit as Submit)).toThrow(expect.objectContaining({ code: 'unencodable' }));
});

test.each([
  ['enhanced', '09', '01020304050607'],
  ['absolute', '19', '62803021434500'],
])('a stored submit with an %s validity is read', (_, first, validity) => {
  const submit = decodeReceived(`00${first}070B915155214365F70000${validity}01${'61'}`);
  expect(submit).toMatchObject({ kind: 'submit', messageReference: 7, part: { text: 'a' } });
  expect(submit).not.toHaveProperty('validityMinutes');
});

test('a deliver comes back with its class, its waiting mark, and its recipient', () => {
  const form = { sender: addressOf('Bank'), part: lone('Γ {7}'), encoding: 'gsm7' as const, sentAt };
  const read = (more: object) => decodeDeliver(encodeDeliver({ ...form, ...more }));
  expect(read({})).toEqual({ ...form, protocolId: 0, forProgram: false, elements: [] });
  expect(read({ codingScheme: 0x10, protocolId: 0x40 })).toMatchObject({ messageClass: 0, protocolId: 0x40 });
  expect(read({ codingScheme: 0xd9 }).waiting).toEqual({ of: 'fax', active: true, discard: false });
  const port = { id: 0x05, data: Uint8Array.of(0x0b, 0x84, 0x23, 0xf0) };
  expect(read({ encoding: 'data', elements: [port] })).toMatchObject({ forProgram: true, elements: [port] });
});

test('a stored submit that is compressed is no text', () => {
  expect(() => decodeReceived('0001070B915155214365F700200161')).toThrow(
    expect.objectContaining({ code: 'compressed' }),
  );
});

test('a compressed text is distinguished from a broken one', () => {
  const tpdu = encodeDeliver({
    sender: addressOf('1'),
    part: lone('a'),
    encoding: 'gsm7',
    sentAt,
    codingScheme: 0x20,
  });
  expect(() => decodeReceived(wrap(tpdu).hex)).toThrow(expect.objectContaining({ code: 'compressed' }));
  expect(() => decodeReceived(wrap(tpdu.subarray(0, 4)).hex)).toThrow(
    expect.objectContaining({ code: 'malformed' }),
  );
});

test('a status report comes back, with and without times, whatever optional fields follow it', () => {
  const report = {
    messageReference: 255,
    recipient: addressOf('+15551234567'),
    sentAt,
    dischargedAt: { atMs: sentAt.atMs + 4000, zoneMinutes: 60 },
    status: 0x46,
  };
  expect(decodeStatusReport(encodeStatusReport(report))).toEqual(report);
  const timeless = { ...report, sentAt: null, dischargedAt: null };
  expect(decodeStatusReport(encodeStatusReport(timeless))).toEqual(timeless);
  const longer = Uint8Array.of(...encodeStatusReport(report), 0x07, 0, 0, 1, 0x61);
  expect(decodeReceived(wrap(longer, addressOf('+12063130004')).hex)).toEqual({
    kind: 'status_report',
    smsc: addressOf('+12063130004'),
    ...report,
  });
});

test('each decoder refuses a PDU of another kind', () => {
  const report = Uint8Array.of(2, 0);
  expect(() => decodeSubmit(report)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  expect(() => decodeDeliver(report)).toThrow(expect.objectContaining({ code: 'unsupported' }));
  expect(() => decodeStatusReport(Uint8Array.of(1, 0))).toThrow(
    expect.objectContaining({ code: 'unsupported' }),
  );
});

test('the reserved kind is read as a received text', () => {
  const tpdu = encodeDeliver({ sender: addressOf('1'), part: lone('a'), encoding: 'gsm7', sentAt });
  tpdu[0]! |= 3;
  expect(decodeReceived(wrap(tpdu).hex)).toMatchObject({ kind: 'deliver', part: { text: 'a' } });
});

test.each(['', '0', 'XY', '00 31', '07911326', '00', '0004', 'FF'.repeat(400)])(
  'the line %j is a typed error',
  (line) => {
    expect(() => decodeReceived(line)).toThrow(PduError);
  },
);
