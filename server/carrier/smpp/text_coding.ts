// Texts as octets of a short message, and back: alphabets by data_coding (SMPP 3.4 5.2.19, 3GPP TS 23.038 4), and the
// concatenation header in front (TS 23.040 9.2.3.24).
import { decodeGsm7, encodeGsm7 } from '../../domain/gsm7.ts';
import type { Submission } from '../carrier.ts';
import { type ShortMessage, tag } from './pdu.ts';

/** What data_coding 0 means at a message centre. */
export type DefaultAlphabet = 'gsm7' | 'latin1';

/** How long texts are sent. */
export type LongTexts = 'udh' | 'message_payload';

/** The fields of a submit_sm that carry the text. */
export type Content = Pick<ShortMessage, 'esmClass' | 'dataCoding' | 'content' | 'tlvs'>;

const coding = { default: 0x00, ascii: 0x01, latin1: 0x03, ucs2: 0x08 } as const;
/** The content starts with a header (5.2.12). */
const hasHeader = 0x40;
const maxContent = 254;

/** Codings that Node decodes under these names; 2 and 4 are binary and shown as it shows what is no text. */
const decoders: ReadonlyMap<number, string> = new Map([
  [0x01, 'latin1'],
  [0x03, 'latin1'],
  [0x05, 'shift_jis'],
  [0x06, 'iso-8859-5'],
  [0x07, 'iso-8859-8'],
  [0x0d, 'euc-jp'],
  [0x0e, 'euc-kr'],
]);

/** The text of one submit. What does not fit short_message goes into message_payload. */
export function encodeContent(submission: Submission, alphabet: DefaultAlphabet): Content {
  const { text, encoding, total } = submission;
  const { dataCoding, octets } = encodeText(text, encoding, alphabet);
  const header = total > 1 ? concatHeader(submission) : new Uint8Array();
  const all = Buffer.concat([header, octets]);
  const esmClass = header.length > 0 ? hasHeader : 0;
  return all.length <= maxContent
    ? { esmClass, dataCoding, content: all, tlvs: new Map() }
    : { esmClass, dataCoding, content: new Uint8Array(), tlvs: new Map([[tag.messagePayload, all]]) };
}

function encodeText(text: string, encoding: Submission['encoding'], alphabet: DefaultAlphabet) {
  if (encoding === 'gsm7' && alphabet === 'gsm7') {
    const octets = encodeGsm7(text);
    if (octets !== null) return { dataCoding: coding.default, octets };
  }
  if (encoding === 'gsm7' && [...text].every((character) => character <= '\u00ff')) {
    return { dataCoding: coding.latin1, octets: Buffer.from(text, 'latin1') };
  }
  return { dataCoding: coding.ucs2, octets: Buffer.from(text, 'utf16le').swap16() };
}

function concatHeader({ reference, referenceBits, total, part }: Submission): Uint8Array {
  return referenceBits === 8
    ? Uint8Array.of(5, 0x00, 3, reference & 0xff, total, part)
    : Uint8Array.of(6, 0x08, 4, (reference >> 8) & 0xff, reference & 0xff, total, part);
}

/** A received text, and its concatenation when it is a part. */
export interface Decoded {
  text: string;
  concat?: { reference: number; total: number; number: number };
}

/** Reads a deliver_sm. Never throws: what can't be read is shown with replacement characters. */
export function decodeContent(message: ShortMessage, alphabet: DefaultAlphabet): Decoded {
  const { esmClass, dataCoding, tlvs } = message;
  const octets = tlvs.get(tag.messagePayload) ?? message.content;
  const headerLength = (esmClass & hasHeader) !== 0 && octets.length > 0 ? 1 + (octets[0] as number) : 0;
  const header = headerLength <= octets.length ? octets.subarray(1, Math.max(1, headerLength)) : new Uint8Array();
  const body = octets.subarray(Math.min(headerLength, octets.length));
  const concat = readHeader(header) ?? readSar(tlvs);
  return { text: decodeText(body, dataCoding, alphabet), ...(concat && { concat }) };
}

function decodeText(octets: Uint8Array, dataCoding: number, alphabet: DefaultAlphabet): string {
  switch (alphabetOf(dataCoding)) {
    case coding.default:
      return alphabet === 'gsm7' ? decodeGsm7(octets) : Buffer.from(octets).toString('latin1');
    case coding.ucs2:
      return new TextDecoder('utf-16be', { ignoreBOM: true }).decode(octets);
    default:
      return new TextDecoder(decoders.get(dataCoding) ?? 'latin1').decode(octets);
  }
}

/** Message classes and waiting indications name their alphabet in their lower bits (TS 23.038 4). */
function alphabetOf(dataCoding: number): number {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? coding.default : coding.latin1;
  if (group === 0xc || group === 0xd) return coding.default;
  if (group === 0xe) return coding.ucs2;
  if (group >= 0x1 && group <= 0x7) return (dataCoding & 0x0c) === 0x08 ? coding.ucs2 : coding.default;
  return dataCoding;
}

function readHeader(header: Uint8Array): Decoded['concat'] {
  for (let at = 0; at + 2 <= header.length; ) {
    const id = header[at] as number;
    const length = header[at + 1] as number;
    const value = header.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (value.length !== length) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (id === 0x00 && length === 3) return sane({ reference: a, total: b, number: c });
    if (id === 0x08 && length === 4) return sane({ reference: (a << 8) | b, total: c, number: d });
  }
  return undefined;
}

function readSar(tlvs: ShortMessage['tlvs']): Decoded['concat'] {
  const reference = tlvs.get(tag.sarReference);
  const total = tlvs.get(tag.sarTotal)?.[0];
  const number = tlvs.get(tag.sarNumber)?.[0];
  if (reference?.length !== 2 || total === undefined || number === undefined) return undefined;
  return sane({ reference: ((reference[0] as number) << 8) | (reference[1] as number), total, number });
}

function sane(concat: NonNullable<Decoded['concat']>): Decoded['concat'] {
  return concat.number >= 1 && concat.number <= concat.total && concat.total > 1 ? concat : undefined;
}
