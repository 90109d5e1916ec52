// The entries of a protobuf message, counted over its bytes before it is decoded: decoding cannot be interrupted, and takes half a second
// for four megabytes of empty texts. The count reads each byte as the decoder does, which goes by a field's description and not by
// the type on the wire, and stops where the decoder would throw.
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { invalidRequest } from '../errors.ts';

/**
 * Most entries of a request: fields that are there, values of lists and entries of maps, at every level. The largest request of the
 * gateway has 41,002, which is the rows of a broadcast that come as 40,000 values of JSON. The dearest entries are those of one map:
 * so many take the decoder 40 milliseconds.
 */
export const mostEntries = 42_000;

/** As the decoder has it. */
const deepestLevel = 100;

/** How the decoder reads a value that is no message. */
type Read = (reader: BinaryReader) => void;

/** A field: how a value is read, or what is inside of it. */
interface Field {
  read: Read;
  /** Its values may stand behind each other after one length. */
  isPackable: boolean;
  inside: (() => Fields) | undefined;
}

interface Fields {
  byNumber: ReadonlyMap<number, Field>;
  /** The key and the value of a map's entry count as the one entry that they are. */
  free: number;
}

const readVarint: Read = (reader) => {
  reader.uint32();
};
const readBit32: Read = (reader) => {
  reader.pos += 4;
};
const readBit64: Read = (reader) => {
  reader.pos += 8;
};
const readBytes: Read = (reader) => {
  const length = reader.uint32();
  reader.pos += length;
};

function readerOf(type: ScalarType | undefined): Read {
  switch (type) {
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return readBytes;
    case ScalarType.DOUBLE:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return readBit64;
    case ScalarType.FLOAT:
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return readBit32;
    default:
      return readVarint;
  }
}

const value = (type: ScalarType | undefined, isInList = false): Field => {
  const read = readerOf(type);
  return { read, isPackable: isInList && read !== readBytes, inside: undefined };
};
const nested = (inside: () => Fields): Field => ({ read: readBytes, isPackable: false, inside });

function fieldOf(field: DescField): Field {
  if (field.fieldKind === 'map') {
    const entry: Fields = {
      byNumber: new Map([
        [1, value(field.mapKey)],
        [2, field.message ? messageField(field.message) : value(field.scalar)],
      ]),
      free: 2,
    };
    return nested(() => entry);
  }
  return field.message ? messageField(field.message) : value(field.scalar, field.fieldKind === 'list');
}

const messageField = (message: DescMessage): Field => nested(() => fieldsOf(message));

const known = new WeakMap<DescMessage, Fields>();

function fieldsOf(message: DescMessage): Fields {
  const found = known.get(message);
  if (found) return found;
  const byNumber = new Map(message.fields.map((field) => [field.number, fieldOf(field)]));
  const fields = { byNumber, free: 0 };
  known.set(message, fields);
  return fields;
}

class Count {
  entries = 0;
  readonly #reader: BinaryReader;
  readonly #most: number;

  constructor(bytes: Uint8Array, most: number) {
    this.#reader = new BinaryReader(bytes);
    this.#most = most;
  }

  /** Counts up to `end`, which may lie beyond the message around it if the bytes are broken. Throws where the decoder does. */
  count({ byNumber, free }: Fields, end: number, level = 1): void {
    const reader = this.#reader;
    if (level > deepestLevel) throw new Error('the message is too deep');
    for (let fields = 0; reader.pos < end && this.entries <= this.#most; fields++) {
      const [number, wireType] = reader.tag();
      if (fields >= free) this.entries++;
      const field = byNumber.get(number);
      if (field === undefined) this.#skip(wireType, number, deepestLevel - level);
      else if (field.inside) {
        const inside = field.inside();
        // A map's entry is no level of its own.
        this.count(inside, reader.uint32() + reader.pos, inside.free > 0 ? level : level + 1);
      } else if (field.isPackable && wireType === WireType.LengthDelimited) this.#countPacked(field.read);
      else this.#read(field.read);
    }
  }

  #read(read: Read): void {
    read(this.#reader);
    if (this.#reader.pos > this.#reader.len) throw new Error('the message ends early');
  }

  /** The list itself was counted as its first value. */
  #countPacked(read: Read): void {
    const reader = this.#reader;
    const end = reader.uint32() + reader.pos;
    for (let values = 0; reader.pos < end && this.entries <= this.#most; values++) {
      this.#read(read);
      if (values > 0) this.entries++;
    }
  }

  /** Skips a field that is not known. What stands in a group of such fields counts as well. */
  #skip(wireType: WireType, number: number, levels: number): void {
    if (wireType !== WireType.StartGroup) {
      this.#reader.skip(wireType, number);
      return;
    }
    if (levels <= 0) throw new Error('the message is too deep');
    while (this.entries <= this.#most) {
      const [inner, innerType] = this.#reader.tag();
      if (innerType === WireType.EndGroup) {
        if (inner !== number) throw new Error('the group ends as another one');
        return;
      }
      this.entries++;
      this.#skip(innerType, inner, levels - 1);
    }
  }
}

/** The entries of a message, counted no further than to one more than `most`; of broken bytes those before the fault. */
export function countEntries(message: DescMessage, bytes: Uint8Array, most: number): number {
  const count = new Count(bytes, most);
  try {
    count.count(fieldsOf(message), bytes.length);
  } catch {
    // The decoder throws at the same byte, and says so to the caller.
  }
  return count.entries;
}

/** Throws a Refusal for a message with more entries than a request may have. */
export function boundEntries(message: DescMessage, bytes: Uint8Array): void {
  // An entry has a byte at least, so that most requests are not looked at.
  if (bytes.length > mostEntries && countEntries(message, bytes, mostEntries) > mostEntries)
    throw invalidRequest(`the request must have at most ${mostEntries} entries`);
}
