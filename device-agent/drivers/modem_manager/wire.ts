// The D-Bus wire format (D-Bus specification, "Marshaling"): what is sent is written in little endian, what comes is
// read in either. Only what ModemManager's interfaces need can be written.

/** A value with its type, for places that take any. */
interface Variant {
  signature: string;
  value: unknown;
}

export const variant = (signature: string, value: unknown): Variant => ({ signature, value });

/** The bytes are not D-Bus, or more than any answer has. */
export class WireError extends Error {}

/** Far more than ModemManager ever says at a time. */
export const maxMessageBytes = 16 * 1024 * 1024;

const alignments: Record<string, number> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
};
const alignmentOf = (type: string) => alignments[type[0] ?? ''] ?? 4;

/** The first complete type of a signature. */
function firstType(signature: string): string {
  const [head = ''] = signature;
  if (head === 'a') return head + firstType(signature.slice(1));
  const close = { '(': ')', '{': '}' }[head];
  if (close === undefined) return head;
  let depth = 0;
  for (const [index, character] of [...signature].entries()) {
    if ('({'.includes(character)) depth += 1;
    if (')}'.includes(character)) depth -= 1;
    if (depth === 0) return signature.slice(0, index + 1);
  }
  throw new WireError('a signature has no end');
}

/** The complete types of a signature. */
export function typesOf(signature: string): string[] {
  const types: string[] = [];
  for (let rest = signature; rest !== ''; ) {
    const type = firstType(rest);
    types.push(type);
    rest = rest.slice(type.length);
  }
  return types;
}

/** Writes values. */
export class WireWriter {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  align(size: number): void {
    const missing = (size - (this.#length % size)) % size;
    if (missing > 0) this.#push(Buffer.alloc(missing));
  }

  write(type: string, value: unknown): void {
    this.align(alignmentOf(type));
    switch (type[0]) {
      case 'y':
        return this.#push(Buffer.from([Number(value)]));
      case 'b':
        return this.#uint32(value === true ? 1 : 0);
      case 'u':
        return this.#uint32(Number(value));
      case 's':
      case 'o':
        return this.#string(String(value));
      case 'g':
        return this.#push(Buffer.from([String(value).length, ...Buffer.from(`${value}\0`)]));
      case 'v': {
        const { signature, value: inner } = value as Variant;
        this.write('g', signature);
        return this.write(signature, inner);
      }
      case 'a':
        return this.#array(type.slice(1), value as unknown[]);
      case '(':
      case '{':
        for (const [index, inner] of typesOf(type.slice(1, -1)).entries())
          this.write(inner, (value as unknown[])[index]);
        return;
      default:
        throw new WireError(`the type ${type} cannot be written`);
    }
  }

  #array(type: string, values: unknown[]): void {
    const inner = new WireWriter();
    // Its elements are aligned in the message, not in themselves.
    const start = this.#length + 4;
    const lead = (alignmentOf(type) - (start % alignmentOf(type))) % alignmentOf(type);
    inner.#push(Buffer.alloc((start + lead) % 8));
    const before = inner.#length;
    for (const value of values) inner.write(type, value);
    this.#uint32(inner.#length - before);
    this.#push(Buffer.alloc(lead));
    this.#push(inner.bytes.subarray(before));
  }

  #string(text: string): void {
    const bytes = Buffer.from(`${text}\0`);
    this.#uint32(bytes.length - 1);
    this.#push(bytes);
  }

  #uint32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    this.#push(bytes);
  }

  #push(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }
}

/** Reads values: numbers (64 bits as bigint), strings, arrays, Maps for dictionaries, variants as what is in them. */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #little: boolean;
  #at: number;

  constructor(bytes: Buffer, little: boolean, at = 0) {
    this.#bytes = bytes;
    this.#little = little;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  align(size: number): void {
    this.#at += (size - (this.#at % size)) % size;
  }

  read(type: string, depth = 0): unknown {
    if (depth > 32) throw new WireError('it is nested too deeply');
    this.align(alignmentOf(type));
    switch (type[0]) {
      case 'y':
        return this.#take(1).readUInt8();
      case 'b':
        return this.#uint32() !== 0;
      case 'n':
        return this.#little ? this.#take(2).readInt16LE() : this.#take(2).readInt16BE();
      case 'q':
        return this.#little ? this.#take(2).readUInt16LE() : this.#take(2).readUInt16BE();
      case 'i':
        return this.#uint32() | 0;
      case 'u':
      case 'h':
        return this.#uint32();
      case 'x':
        return this.#little ? this.#take(8).readBigInt64LE() : this.#take(8).readBigInt64BE();
      case 't':
        return this.#little ? this.#take(8).readBigUInt64LE() : this.#take(8).readBigUInt64BE();
      case 'd':
        return this.#little ? this.#take(8).readDoubleLE() : this.#take(8).readDoubleBE();
      case 's':
      case 'o':
        return this.#string(this.#uint32());
      case 'g':
        return this.#string(this.#take(1).readUInt8());
      case 'v':
        return this.read(this.#string(this.#take(1).readUInt8()), depth + 1);
      case 'a':
        return this.#array(type.slice(1), depth);
      case '(':
      case '{':
        return typesOf(type.slice(1, -1)).map((inner) => this.read(inner, depth + 1));
      default:
        throw new WireError('a type is not known');
    }
  }

  #array(type: string, depth: number): unknown {
    const length = this.#uint32();
    this.align(alignmentOf(type));
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new WireError('an array has no end');
    if (type === 'y') return this.#take(length);
    const values: unknown[] = [];
    while (this.#at < end) values.push(this.read(type, depth + 1));
    return type.startsWith('{') ? new Map(values as [unknown, unknown][]) : values;
  }

  #string(length: number): string {
    const text = this.#take(length).toString();
    this.#take(1);
    return text;
  }

  #uint32(): number {
    return this.#little ? this.#take(4).readUInt32LE() : this.#take(4).readUInt32BE();
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new WireError('it ends too early');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
