// PostgreSQL's messages as they stand on the wire (PostgreSQL manual, 54.2 and 54.7).

export interface WireMessage {
  /** Its letter; empty for the first one of a client. */
  type: string;
  /** All of it. */
  bytes: Buffer;
}

const typeBytes = 1;
const lengthBytes = 4;

/** Cuts a stream into messages. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #hasType: boolean;

  /** `beginsUntyped`: the first message has no letter, as a client's. */
  constructor({ beginsUntyped }: { beginsUntyped: boolean }) {
    this.#hasType = !beginsUntyped;
  }

  /** Takes bytes; returns the messages that are whole now. */
  push(chunk: Buffer): WireMessage[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const headBytes = this.#hasType ? typeBytes : 0;
      if (this.#rest.length < headBytes + lengthBytes) return messages;
      const length = headBytes + this.#rest.readUInt32BE(headBytes);
      if (this.#rest.length < length) return messages;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      messages.push({ type: this.#hasType ? String.fromCharCode(bytes[0] as number) : '', bytes });
      this.#hasType = true;
    }
  }
}

/** A simple query, as a client sends it. */
export function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(typeBytes + lengthBytes);
  head.write('Q');
  head.writeUInt32BE(lengthBytes + body.length, typeBytes);
  return Buffer.concat([head, body]);
}

/** The text of a Parse or Query message; undefined for any other. */
export function textOf({ type, bytes }: WireMessage): string | undefined {
  const at = typeBytes + lengthBytes;
  if (type === 'Q') return bytes.toString('utf8', at, bytes.length - 1);
  if (type !== 'P') return undefined;
  const begin = bytes.indexOf(0, at) + 1;
  return bytes.toString('utf8', begin, bytes.indexOf(0, begin));
}

/** The name of the prepared statement that a Parse or Bind message is about; undefined for any other. */
export function preparedName({ type, bytes }: WireMessage): string | undefined {
  const at = typeBytes + lengthBytes;
  if (type === 'P') return bytes.toString('utf8', at, bytes.indexOf(0, at));
  if (type !== 'B') return undefined;
  const begin = bytes.indexOf(0, at) + 1;
  return bytes.toString('utf8', begin, bytes.indexOf(0, begin));
}
