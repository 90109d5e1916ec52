// Delivery receipts in deliver_sm: by optional parameters where they are, else by the customary text (SMPP 3.4, 5.2.12,
// 5.3.2.12, 5.3.2.35, appendix B).
import type { CarrierReceipt } from '../carrier.ts';
import { type ShortMessage, tag } from './pdu.ts';

type Outcome = CarrierReceipt['outcome'] | 'pending';

/** What a receipt says; `pending`: not final yet. */
export type ReadReceipt = Omit<CarrierReceipt, 'outcome' | 'atMs'> & { outcome: Outcome };

/** By message_state (5.2.28). */
const byState: readonly (Outcome | undefined)[] = [
  undefined,
  'pending',
  'delivered',
  'failed',
  'failed',
  'failed',
  'pending',
  'pending',
  'failed',
];
/** By the word after stat: in the text. */
const byWord: Readonly<Record<string, Outcome>> = {
  DELIVRD: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'failed',
  UNDELIV: 'failed',
  ACCEPTD: 'pending',
  ENROUTE: 'pending',
  UNKNOWN: 'pending',
  REJECTD: 'failed',
};

/** Whether a deliver_sm is a receipt or another word about an earlier text, and not a text. */
export const isReceipt = ({ esmClass }: ShortMessage): boolean => (esmClass & 0x3c) !== 0;

/** Reads a receipt; undefined for one that names no text or no state. */
export function readReceipt(message: ShortMessage): ReadReceipt | undefined {
  const { tlvs, source } = message;
  const text = Buffer.from(tlvs.get(tag.messagePayload) ?? message.content).toString('latin1');
  const ref = readName(tlvs.get(tag.receiptedMessageId)) ?? /\bid:\s*([^\s]{1,64})/i.exec(text)?.[1];
  const word = /\bstat:\s*([A-Z]{1,10})/i.exec(text)?.[1]?.toUpperCase();
  const state = tlvs.get(tag.messageState)?.[0];
  const outcome = (state === undefined ? undefined : byState[state]) ?? (word ? byWord[word] : undefined);
  if (ref === undefined || outcome === undefined) return undefined;
  const code = /\berr:\s*([0-9A-Za-z]{1,10})/.exec(text)?.[1];
  const said = [word, code && Number(code) !== 0 ? `error ${code}` : undefined].filter(Boolean).join(', ');
  const detail = outcome === 'failed' ? `the network gave up${said ? ` (${said})` : ''}` : '';
  return { ref, recipient: source === '' ? null : source, outcome, detail };
}

/** A C-octet string, with or without its final zero. */
function readName(octets: Uint8Array | undefined): string | undefined {
  const name = octets && Buffer.from(octets).toString('latin1').replace(/\0.*$/s, '');
  return name ? name.slice(0, 64) : undefined;
}
