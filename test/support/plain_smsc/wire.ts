// SMPP 3.4 on bare buffers, as far as an SMSC needs it: written from the specification alone, so that it does
// not err where the carrier errs.

export const bindTransceiver = 0x09;
export const submitSm = 0x04;
export const deliverSm = 0x05;
export const unbind = 0x06;
export const enquireLink = 0x15;
export const response = 0x80000000;

const headerOctets = 16;
const payloadTag = 0x0424;
/** A longer PDU is no SMPP. */
const maxOctets = 70_000;

/** A PDU. */
export interface Pdu {
  command: number;
  status: number;
  sequence: number;
  body: Buffer;
}

/** A submit, as far as it is judged. */
export interface Submit {
  source: string;
  destination: string;
  esmClass: number;
  dataCoding: number;
  registered: number;
  content: Buffer;
}

/** The bytes of a PDU. */
export function pdu(
  command: number,
  status: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const bytes = Buffer.alloc(headerOctets + body.length);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.writeUInt32BE(command, 4);
  bytes.writeUInt32BE(status, 8);
  bytes.writeUInt32BE(sequence, 12);
  body.copy(bytes, headerOctets);
  return bytes;
}

/** Takes whole PDUs off the front of what was received; returns what is left. */
export function readPdus(received: Buffer, take: (pdu: Pdu) => void): Buffer {
  let at = 0;
  while (received.length - at >= headerOctets) {
    const length = received.readUInt32BE(at);
    if (length < headerOctets || length > maxOctets) throw new Error(`a PDU says it has ${length} octets`);
    if (received.length - at < length) break;
    take({
      command: received.readUInt32BE(at + 4),
      status: received.readUInt32BE(at + 8),
      sequence: received.readUInt32BE(at + 12),
      body: received.subarray(at + headerOctets, at + length),
    });
    at += length;
  }
  return received.subarray(at);
}

/** A C-octet string. */
export const cString = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');

/** Reads a submit_sm; throws when it is none. */
export function readSubmit(body: Buffer): Submit {
  let at = 0;
  const string = () => {
    const end = body.indexOf(0, at);
    if (end < 0) throw new Error('a string has no end');
    const text = body.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  const octet = () => body.readUInt8(at++);
  string();
  at += 2;
  const source = string();
  at += 2;
  const destination = string();
  const esmClass = octet();
  at += 2;
  string();
  string();
  const registered = octet();
  octet();
  const dataCoding = octet();
  octet();
  const length = octet();
  let content = body.subarray(at, at + length);
  if (content.length < length) throw new Error('the text ends early');
  at += length;
  while (at < body.length) {
    const [tag, size] = [body.readUInt16BE(at), body.readUInt16BE(at + 2)];
    if (at + 4 + size > body.length) throw new Error('a parameter ends early');
    if (tag === payloadTag) content = body.subarray(at + 4, at + 4 + size);
    at += 4 + size;
  }
  return { source, destination, esmClass, dataCoding, registered, content };
}

/** The body of a deliver_sm between two E.164 numbers. */
export function deliverBody(
  from: string,
  to: string,
  esmClass: number,
  coding: number,
  text: Buffer,
): Buffer {
  const address = (number: string) => Buffer.concat([Buffer.from([1, 1]), cString(number.replace('+', ''))]);
  return Buffer.concat([
    cString(''),
    address(from),
    address(to),
    Buffer.from([esmClass, 0, 0, 0, 0, 0, 0, coding, 0, text.length]),
    text,
  ]);
}
