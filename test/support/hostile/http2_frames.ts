// HTTP/2 frames by hand (RFC 9113), because no library would write what an attacker writes, and header blocks in the
// simplest form of HPACK (RFC 7541): literals that are neither indexed nor compressed.

export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;

export interface Frame {
  type: number;
  flags?: number;
  stream?: number;
  payload?: Uint8Array;
  /** What the frame says of its length; its payload's unless given. */
  claimed?: number;
}

/** A frame as bytes. */
export function frameBytes({
  type,
  flags: flag = 0,
  stream = 0,
  payload = new Uint8Array(),
  claimed,
}: Frame): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE((claimed ?? payload.length) & 0xff_ffff, 0, 3);
  head.writeUInt8(type & 0xff, 3);
  head.writeUInt8(flag & 0xff, 4);
  head.writeUInt32BE(stream >>> 0, 5);
  return Buffer.concat([head, payload]);
}

/** An integer of HPACK behind a prefix of 7 bits. */
function hpackLength(length: number): Buffer {
  if (length < 127) return Buffer.from([length]);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** One header field as a literal. */
function hpackField(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')];
  return Buffer.concat([
    Buffer.from([0]),
    hpackLength(nameBytes.length),
    nameBytes,
    hpackLength(valueBytes.length),
    valueBytes,
  ]);
}

/** A header block. */
export const headerBlock = (fields: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat(fields.map(([name, value]) => hpackField(name, value)));

/** The fields of a plain call. */
export const callOf = (path: string): [string, string][] => [
  [':method', 'POST'],
  [':scheme', 'http'],
  [':path', path],
  [':authority', 'localhost'],
  ['content-type', 'application/grpc'],
  ['te', 'trailers'],
];

/** One setting. */
export function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id & 0xffff, 0);
  bytes.writeUInt32BE(value >>> 0, 2);
  return bytes;
}

export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0, 0);
  return bytes;
};

/** What an honest client begins with. */
export const opening = Buffer.concat([preface, frameBytes({ type: frameTypes.settings })]);
