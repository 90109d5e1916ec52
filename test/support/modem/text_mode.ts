// Texts as text mode shows them (TS 27.005 3.4): as much of it as a terminal meets that forgot to choose PDU mode.
import { decodeReceived, type Received } from '../../../device-agent/pdu/received.ts';
import type { Stamp } from '../../../device-agent/pdu/timestamp.ts';
import type { Stored } from './memory.ts';

const states = ['REC UNREAD', 'REC READ', 'STO UNSENT', 'STO SENT'] as const;

/** "26/03/10,12:00:00+00" */
function showStamp(stamp: Stamp | null): string {
  if (stamp === null) return '';
  const local = new Date(stamp.atMs + stamp.zoneMinutes * 60_000).toISOString();
  const zone = String(Math.abs(stamp.zoneMinutes / 15)).padStart(2, '0');
  return `${local.slice(2, 10).replaceAll('-', '/')},${local.slice(11, 19)}${stamp.zoneMinutes < 0 ? '-' : '+'}${zone}`;
}

function read(hex: string): Received | null {
  try {
    return decodeReceived(hex);
  } catch {
    return null;
  }
}

/** Who, when and what of a PDU. */
function fieldsOf(hex: string): { address: string; stamp: string; text: string } {
  const received = read(hex);
  if (received === null) return { address: '', stamp: '', text: hex };
  if (received.kind === 'deliver')
    return {
      address: received.sender.text,
      stamp: showStamp(received.sentAt),
      text: received.part.text,
    };
  if (received.kind === 'submit')
    return { address: received.recipient.text, stamp: '', text: received.part.text };
  const { recipient, dischargedAt, status } = received;
  return { address: recipient.text, stamp: showStamp(dischargedAt), text: String(status) };
}

/** The state that a word names; null: all; undefined: it names none. */
export function stateNamed(word: string): number | null | undefined {
  if (word.toUpperCase() === 'ALL') return null;
  const state = states.map(String).indexOf(word.toUpperCase());
  return state === -1 ? undefined : state;
}

/** The lines of +CMGR; with `index` those of +CMGL. */
export function showStored({ index, state, hex }: Stored, isListed: boolean): string {
  const { address, stamp, text } = fieldsOf(hex);
  const end = `"${states[state]}","${address}",,"${stamp}"\r\n${text}`;
  return isListed ? `+CMGL: ${index},${end}` : `+CMGR: ${end}`;
}

/** The lines of a text that comes in directly. */
export function showDirect(hex: string): string {
  const { address, stamp, text } = fieldsOf(hex);
  return `+CMT: "${address}",,"${stamp}"\r\n${text}`;
}

/** The line of a report that comes in directly. */
export function showReport(hex: string): string {
  const received = read(hex);
  if (received?.kind !== 'status_report') return `+CDS: 6,0,"",145,"","",0`;
  const { messageReference, recipient, sentAt, dischargedAt, status } = received;
  const stamps = `"${showStamp(sentAt)}","${showStamp(dischargedAt)}"`;
  return `+CDS: 6,${messageReference},"${recipient.text}",145,${stamps},${status}`;
}
