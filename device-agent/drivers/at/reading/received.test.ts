// What a PDU is to the agent: names that repeat when a text does, and receipts that are final.
import { expect, test } from 'vitest';
import { addressOf } from '../../../pdu/address.ts';
import { encodeDeliver } from '../../../pdu/deliver.ts';
import { wrap } from '../../../pdu/frame.ts';
import { encodeStatusReport } from '../../../pdu/status_report.ts';
import { encodeSubmit } from '../../../pdu/submit.ts';
import { readIncoming } from './received.ts';

const nowMs = Date.UTC(2026, 0, 1, 12);
const part = { text: 'hello', number: 1, total: 1, reference: 0, referenceBits: 8 } as const;
const sentAt = { atMs: nowMs - 3_600_000, zoneMinutes: 60 };
const form = { sender: addressOf('+15551234567'), part, encoding: 'gsm7', sentAt } as const;

const read = (change: Partial<Parameters<typeof encodeDeliver>[0]> = {}, smsc = '+12063130004') =>
  readIncoming(wrap(encodeDeliver({ ...form, ...change }), addressOf(smsc)).hex, nowMs, false);
const idOf = (incoming: ReturnType<typeof read>) =>
  incoming.kind === 'text' ? incoming.text.inboundId : incoming.kind;

test('a text that comes again by another SMSC has the same name', () => {
  expect(idOf(read({}, '+4912345678'))).toBe(idOf(read()));
});

test.each([
  ['stamp', { sentAt: { ...sentAt, atMs: sentAt.atMs + 1_000 } }],
  ['sender', { sender: addressOf('+15551234568') }],
  ['content', { part: { ...part, text: 'hellO' } }],
  ['header', { part: { ...part, number: 1, total: 2, reference: 7 } }],
  ['alphabet', { encoding: 'ucs2' as const }],
])('another %s makes another name', (_what, change) => {
  expect(idOf(read(change))).not.toBe(idOf(read()));
});

test('parts differ by their number, and are passed on with it', () => {
  const two = [1, 2].map((number) =>
    read({ part: { ...part, number, total: 2, reference: 300, referenceBits: 16 } }),
  );
  expect(new Set(two.map(idOf)).size).toBe(2);
  expect(two.map((one) => (one.kind === 'text' ? one.text.concat : one.kind))).toEqual([
    { reference: 300, total: 2, number: 1 },
    { reference: 300, total: 2, number: 2 },
  ]);
});

test('a text carries the time of its stamp, but never a time to come', () => {
  const at = (atMs: number) => {
    const incoming = read({ sentAt: { atMs, zoneMinutes: 0 } });
    return incoming.kind === 'text' ? incoming.text.receivedAtMs : incoming.kind;
  };
  expect(at(nowMs - 60_000)).toBe(nowMs - 60_000);
  expect(at(nowMs + 60_000)).toBe(nowMs);
});

test.each([
  [0x00, 'delivered'],
  [0x01, 'delivered'],
  [0x30, undefined],
  [0x41, 'failed'],
  [0x60, 'failed'],
])('status %i is %s', (status, outcome) => {
  const report = {
    messageReference: 255,
    recipient: addressOf('+15551234567'),
    sentAt,
    dischargedAt: sentAt,
    status,
  };
  const incoming = readIncoming(wrap(encodeStatusReport(report)).hex, nowMs, true);
  if (outcome === undefined) return expect(incoming.kind).toBe('trying');
  expect(incoming).toMatchObject({
    kind: 'receipt',
    receipt: { match: { by: 'ref', ref: '255', address: '+15551234567' }, outcome, atMs: nowMs },
  });
});

test('what is not for people, what is ours and what is no PDU are distinguished', () => {
  expect(read({ elements: [{ id: 0x05, data: Uint8Array.of(0x0b, 0x84, 0x23, 0xf0) }] }).kind).toBe(
    'not_for_people',
  );
  expect(read({ protocolId: 0x40 }).kind).toBe('not_for_people');
  const own = encodeSubmit({
    recipient: addressOf('+15551234567'),
    part,
    encoding: 'gsm7',
    statusReport: false,
  });
  expect(readIncoming(wrap(own).hex, nowMs, false).kind).toBe('ours');
  for (const hex of ['', '00', 'FFFF', '0'.repeat(51)])
    expect(readIncoming(hex, nowMs, false).kind).toBe('unreadable');
});
