// D-Bus messages (D-Bus specification, "Message Format"): calls are made, answers and signals are read.
import { maxMessageBytes, typesOf, variant, WireError, WireReader, WireWriter } from './wire.ts';

/** A call to a method. */
export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  /** The types of the arguments, all together. */
  signature?: string;
  args?: unknown[];
}

/** A received message. */
export interface BusMessage {
  kind: 'call' | 'answer' | 'error' | 'signal' | 'other';
  serial: number;
  /** The call that an answer or error is about. */
  replyTo?: number;
  path?: string;
  interface?: string;
  member?: string;
  errorName?: string;
  sender?: string;
  body: unknown[];
}

const kinds = ['other', 'call', 'answer', 'error', 'signal'] as const;

/** The bytes of a call. */
export function writeCall(call: BusCall, serial: number): Buffer {
  const body = new WireWriter();
  const { signature = '', args = [] } = call;
  for (const [index, type] of typesOf(signature).entries()) body.write(type, args[index]);
  const bytes = body.bytes;
  const fields: [number, unknown][] = [
    [1, variant('o', call.path)],
    [2, variant('s', call.interface)],
    [3, variant('s', call.member)],
    [6, variant('s', call.destination)],
    ...(signature === '' ? [] : [[8, variant('g', signature)] as [number, unknown]]),
  ];
  const head = new WireWriter();
  for (const byte of ['l'.charCodeAt(0), 1, 0, 1]) head.write('y', byte);
  head.write('u', bytes.length);
  head.write('u', serial);
  head.write('a(yv)', fields);
  head.align(8);
  return Buffer.concat([head.bytes, bytes]);
}

/** The first message in the bytes, and how many it took; undefined when it is not all there yet. */
export function readMessage(bytes: Buffer): { message: BusMessage; length: number } | undefined {
  if (bytes.length < 16) return undefined;
  const little = bytes[0] === 'l'.charCodeAt(0);
  if (!little && bytes[0] !== 'B'.charCodeAt(0)) throw new WireError('not D-Bus');
  const u32 = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const headEnd = Math.ceil((16 + u32(12)) / 8) * 8;
  const length = headEnd + u32(4);
  if (length > maxMessageBytes) throw new WireError('a message is too large');
  if (bytes.length < length) return undefined;
  const reader = new WireReader(bytes.subarray(0, headEnd), little, 12);
  const fields = new Map(reader.read('a(yv)') as [number, unknown][]);
  const text = (field: number) => {
    const value = fields.get(field);
    return typeof value === 'string' ? value : undefined;
  };
  const content = new WireReader(Buffer.from(bytes.subarray(headEnd, length)), little);
  const body = typesOf(text(8) ?? '').map((type) => content.read(type));
  const replyTo = fields.get(5);
  const optional = {
    path: text(1),
    interface: text(2),
    member: text(3),
    errorName: text(4),
    sender: text(7),
    replyTo: typeof replyTo === 'number' ? replyTo : undefined,
  };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return { message: { kind: kinds[bytes[1] ?? 0] ?? 'other', serial: u32(8), body, ...known }, length };
}
