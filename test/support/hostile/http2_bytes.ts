// Connections of HTTP/2 as an attacker makes them up: frames of every kind in any order, right, nearly right and wrong.
import fc, { type Arbitrary } from 'fast-check';
import {
  callOf,
  type Frame,
  flags,
  frameBytes,
  frameTypes,
  headerBlock,
  opening,
  preface,
  setting,
  uint32,
} from './http2_frames.ts';

const streams = fc.constantFrom(1, 1, 3, 5, 7, 0, 2, 0x7fff_ffff, 0x8000_0001);
const anyFlags = fc.oneof(
  fc.constantFrom(0, 1, 4, 5, 5, 5, 12, 13, 37, 44),
  fc.integer({ min: 0, max: 255 }),
);
const words = fc.constantFrom(
  '',
  '/',
  '*',
  '[',
  'a b',
  '%',
  'x:99999',
  '::1:1',
  'é',
  '\u0000',
  '\r\n',
  'http',
  'ftp',
  'localhost',
  'y'.repeat(3_000),
);
const names = fc.constantFrom(
  ':method',
  ':path',
  ':scheme',
  ':authority',
  ':status',
  ':protocol',
  ':',
  'host',
  'Host',
  'content-length',
  'content-type',
  'te',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'grpc-timeout',
  'grpc-encoding',
  'connect-timeout-ms',
  'authorization',
  'cookie',
  'x\u0000',
  '',
  '__proto__',
  'trailer',
);
const values = fc.oneof(
  words,
  fc.constantFrom(
    'POST',
    'GET',
    'CONNECT',
    'HEAD',
    'trailers',
    '100-continue',
    'websocket',
    'application/grpc',
    'application/json',
    'application/grpc-web+proto',
    'application/connect+proto',
    '-1',
    '1n',
    '99999999H',
    '18446744073709551616',
    'gzip',
  ),
);

/** The fields of a call, some of them taken out, doubled or made another. */
function fieldsOf(paths: readonly string[]): Arbitrary<[string, string][]> {
  return fc
    .record({
      path: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...paths) }, words),
      left: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
      changed: fc.option(fc.tuple(fc.integer({ min: 0, max: 5 }), values), { nil: undefined }),
      added: fc.array(fc.tuple(names, values), { maxLength: 3 }),
      first: fc.boolean(),
    })
    .map(({ path, left, changed, added, first }) => {
      const fields = callOf(path);
      const field = changed && fields[changed[0]];
      if (field && changed) field[1] = changed[1];
      const kept = fields.filter((_, index) => !left.includes(index));
      return first ? [...added, ...kept] : [...kept, ...added];
    });
}

function framesOf(paths: readonly string[]): Arbitrary<Frame> {
  const raw = fc.uint8Array({ maxLength: 80 });
  const block = fc.oneof(
    { weight: 5, arbitrary: fieldsOf(paths).map(headerBlock) },
    { weight: 1, arbitrary: raw },
  );
  const oddNumbers = fc.constantFrom(0, 1, 16_384, 65_535, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000);
  const settings = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 10 }), oddNumbers), { maxLength: 6 })
    .map((all) => Buffer.concat(all.map(([id, value]) => setting(id, value))));
  const grpcData = fc.oneof(
    raw,
    fc.constant(Buffer.alloc(5)),
    fc.constant(Buffer.from([1, 255, 255, 255, 255])),
    fc.constant(Buffer.alloc(16_384)),
  );
  const frame = (type: number, payload: Arbitrary<Uint8Array>, stream: Arbitrary<number> = streams) =>
    fc.record({ type: fc.constant(type), flags: anyFlags, stream, payload });
  const connection = fc.constantFrom(0, 0, 0, 1);
  return fc.oneof(
    { weight: 6, arbitrary: frame(frameTypes.headers, block) },
    { weight: 4, arbitrary: frame(frameTypes.data, grpcData) },
    { weight: 2, arbitrary: frame(frameTypes.continuation, block) },
    { weight: 2, arbitrary: frame(frameTypes.settings, fc.oneof(settings, raw), connection) },
    { weight: 2, arbitrary: frame(frameTypes.reset, fc.oneof(oddNumbers.map(uint32), raw)) },
    { weight: 1, arbitrary: frame(frameTypes.windowUpdate, fc.oneof(oddNumbers.map(uint32), raw)) },
    { weight: 1, arbitrary: frame(frameTypes.ping, fc.oneof(fc.constant(Buffer.alloc(8)), raw), connection) },
    { weight: 1, arbitrary: frame(frameTypes.priority, fc.oneof(fc.constant(Buffer.alloc(5)), raw)) },
    {
      weight: 1,
      arbitrary: frame(frameTypes.goaway, fc.oneof(fc.constant(Buffer.alloc(8)), raw), connection),
    },
    { weight: 1, arbitrary: frame(frameTypes.pushPromise, block) },
    { weight: 1, arbitrary: fc.integer({ min: 10, max: 255 }).chain((type) => frame(type, raw)) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.integer({ min: 0, max: 12 }),
        stream: streams,
        payload: raw,
        claimed: fc.constantFrom(0, 1, 7, 16_385, 0xff_ffff),
      }),
    },
  );
}

/** Whole calls as a client writes them, with odd fields and bodies; these reach furthest. */
function callsOf(paths: readonly string[]): Arbitrary<Uint8Array> {
  return fc
    .array(fc.tuple(fieldsOf(paths), fc.uint8Array({ maxLength: 40 }), fc.boolean()), {
      minLength: 1,
      maxLength: 8,
    })
    .map((calls) =>
      Buffer.concat(
        calls.flatMap(([fields, body, isWhole], index) => {
          const stream = index * 2 + 1;
          const last = isWhole ? flags.endStream : 0;
          return [
            frameBytes({
              type: frameTypes.headers,
              flags: flags.endHeaders,
              stream,
              payload: headerBlock(fields),
            }),
            frameBytes({ type: frameTypes.data, flags: last, stream, payload: body }),
          ];
        }),
      ),
    );
}

/** What is sent to a listener that knows these paths. */
export function http2Bytes(paths: readonly string[]): Arbitrary<Uint8Array> {
  const begin = fc.oneof(
    { weight: 12, arbitrary: fc.constant(opening) },
    fc.constantFrom(preface, Buffer.alloc(0)),
  );
  const frames = fc
    .array(framesOf(paths), { maxLength: 12 })
    .map((all) => Buffer.concat(all.map(frameBytes)));
  return fc
    .tuple(begin, fc.oneof(frames, { weight: 3, arbitrary: callsOf(paths) }))
    .map((parts) => Buffer.concat(parts));
}
