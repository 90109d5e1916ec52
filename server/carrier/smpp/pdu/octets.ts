// Reads and writes the field types of SMPP 3.4 (section 3.1). Every read is within bounds or throws MalformedPdu.

/** A PDU that breaks SMPP; `status` is the command_status to answer with. */
export class MalformedPdu extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** ESME_RINVMSGLEN: the body and its fields do not agree. */
const invalidMessageLength = 0x01;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the final zero is what a C-octet string cannot hold
const fitsCString = (text: string): boolean => /^[\u0001-\u00ff]*$/.test(text);

/** Reads a body from its start. */
export class OctetReader {
  readonly #octets: Uint8Array;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  /** Octets that were not read yet. */
  get left(): number {
    return this.#octets.length - this.#at;
  }

  int1(): number {
    return this.octets(1)[0] as number;
  }

  int2(): number {
    const [high, low] = this.octets(2) as unknown as [number, number];
    return (high << 8) | low;
  }

  /** A C-octet string of at most `most` octets, the final zero included. Latin-1, so that no octet is lost. */
  cString(most: number): string {
    const end = this.#octets.indexOf(0, this.#at);
    if (end < 0 || end - this.#at >= most) {
      throw new MalformedPdu('a string without its end, or too long', invalidMessageLength);
    }
    const text = Buffer.from(this.#octets.subarray(this.#at, end)).toString('latin1');
    this.#at = end + 1;
    return text;
  }

  octets(length: number): Uint8Array {
    if (length > this.left) throw new MalformedPdu('a field ends after its PDU', invalidMessageLength);
    const octets = this.#octets.subarray(this.#at, this.#at + length);
    this.#at += length;
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
