// Texts as octets of a short message, and back: alphabets by data_coding (SMPP 3.4 5.2.19, 3GPP TS 23.038 4), and how
// the parts of a long text are tied together (TS 23.040 9.2.3.24, SMPP 3.4 5.3.2.22).
import { decodeGsm7, encodeGsm7 } from '../../../domain/messages/gsm7.ts';
import type { Submission } from '../../carrier.ts';
import { contentOf, type ShortMessage, tag } from './pdu.ts';

/** The meaning of data_coding 0 at an SMSC. */
export type DefaultAlphabet = 'gsm7' | 'latin1';

/** How long texts are sent: in parts with a header or with parameters beside them, or whole. */
export type LongTexts = 'udh' | 'sar' | 'message_payload';

/** The fields of a submit_sm that carry the text. */
type Content = Pick<ShortMessage, 'esmClass' | 'dataCoding' | 'content' | 'tlvs'>;

const coding = { default: 0x00, latin1: 0x03, ucs2: 0x08 } as const;
/** The content starts with a header (5.2.12). */
const hasHeader = 0x40;
/** The capacity of one text of the network: septets in an alphabet of characters, and octets of anything else. */
const maxSeptets = 160;
const maxOctets = 140;

/** Codings that TextDecoder knows by these names; the others are shown as Latin-1. */
const decoders: ReadonlyMap<number, string> = new Map([
  [0x05, 'shift_jis'],
  [0x06, 'iso-8859-5'],
  [0x07, 'iso-8859-8'],
  [0x0d, 'euc-jp'],
  [0x0e, 'euc-kr'],
]);

/**
 * The text of one submit. A whole text that is longer than one of the network goes into message_payload. Throws
 * RangeError for a part with characters that the SMSC's alphabet lacks and that is too long without it.
 */
export function encodeContent(
  submission: Submission,
  alphabet: DefaultAlphabet,
  longTexts: LongTexts,
): Content {
  const { text, encoding, total, part, reference } = submission;
  const { dataCoding, octets, most } = encodeText(text, encoding, alphabet);
  if (longTexts === 'message_payload') {
    return octets.length <= most
      ? { esmClass: 0, dataCoding, content: octets, tlvs: new Map() }
      : { esmClass: 0, dataCoding, content: new Uint8Array(), tlvs: new Map([[tag.messagePayload, octets]]) };
  }
  const header = total > 1 ? concatHeader(submission) : new Uint8Array();
  const spaceOfHeader = dataCoding === coding.ucs2 ? header.length : Math.ceil((header.length * 8) / 7);
  if (octets.length > most - spaceOfHeader)
    throw new RangeError(
      "a part holds characters that are not in the carrier's alphabet and is too long without it",
    );
  if (longTexts === 'udh' || total === 1) {
    const content = Buffer.concat([header, octets]);
    return { esmClass: total > 1 ? hasHeader : 0, dataCoding, content, tlvs: new Map() };
  }
  const tlvs = new Map<number, Uint8Array>([
    [tag.sarReference, Uint8Array.of((reference >> 8) & 0xff, reference & 0xff)],
    [tag.sarTotal, Uint8Array.of(total)],
    [tag.sarNumber, Uint8Array.of(part)],
  ]);
  return { esmClass: 0, dataCoding, content: octets, tlvs };
}

/** `most`: how many of these octets one text of the network holds. */
function encodeText(text: string, encoding: Submission['encoding'], alphabet: DefaultAlphabet) {
  if (encoding === 'gsm7' && alphabet === 'gsm7') {
    const octets = encodeGsm7(text);
    if (octets !== null) return { dataCoding: coding.default, octets, most: maxSeptets };
  }
  // An SMSC whose own alphabet is Latin-1 converts it to the network's, so that as many characters fit.
  if (encoding === 'gsm7' && isLatin1(text))
    return { dataCoding: coding.latin1, octets: Buffer.from(text, 'latin1'), most: maxSeptets };
  return { dataCoding: coding.ucs2, octets: Buffer.from(text, 'utf16le').swap16(), most: maxOctets };
}

const isLatin1 = (text: string): boolean => [...text].every((character) => character <= '\u00ff');

function concatHeader({ reference, referenceBits, total, part }: Submission): Uint8Array {
  return referenceBits === 8
    ? Uint8Array.of(5, 0x00, 3, reference & 0xff, total, part)
    : Uint8Array.of(6, 0x08, 4, (reference >> 8) & 0xff, reference & 0xff, total, part);
}

/** A received text, and its concatenation when it is a part. */
interface Decoded {
  text: string;
  concat?: { reference: number; total: number; number: number };
}

/** Reads a deliver_sm. Never throws: what cannot be read is shown with replacement characters. */
export function decodeContent(message: ShortMessage, alphabet: DefaultAlphabet): Decoded {
  const { esmClass, dataCoding, tlvs } = message;
  const octets = contentOf(message);
  const elements = (esmClass & hasHeader) === 0 ? undefined : elementsOf(octets);
  const body = elements ? octets.subarray(1 + (octets[0] as number)) : octets;
  const concat = (elements && concatOf(elements)) ?? readSar(tlvs);
  // No database keeps U+0000 in a text.
  const text = decodeText(body, dataCoding, alphabet).replaceAll('\0', '\ufffd');
  return concat ? { text, concat } : { text: text.toWellFormed() };
}

function decodeText(octets: Uint8Array, dataCoding: number, alphabet: DefaultAlphabet): string {
  switch (alphabetOf(dataCoding)) {
    case coding.default:
      return alphabet === 'gsm7' ? decodeGsm7(octets) : Buffer.from(octets).toString('latin1');
    case coding.ucs2:
      return decodeUcs2(octets);
    default: {
      const name = decoders.get(dataCoding);
      return name ? new TextDecoder(name).decode(octets) : Buffer.from(octets).toString('latin1');
    }
  }
}

/** Half characters stay, because the other half may be in the next part. An odd octet at the end is left out. */
const decodeUcs2 = (octets: Uint8Array): string =>
  Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString('utf16le');

/** Message classes and waiting indications name their alphabet in their lower bits (TS 23.038 4). */
function alphabetOf(dataCoding: number): number {
  const group = dataCoding >> 4;
  if (group === 0xf) return (dataCoding & 0x04) === 0 ? coding.default : coding.latin1;
  if (group === 0xc || group === 0xd) return coding.default;
  if (group === 0xe) return coding.ucs2;
  if (group >= 0x1 && group <= 0x7) return (dataCoding & 0x0c) === 0x08 ? coding.ucs2 : coding.default;
  return dataCoding;
}

interface Element {
  id: number;
  value: Uint8Array;
}

/**
 * The elements of the header that the content begins with (TS 23.040 9.2.3.24); undefined where its first octets are none. SMSCs
 * are known to set the flag on texts without one, and the words would be lost.
 */
function elementsOf(octets: Uint8Array): Element[] | undefined {
  const end = 1 + (octets[0] ?? 0);
  if (end === 1 || end > octets.length) return undefined;
  const elements: Element[] = [];
  for (let at = 1; at < end; ) {
    const from = at + 2;
    const to = from + (octets[at + 1] as number);
    if (from > end || to > end) return undefined;
    elements.push({ id: octets[at] as number, value: octets.subarray(from, to) });
    at = to;
  }
  return elements;
}

function concatOf(elements: readonly Element[]): Decoded['concat'] {
  for (const { id, value } of elements) {
    const [a = 0, b = 0, c = 0, d = 0] = value;
    if (id === 0x00 && value.length === 3) return sane({ reference: a, total: b, number: c });
    if (id === 0x08 && value.length === 4) return sane({ reference: (a << 8) | b, total: c, number: d });
  }
  return undefined;
}

/** The reference has two octets (5.3.2.22); some SMSCs give one. */
function readSar(tlvs: ShortMessage['tlvs']): Decoded['concat'] {
  const reference = tlvs.get(tag.sarReference);
  const total = tlvs.get(tag.sarTotal)?.[0];
  const number = tlvs.get(tag.sarNumber)?.[0];
  if (total === undefined || number === undefined) return undefined;
  if (reference?.length !== 2 && reference?.length !== 1) return undefined;
  return sane({ reference: reference.reduce((sum, octet) => (sum << 8) | octet, 0), total, number });
}

function sane(concat: NonNullable<Decoded['concat']>): Decoded['concat'] {
  return concat.number >= 1 && concat.number <= concat.total && concat.total > 1 ? concat : undefined;
}
