// SMS-STATUS-REPORT: what became of a text (3GPP TS 23.040 9.2.2.3), and what TP-ST means (9.2.3.15).
import { type Address, decodeAddress, encodeAddress } from './address.ts';
import { readOctets } from './octets.ts';
import { PduError } from './pdu_error.ts';
import { decodeStamp, encodeStamp, type Stamp } from './timestamp.ts';

/** One report on one part. */
export interface StatusReport {
  /** TP-MR of the submit, 0 to 255; it wraps, so the recipient belongs to it. */
  messageReference: number;
  recipient: Address;
  /** When the SMSC had the text; null when its stamp is no time. */
  sentAt: Stamp | null;
  /** When this came about. */
  dischargedAt: Stamp | null;
  /** TP-ST; see meaningOf. */
  status: number;
}

/** TP-MTI, from the network's side. */
const statusReportType = 2;
const noMoreMessages = 0x04;
/** A stamp that is no time, for reports without one. */
const noStamp = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];

/** The TPDU; for simulators. */
export function encodeStatusReport(report: StatusReport): Uint8Array {
  const { messageReference, recipient, sentAt, dischargedAt, status } = report;
  return Uint8Array.of(
    statusReportType | noMoreMessages,
    messageReference,
    ...encodeAddress(recipient),
    ...(sentAt === null ? noStamp : encodeStamp(sentAt)),
    ...(dischargedAt === null ? noStamp : encodeStamp(dischargedAt)),
    status,
  );
}

/** Reads a TPDU. The optional fields after TP-ST say nothing that a receipt needs. */
export function decodeStatusReport(tpdu: Uint8Array): StatusReport {
  const reader = readOctets(tpdu);
  if ((reader.octet() & 3) !== statusReportType)
    throw new PduError('unsupported', 'this is not a status report');
  const messageReference = reader.octet();
  const recipient = decodeAddress(reader);
  const sentAt = decodeStamp(reader);
  const dischargedAt = decodeStamp(reader);
  return { messageReference, recipient, sentAt, dischargedAt, status: reader.octet() };
}

/** The meaning of a status; `trying`: another report follows. */
interface StatusMeaning {
  outcome: 'delivered' | 'trying' | 'failed';
  /** In plain words, without a full stop. */
  reason: string;
}

const known = new Map([
  [0x00, 'the phone has it'],
  [0x01, 'passed on to the phone, which the network cannot confirm'],
  [0x02, 'replaced by a newer text'],
  [0x40, 'the networks could not talk to each other'],
  [0x41, "the recipient's device takes no texts"],
  [0x42, 'the recipient refused it'],
  [0x43, 'the number cannot be reached'],
  [0x44, 'the network does not serve that recipient'],
  [0x45, "there is no way into the recipient's network"],
  [0x46, "the network gave up when the text's time was over"],
  [0x47, "deleted at the sender's wish"],
  [0x48, 'deleted by the network'],
  [0x49, 'the network does not know the text'],
]);

/** Of temporary faults, both while the SMSC tries on (0x20) and once it has stopped (0x60). */
const temporary = [
  'the network was congested',
  "the recipient's phone was busy",
  "the recipient's phone did not answer",
  'the network rejected the service',
  'the network does not serve that recipient now',
  "the recipient's phone reported a fault",
];

/**
 * The meaning of any TP-ST. A value that the standard reserves among the completed ones is a rejected service, as
 * 9.2.3.15 has it; among those that are still tried it is waited for, since only the SMSC's next status is final.
 */
export function meaningOf(status: number): StatusMeaning {
  const code = status.toString(16).padStart(2, '0');
  if (status < 0x20) {
    const isReserved = status > 0x02 && status < 0x10;
    const reason =
      known.get(status) ?? (isReserved ? `rejected (status ${code})` : `completed (status ${code})`);
    return { outcome: isReserved ? 'failed' : 'delivered', reason };
  }
  const outcome = status < 0x40 ? 'trying' : 'failed';
  const isTemporary = outcome === 'trying' || (status >= 0x60 && status < 0x80);
  const reason = isTemporary ? temporary[status & 0x1f] : known.get(status);
  return { outcome, reason: reason ?? `the network gave no known reason (status ${code})` };
}
