// SMS-SUBMIT: a text on its way out (3GPP TS 23.040 9.2.2.2).
import { type Address, decodeAddress, encodeAddress } from './address.ts';
import { decodeCodingScheme, encodeCodingScheme, type PduEncoding } from './coding_scheme.ts';
import { readOctets } from './octets.ts';
import { PduError } from './pdu_error.ts';
import { decodeUserData, encodeUserData, type Part } from './user_data.ts';
import { decodeValidity, encodeValidity } from './validity.ts';

/** One part to one recipient. */
export interface Submit {
  recipient: Address;
  part: Part;
  encoding: PduEncoding;
  /** Whether the network shall say what becomes of it. */
  statusReport: boolean;
  /** How long the network keeps trying; absent: as long as it likes. See encodeValidity for the steps. */
  validityMinutes?: number;
  /** TP-MR; a modem writes its own over it. */
  messageReference?: number;
}

/** TP-MTI. */
const submitType = 1;
const relativeValidity = 0x10;
const statusReportRequest = 0x20;
const headerIndicator = 0x40;

/** The TPDU. What does not fit, or is not of the alphabet, is an unencodable PduError. */
export function encodeSubmit(submit: Submit): Uint8Array {
  const { recipient, part, encoding, statusReport, validityMinutes, messageReference = 0 } = submit;
  if (recipient.text === '' || recipient.type === 'alphanumeric')
    throw new PduError('unencodable', 'the recipient is not a number');
  const data = encodeUserData(part, encoding);
  const first =
    submitType |
    (validityMinutes === undefined ? 0 : relativeValidity) |
    (statusReport ? statusReportRequest : 0) |
    (data.hasHeader ? headerIndicator : 0);
  return Uint8Array.of(
    first,
    messageReference,
    ...encodeAddress(recipient),
    0,
    encodeCodingScheme(encoding),
    ...(validityMinutes === undefined ? [] : [encodeValidity(validityMinutes)]),
    data.length,
    ...data.octets,
  );
}

/** Octets of TP-VP by its format: none, enhanced, relative, absolute. */
const validityOctets = [0, 7, 1, 7] as const;

/** Reads a TPDU. A validity that is no relative one is passed over. */
export function decodeSubmit(tpdu: Uint8Array): Submit & { messageReference: number } {
  const reader = readOctets(tpdu);
  const first = reader.octet();
  if ((first & 3) !== submitType) throw new PduError('unsupported', 'this is not a submitted text');
  const messageReference = reader.octet();
  const recipient = decodeAddress(reader);
  reader.octet();
  const { encoding, compressed } = decodeCodingScheme(reader.octet());
  if (compressed) throw new PduError('compressed', 'the text is compressed');
  const validity = reader.take(validityOctets[(first >> 3) & 3]!);
  const { part } = decodeUserData(reader, encoding, (first & headerIndicator) !== 0);
  return {
    recipient,
    part,
    encoding,
    statusReport: (first & statusReportRequest) !== 0,
    ...(validity.length === 1 ? { validityMinutes: decodeValidity(validity[0]!) } : {}),
    messageReference,
  };
}
