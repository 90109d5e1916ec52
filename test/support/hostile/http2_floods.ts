// The known floods of HTTP/2, each as one connection's bytes: much work for little, which an honest client never asks for.
import {
  callOf,
  flags,
  frameBytes,
  frameTypes,
  headerBlock,
  opening,
  setting,
  uint32,
} from './http2_frames.ts';

const many = (count: number, make: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));
const streamOf = (index: number) => index * 2 + 1;

const health = callOf('/grpc.health.v1.Health/Check');
const open = (stream: number, fields = health, flag: number = flags.endHeaders) =>
  frameBytes({ type: frameTypes.headers, flags: flag, stream, payload: headerBlock(fields) });
const half = 20_000;

/** By name, what is written after the opening. */
const floods: Record<string, () => Buffer> = {
  'streams that are reset at once (rapid reset)': () =>
    many(half, (index) =>
      Buffer.concat([
        open(streamOf(index)),
        frameBytes({ type: frameTypes.reset, stream: streamOf(index), payload: uint32(8) }),
      ]),
    ),
  'streams that the server has to reset (made you reset)': () =>
    many(half, (index) =>
      Buffer.concat([
        open(streamOf(index)),
        frameBytes({ type: frameTypes.windowUpdate, stream: streamOf(index), payload: uint32(0) }),
      ]),
    ),
  'a header block that never ends (CONTINUATION)': () =>
    Buffer.concat([
      open(1, health, 0),
      many(half, () =>
        frameBytes({
          type: frameTypes.continuation,
          stream: 1,
          payload: headerBlock([['x', 'y'.repeat(200)]]),
        }),
      ),
    ]),
  'empty CONTINUATION frames': () =>
    Buffer.concat([
      open(1, health, 0),
      many(half, () => frameBytes({ type: frameTypes.continuation, stream: 1 })),
    ]),
  pings: () => many(half * 4, () => frameBytes({ type: frameTypes.ping, payload: Buffer.alloc(8) })),
  settings: () =>
    many(half * 2, () => frameBytes({ type: frameTypes.settings, payload: setting(4, 65_535) })),
  'settings of thousands of entries': () =>
    many(200, () => frameBytes({ type: frameTypes.settings, payload: many(2_000, () => setting(9, 1)) })),
  'a table of headers that grows and shrinks': () =>
    many(half, (index) =>
      frameBytes({ type: frameTypes.settings, payload: setting(1, index % 2 === 0 ? 0 : 0xffff_ffff) }),
    ),
  priorities: () =>
    many(half * 2, (index) =>
      frameBytes({
        type: frameTypes.priority,
        stream: streamOf(index % 1_000),
        payload: Buffer.from([0, 0, 0, 0, 1]),
      }),
    ),
  'empty DATA frames': () =>
    Buffer.concat([open(1), many(half * 2, () => frameBytes({ type: frameTypes.data, stream: 1 }))]),
  'uploads that are begun and never ended': () =>
    many(1_000, (index) =>
      Buffer.concat([
        open(streamOf(index)),
        frameBytes({
          type: frameTypes.data,
          stream: streamOf(index),
          payload: Buffer.from([0, 0, 0, 1, 0, 65]),
        }),
      ]),
    ),
  'answers that are not read': () =>
    Buffer.concat([
      frameBytes({ type: frameTypes.settings, payload: setting(4, 0) }),
      many(1_000, (index) =>
        Buffer.concat([
          open(streamOf(index)),
          frameBytes({
            type: frameTypes.data,
            flags: flags.endStream,
            stream: streamOf(index),
            payload: Buffer.alloc(5),
          }),
        ]),
      ),
    ]),
  'watches of health that are not read': () =>
    many(1_000, (index) =>
      Buffer.concat([
        open(streamOf(index), callOf('/grpc.health.v1.Health/Watch')),
        frameBytes({
          type: frameTypes.data,
          flags: flags.endStream,
          stream: streamOf(index),
          payload: Buffer.alloc(5),
        }),
      ]),
    ),
  'many large headers': () =>
    many(2_000, (index) =>
      open(streamOf(index), [
        ...health,
        ...Array.from({ length: 40 }, (): [string, string] => ['x', 'y'.repeat(300)]),
      ]),
    ),
  'windows that overflow': () =>
    many(half, () => frameBytes({ type: frameTypes.windowUpdate, payload: uint32(0x7fff_ffff) })),
  'frames of unknown kinds': () =>
    many(half * 2, (index) =>
      frameBytes({ type: 10 + (index % 200), stream: index % 7, payload: Buffer.alloc(30) }),
    ),
  goaways: () => many(half, () => frameBytes({ type: frameTypes.goaway, payload: Buffer.alloc(8) })),
  'refused calls': () =>
    many(half, (index) =>
      open(
        streamOf(index),
        callOf('/textrelay.v1.MessageService/SendMessages'),
        flags.endHeaders | flags.endStream,
      ),
    ),
  'calls of nothing, whose bodies never end': () =>
    many(half, (index) => open(streamOf(index), callOf('/nothing'))),
};

/** The floods by name, each with its opening. */
export const http2Floods: readonly (readonly [string, () => Buffer])[] = Object.entries(floods).map(
  ([name, make]) => [name, () => Buffer.concat([opening, make()])] as const,
);
