// The device link as a hostile agent speaks it: an upgrade with a token that is good, and then frames of WebSocket
// (RFC 6455) by hand, with the link's own protobuf in some of them.
import { create, toBinary } from '@bufbuild/protobuf';
import fc, { type Arbitrary } from 'fast-check';
import { AgentFrameSchema } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';

const upgrade = (token: string) =>
  [
    'GET /device/v1/link HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Authorization: Bearer ${token}`,
    '',
    '',
  ].join('\r\n');

interface SocketFrame {
  first: number;
  payload: Uint8Array;
  masked: boolean;
  /** The form of the length: as it should be, or one that is too long or too large. */
  length: 'right' | 'wide' | 'huge' | 'negative';
}

function socketFrame({ first, payload, masked, length }: SocketFrame): Buffer {
  const mask = masked ? 0x80 : 0;
  let head: Buffer;
  if (length === 'right' && payload.length < 126) head = Buffer.from([first, mask | payload.length]);
  else if (length === 'right' && payload.length < 65_536)
    head = Buffer.from([first, mask | 126, payload.length >> 8, payload.length & 255]);
  else {
    head = Buffer.alloc(10);
    head.writeUInt8(first, 0);
    head.writeUInt8(mask | 127, 1);
    if (length === 'wide' || length === 'right') head.writeBigUInt64BE(BigInt(payload.length), 2);
    else head.fill(length === 'huge' ? 0x7f : 0xff, 2);
  }
  // A mask of zeros leaves the bytes as they are.
  const key = Buffer.alloc(4);
  return Buffer.concat([head, ...(masked ? [key] : []), payload]);
}

const hello = toBinary(
  AgentFrameSchema,
  create(AgentFrameSchema, {
    frame: {
      case: 'hello',
      value: { protocolVersion: 1, journalId: 'j', window: 5, agentVersion: 'x', driver: 'x' },
    },
  }),
);

const deep = (depth: number): Uint8Array =>
  depth === 0 ? hello : Buffer.concat([Buffer.from([0x0a, 0x7f]), deep(depth - 1)]);

const wireFrames: Uint8Array[] = [
  hello,
  new Uint8Array(),
  deep(50),
  Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]),
  Buffer.from([0x03, 0xe8]),
  Buffer.from([0x00, 0x01]),
  Buffer.alloc(70_000, 1),
  Buffer.from([0xc3, 0x28]),
];

/** What a device with this token may send. */
export function linkBytes(token: string): Arbitrary<Uint8Array> {
  const frame = fc
    .record({
      first: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0x82) },
        fc.constantFrom(0x81, 0x80, 0x02, 0x01, 0x00, 0x88, 0x89, 0x8a, 0x08, 0x09, 0xc2, 0xf2, 0x83, 0x8f),
      ),
      payload: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...wireFrames) },
        fc.uint8Array({ maxLength: 140 }),
      ),
      masked: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
      length: fc.constantFrom<SocketFrame['length']>(
        'right',
        'right',
        'right',
        'right',
        'wide',
        'huge',
        'negative',
      ),
    })
    .map(socketFrame);
  const begin = Buffer.concat([
    Buffer.from(upgrade(token)),
    socketFrame({ first: 0x82, payload: hello, masked: true, length: 'right' }),
  ]);
  return fc
    .tuple(fc.boolean(), fc.array(frame, { maxLength: 10 }))
    .map(([greets, frames]) => Buffer.concat([greets ? begin : Buffer.from(upgrade(token)), ...frames]));
}
