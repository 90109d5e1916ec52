// The D-Bus format, against bytes of the specification's own example and against itself.
import { expect, test } from 'vitest';
import { BusError, BusLost } from './bus.ts';
import { readMessage, writeCall } from './bus_message.ts';
import { refusalOf } from './refusal.ts';
import { typesOf, variant, WireReader, WireWriter } from './wire.ts';

const roundTrip = (type: string, value: unknown) => {
  const writer = new WireWriter();
  writer.write('y', 1);
  writer.write(type, value);
  const reader = new WireReader(writer.bytes, true);
  reader.read('y');
  return reader.read(type);
};

test('a string and an array of 64-bit numbers lie as the specification shows', () => {
  const writer = new WireWriter();
  for (const text of ['foo', '+', 'bar']) writer.write('s', text);
  expect(writer.bytes.toString('hex')).toBe('03000000666f6f00010000002b0000000300000062617200');
  const numbers = Buffer.from('08000000000000000500000000000000', 'hex');
  expect(new WireReader(numbers, true).read('at')).toEqual([5n]);
  expect(new WireReader(Buffer.from('00000008000000000000000000000005', 'hex'), false).read('at')).toEqual([
    5n,
  ]);
});

test('what is written reads back, at whatever place it begins', () => {
  expect(roundTrip('as', ['', 'snö ☃ 😀', 'x'])).toEqual(['', 'snö ☃ 😀', 'x']);
  expect(
    roundTrip('a{sv}', [
      ['number', variant('s', '+1')],
      ['report', variant('b', true)],
    ]),
  ).toEqual(
    new Map<string, unknown>([
      ['number', '+1'],
      ['report', true],
    ]),
  );
  expect(roundTrip('(sa(yv))', ['x', [[3, variant('u', 7)]]])).toEqual(['x', [[3, 7]]]);
  expect(typesOf('sa{sv}(ub)ao')).toEqual(['s', 'a{sv}', '(ub)', 'ao']);
});

test('a message is read only when it is all there, and never beyond its bytes', () => {
  const call = {
    destination: 'a.b',
    path: '/a',
    interface: 'a.b.C',
    member: 'Do',
    signature: 'su',
    args: ['hi', 9],
  };
  const bytes = writeCall(call, 5);
  for (let length = 0; length < bytes.length; length += 1)
    expect(readMessage(bytes.subarray(0, length))).toBeUndefined();
  const found = readMessage(Buffer.concat([bytes, Buffer.from('more')]));
  expect(found).toMatchObject({
    length: bytes.length,
    message: { kind: 'call', member: 'Do', body: ['hi', 9] },
  });
  expect(() => readMessage(Buffer.alloc(32, 0x41))).toThrow('not D-Bus');
  const huge = Buffer.from(bytes);
  huge.writeUInt32LE(0x7fffffff, 4);
  expect(() => readMessage(huge)).toThrow('too large');
});

const ours = (name: string, words = '') => new BusError(`org.freedesktop.ModemManager1.Error.${name}`, words);

test.each([
  ['a number of the network', ours('Message.Unknown', 'Unknown message error: 21'), 'rejected', false],
  ['no network', ours('Message.NoNetwork'), 'rejected', true],
  ['a state that lets it not begin', ours('Core.WrongState'), 'rejected', true],
  [
    'a daemon that is not there',
    new BusError('org.freedesktop.DBus.Error.ServiceUnknown', ''),
    'rejected',
    true,
  ],
])('%s means that a short text did not leave', (_, error, kind, retryable) => {
  expect(refusalOf(error, 'send_one').result).toMatchObject({ kind, retryable });
});

test.each([
  ['silence of the network', ours('Message.NetworkTimeout')],
  ['an error without a reason', ours('Message.Unknown', 'Unknown error')],
  ['a lost line', ours('Serial.ResponseTimeout')],
  ['a daemon that died', new BusError('org.freedesktop.DBus.Error.NoReply', '')],
  ['a lost bus', new BusLost('lost')],
  ['no answer', new BusLost('mute')],
])('%s proves nothing about a text that was being sent', (_, error) => {
  expect(refusalOf(error, 'send_one').result.kind).toBe('unknown');
  // Before it is sent, nothing has left.
  expect(refusalOf(error, 'create').result).toMatchObject({ kind: 'rejected', retryable: true });
});

test('of a long text the first parts may be gone, whatever refused the others', () => {
  for (const error of [ours('Message.Unknown', 'Unknown message error: 21'), ours('Core.WrongState')])
    expect(refusalOf(error, 'send_many').result.kind).toBe('unknown');
});
