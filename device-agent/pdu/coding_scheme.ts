// TP-DCS: in which alphabet a text is, and what else that octet says (3GPP TS 23.038 clause 4). Reserved codes are
// read as the default alphabet, as the standard has it.

/** The alphabet of a text on the air; `data` is 8-bit data, whose meaning only its application knows. */
export type PduEncoding = 'gsm7' | 'ucs2' | 'data';

/** A message waiting indication, as of a voice mailbox. */
export interface MessageWaiting {
  of: 'voicemail' | 'fax' | 'email' | 'other';
  /** Whether something waits. */
  active: boolean;
  /** The network holds the text for worth nothing but this indication. */
  discard: boolean;
}

/** A decoded TP-DCS. */
export interface CodingScheme {
  encoding: PduEncoding;
  compressed: boolean;
  /** 0 is shown at once and kept by nobody, 1 belongs to the device, 2 to the SIM, 3 to an attached terminal. */
  messageClass?: number;
  waiting?: MessageWaiting;
}

const alphabets = ['gsm7', 'data', 'ucs2', 'gsm7'] as const;
const waitingKinds = ['voicemail', 'fax', 'email', 'other'] as const;

/** Reads any octet; there is none without a meaning. */
export function decodeCodingScheme(octet: number): CodingScheme {
  const group = octet >> 4;
  const messageClass = octet & 3;
  // 0xxx: general, or marked for deletion after reading; both are coded alike.
  if (group < 8) {
    const scheme = { encoding: alphabets[(octet >> 2) & 3]!, compressed: (octet & 0x20) !== 0 };
    return (octet & 0x10) === 0 ? scheme : { ...scheme, messageClass };
  }
  if (group < 12) return { encoding: 'gsm7', compressed: false };
  if (group === 15) return { encoding: (octet & 4) === 0 ? 'gsm7' : 'data', compressed: false, messageClass };
  const waiting = {
    of: waitingKinds[octet & 3]!,
    active: (octet & 8) !== 0,
    discard: group === 12,
  };
  return { encoding: group === 14 ? 'ucs2' : 'gsm7', compressed: false, waiting };
}

/** The octet for a text without a class. */
export const encodeCodingScheme = (encoding: PduEncoding): number =>
  ({ gsm7: 0x00, data: 0x04, ucs2: 0x08 })[encoding];
