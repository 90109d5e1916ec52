// Reads and writes the field types of SMPP 3.4 (section 3.1). Every read is within bounds. A field that is not as it should be is
// read as far as it goes, or refuses its PDU, as the reader wants.

/** A PDU that breaks SMPP; `status` is the command_status to answer with. */
export class MalformedPdu extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** ESME_RINVMSGLEN: the body and its fields do not agree. */
export const invalidMessageLength = 0x01;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the final zero is what a C-octet string cannot hold
const fitsCString = (text: string): boolean => /^[\u0001-\u00ff]*$/.test(text);

/** What is done with a field that breaks SMPP: it is named, and then read as far as it goes. */
export type OnDefect = (field: string) => void;

const refuse: OnDefect = (field) => {
  throw new MalformedPdu(`${field} is too long, or has no end`, invalidMessageLength);
};

/** Reads a body from its start. Names are those of the fields. */
export class OctetReader {
  readonly #octets: Uint8Array;
  readonly #onDefect: OnDefect;
  #at = 0;

  constructor(octets: Uint8Array, onDefect = refuse) {
    this.#octets = octets;
    this.#onDefect = onDefect;
  }

  /** Octets that were not read yet. */
  get left(): number {
    return this.#octets.length - this.#at;
  }

  /** 0 where there is none. */
  int1(field: string): number {
    return this.octets(1, field)[0] ?? 0;
  }

  int2(field: string): number {
    const [high = 0, low = 0] = this.octets(2, field);
    return (high << 8) | low;
  }

  /** A C-octet string of at most `most` octets, the final zero included. Latin-1, so that no octet is lost. */
  cString(most: number, field: string): string {
    const zero = this.#octets.indexOf(0, this.#at);
    const end = zero < 0 ? this.#octets.length : zero;
    if (zero < 0 || end - this.#at >= most) this.#onDefect(field);
    const text = Buffer.from(this.#octets.subarray(this.#at, end)).toString('latin1');
    this.#at = Math.min(end + 1, this.#octets.length);
    return text;
  }

  /** Fewer where its body ends before. */
  octets(length: number, field: string): Uint8Array {
    if (length > this.left) this.#onDefect(field);
    const octets = this.#octets.subarray(this.#at, this.#at + length);
    this.#at += octets.length;
    return octets;
  }
}

/** Writes a body. */
export class OctetWriter {
  readonly #chunks: Uint8Array[] = [];

  int1(value: number): this {
    this.#chunks.push(Uint8Array.of(value & 0xff));
    return this;
  }

  int2(value: number): this {
    this.#chunks.push(Uint8Array.of((value >> 8) & 0xff, value & 0xff));
    return this;
  }

  /**
   * A C-octet string of at most `most` octets, the final zero included. Throws RangeError beyond, and for characters
   * outside of Latin-1.
   */
  cString(text: string, most: number): this {
    if (text.length >= most || !fitsCString(text)) throw new RangeError('a string does not fit its field');
    const octets = Buffer.from(text, 'latin1');
    this.#chunks.push(octets, Uint8Array.of(0));
    return this;
  }

  octets(octets: Uint8Array): this {
    this.#chunks.push(octets);
    return this;
  }

  done(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
