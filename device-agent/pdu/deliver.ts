// SMS-DELIVER: a text that came in (3GPP TS 23.040 9.2.2.1).
import { type Address, decodeAddress, encodeAddress } from './address.ts';
import {
  decodeCodingScheme,
  encodeCodingScheme,
  type MessageWaiting,
  type PduEncoding,
} from './coding_scheme.ts';
import { type HeaderElement, isForProgram } from './header.ts';
import { readOctets } from './octets.ts';
import { PduError } from './pdu_error.ts';
import { decodeStamp, encodeStamp, type Stamp } from './timestamp.ts';
import { decodeUserData, encodeUserData, type Part } from './user_data.ts';

/** One received part. */
export interface Deliver {
  /** A name, a short code or a number; its text may be empty. */
  sender: Address;
  part: Part;
  encoding: PduEncoding;
  /** When the network's SMSC had it; null when its stamp is no time. */
  sentAt: Stamp | null;
  /** TP-PID; 0 is a plain text, 0x40 one that a phone confirms and throws away silently. */
  protocolId: number;
  /** 0 to 3; absent without one. */
  messageClass?: number;
  waiting?: MessageWaiting;
  /** It is for a program on the phone, not for a person: a picture's notice, a setting. */
  forProgram: boolean;
  /** All of its header's elements. */
  elements: HeaderElement[];
}

/** The fields of an SMS-DELIVER. */
interface DeliverForm {
  sender: Address;
  part: Part;
  encoding: PduEncoding;
  sentAt: Stamp;
  protocolId?: number;
  /** In place of the encoding's plain TP-DCS. */
  codingScheme?: number;
  /** Behind the concatenation. */
  elements?: readonly HeaderElement[];
}

const noMoreMessages = 0x04;
const headerIndicator = 0x40;

/** The TPDU; for simulators. */
export function encodeDeliver(form: DeliverForm): Uint8Array {
  const data = encodeUserData(form.part, form.encoding, form.elements);
  return Uint8Array.of(
    noMoreMessages | (data.hasHeader ? headerIndicator : 0),
    ...encodeAddress(form.sender),
    form.protocolId ?? 0,
    form.codingScheme ?? encodeCodingScheme(form.encoding),
    ...encodeStamp(form.sentAt),
    data.length,
    ...data.octets,
  );
}

/** Reads a TPDU. A compressed text is a PduError; octets after the text are padding. */
export function decodeDeliver(tpdu: Uint8Array): Deliver {
  const reader = readOctets(tpdu);
  const first = reader.octet();
  // The reserved type 3 is processed as this one (9.2.3.1).
  if ((first & 3) !== 0 && (first & 3) !== 3)
    throw new PduError('unsupported', 'this is not a received text');
  const sender = decodeAddress(reader);
  const protocolId = reader.octet();
  const { compressed, ...scheme } = decodeCodingScheme(reader.octet());
  if (compressed) throw new PduError('compressed', 'the text is compressed');
  const sentAt = decodeStamp(reader);
  const data = decodeUserData(reader, scheme.encoding, (first & headerIndicator) !== 0);
  return { sender, ...scheme, ...data, sentAt, protocolId, forProgram: isForProgram(data.elements) };
}
