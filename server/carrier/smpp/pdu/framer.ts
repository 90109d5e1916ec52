// Cuts a stream of octets into PDUs. After an impossible command_length the next PDU cannot be found: complete PDUs
// before it are still returned, and then the caller must end the connection.

/** Shortest and longest PDU that is taken. */
const minLength = 16;
export const maxLength = 70 * 1024;

/** Collects octets and returns whole PDUs. */
export class Framer {
  #chunks: Buffer[] = [];
  #size = 0;
  #isLost = false;

  /** Whether the stream cannot be followed any further. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The PDUs that are whole now; none any more once the stream is lost. */
  push(chunk: Buffer): Buffer[] {
    if (this.#isLost) return [];
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const pdus: Buffer[] = [];
    while (this.#size >= 4) {
      const length = this.#peekLength();
      this.#isLost = length < minLength || length > maxLength;
      if (this.#isLost) this.#chunks = [];
      if (this.#isLost || this.#size < length) break;
      const all = this.#join();
      pdus.push(all.subarray(0, length));
      this.#chunks = length === all.length ? [] : [all.subarray(length)];
      this.#size = all.length - length;
    }
    return pdus;
  }

  #peekLength(): number {
    const first = this.#chunks[0] as Buffer;
    return (first.length >= 4 ? first : this.#join()).readUInt32BE(0);
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] as Buffer;
  }
}
