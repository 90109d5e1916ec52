// Delivery receipts in deliver_sm: by optional parameters where they are, else by the customary text (SMPP 3.4, 5.2.12,
// 5.3.2.12, 5.3.2.35, appendix B).
import type { CarrierReceipt } from '../../carrier.ts';
import { contentOf, type ShortMessage, tag } from './pdu.ts';

/** How the name in a receipt differs from the one in the answer to the submit. */
export type ReceiptId = 'as_is' | 'hex_to_decimal' | 'decimal_to_hex';

const decimal = /^[0-9]{1,64}$/;
const hexadecimal = /^[0-9a-f]{1,64}$/i;

/** The form in which names are kept: as it came; or the number, in the answer's base and without leading zeros. */
function keep(id: string, base: 'decimal' | 'hex'): string {
  if (base === 'decimal') return decimal.test(id) ? BigInt(id).toString() : id;
  return hexadecimal.test(id) ? BigInt(`0x${id}`).toString(16) : id;
}

/** The name that a submit was accepted under; null when there is none. */
export function refOfResponse(id: string, receiptId: ReceiptId): string | null {
  if (id === '') return null;
  if (receiptId === 'as_is') return id;
  return keep(id, receiptId === 'hex_to_decimal' ? 'decimal' : 'hex');
}

/** The name of the text that a receipt is about. */
export function refOfReceipt(id: string, receiptId: ReceiptId): string {
  if (receiptId === 'hex_to_decimal') return hexadecimal.test(id) ? BigInt(`0x${id}`).toString() : id;
  // What is not decimal can only be in the answer's form already.
  if (receiptId === 'decimal_to_hex') return decimal.test(id) ? BigInt(id).toString(16) : keep(id, 'hex');
  return id;
}

/** What a receipt says; `pending`: not a final status. */
interface ReadReceipt {
  /** The name of the text, as the SMSC writes it. */
  id: string;
  outcome: CarrierReceipt['outcome'] | 'pending';
  /** Why it failed, a sentence; empty otherwise. */
  detail: string;
}

interface State {
  status: string;
  outcome: ReadReceipt['outcome'];
  detail: string;
}

/** By message_state (5.2.28). Accepted and unknown are not final: SMSCs send them before one. */
const states: readonly State[] = [
  { status: 'SCHEDULED', outcome: 'pending', detail: '' },
  { status: 'ENROUTE', outcome: 'pending', detail: '' },
  { status: 'DELIVRD', outcome: 'delivered', detail: '' },
  { status: 'EXPIRED', outcome: 'failed', detail: 'the network could not deliver it in time' },
  { status: 'DELETED', outcome: 'failed', detail: 'the network deleted it' },
  { status: 'UNDELIV', outcome: 'failed', detail: 'the network could not deliver it' },
  { status: 'ACCEPTD', outcome: 'pending', detail: '' },
  { status: 'UNKNOWN', outcome: 'pending', detail: '' },
  { status: 'REJECTD', outcome: 'failed', detail: 'the network rejected it' },
  { status: 'SKIPPED', outcome: 'failed', detail: 'the network skipped it' },
];

/** Statuses that SMSCs write instead of the customary ones. */
const sameStatus: Readonly<Record<string, string>> = {
  DELIVERED: 'DELIVRD',
  UNDELIVERABLE: 'UNDELIV',
  UNDELIVERED: 'UNDELIV',
  REJECTED: 'REJECTD',
  ACCEPTED: 'ACCEPTD',
  FAILED: 'UNDELIV',
};

const deliveryReceipt = 0x04;
/** A delivery acknowledgement of a phone is 0x08, one of its owner 0x10, and the end of a conversation has both bits. */
const acknowledgement = 0x18;
const intermediateNotification = 0x20;

/**
 * What kind of message a deliver_sm is, by each bit of its type alone (5.2.12): SMSCs set several. Some mark a receipt only by its
 * parameters. Words alone are not believed.
 */
export function kindOf({ esmClass, tlvs }: ShortMessage): 'text' | 'receipt' | 'acknowledgement' {
  if ((esmClass & (deliveryReceipt | intermediateNotification)) !== 0) return 'receipt';
  if ((esmClass & acknowledgement) !== 0) return 'acknowledgement';
  return tlvs.has(tag.receiptedMessageId) && tlvs.has(tag.messageState) ? 'receipt' : 'text';
}

/** Reads a receipt; undefined for one that names no text or no state. */
export function readReceipt(message: ShortMessage): ReadReceipt | undefined {
  const { tlvs, esmClass } = message;
  const text = Buffer.from(contentOf(message)).toString('latin1');
  const id =
    readName(tlvs.get(tag.receiptedMessageId)) ?? /\bid:\s*([^\s\0]{1,64})(?![^\s\0])/i.exec(text)?.[1];
  const state = readState(tlvs.get(tag.messageState)?.[0], text);
  if (id === undefined || state === undefined) return undefined;
  if ((esmClass & deliveryReceipt) === 0 && (esmClass & intermediateNotification) !== 0)
    return { id, outcome: 'pending', detail: '' };
  const error = readError(tlvs.get(tag.networkErrorCode), text);
  const detail = state.detail && error ? `${state.detail} (error ${error})` : state.detail;
  return { id, outcome: state.outcome, detail };
}

/** A C-octet string, with or without its final zero. */
function readName(octets: Uint8Array | undefined): string | undefined {
  const name = octets && Buffer.from(octets).toString('latin1').replace(/\0.*$/s, '');
  return name && name.length <= 64 ? name : undefined;
}

function readState(code: number | undefined, text: string): State | undefined {
  const said = /\bstat:\s*([A-Z]{1,20})/i.exec(text)?.[1]?.toUpperCase();
  const status = said && (sameStatus[said] ?? said);
  return (code === undefined ? undefined : states[code]) ?? states.find((state) => state.status === status);
}

/** The network's own number of the error, where there is one. */
function readError(octets: Uint8Array | undefined, text: string): string | undefined {
  const [, high = 0, low = 0] = octets ?? [];
  if (octets?.length === 3 && (high !== 0 || low !== 0)) return String((high << 8) | low);
  const code = /\berr:\s*([0-9A-Za-z]{1,5})\b/i.exec(text)?.[1];
  return code === undefined || /^0+$/.test(code) ? undefined : code;
}
