// Turns a received PDU into what the agent takes: a text under a durable name, a report, or nothing. Names and receipts
// are made here, however the PDU came.
import { createHash } from 'node:crypto';
import type { Deliver } from '../../../pdu/deliver.ts';
import { decodeReceived } from '../../../pdu/received.ts';
import { meaningOf, type StatusReport } from '../../../pdu/status_report.ts';
import type { Stamp } from '../../../pdu/timestamp.ts';
import type { DriverInbound, DriverReceipt } from '../../driver.ts';

/**
 * `trying`: a report that is not final. `not_for_people`: what only programs on a phone understand, and what is to be
 * thrown away silently. `ours`: a stored text that did not come in. `unreadable`: no such PDU.
 */
type Incoming =
  | { kind: 'text'; text: DriverInbound }
  | { kind: 'receipt'; receipt: DriverReceipt }
  | { kind: 'trying' | 'not_for_people' | 'ours' | 'unreadable' };

/** TP-PID of a text that the network sends only to see whether the phone answers (TS 23.040 9.2.3.9). */
const silentProtocol = 0x40;

/** Reads a PDU. `nowMs`: when it came; `live`: just now, not some time ago. */
export function readIncoming(pdu: string, nowMs: number, live: boolean): Incoming {
  try {
    const received = decodeReceived(pdu);
    if (received.kind === 'submit') return { kind: 'ours' };
    if (received.kind === 'status_report')
      return toReceipt(received, live ? nowMs : past(received.dischargedAt, nowMs));
    const isSilent = received.protocolId === silentProtocol || received.waiting?.discard === true;
    if (received.forProgram || isSilent) return { kind: 'not_for_people' };
    return { kind: 'text', text: toText(received, live ? nowMs : past(received.sentAt, nowMs)) };
  } catch {
    return { kind: 'unreadable' };
  }
}

function toReceipt(report: StatusReport, atMs: number): Incoming {
  const { outcome, reason } = meaningOf(report.status);
  if (outcome === 'trying') return { kind: 'trying' };
  const match = { by: 'ref', ref: String(report.messageReference), address: report.recipient.text } as const;
  const detail = outcome === 'failed' ? { detail: reason } : {};
  return { kind: 'receipt', receipt: { match, outcome, atMs, ...detail } };
}

function toText(deliver: Deliver, receivedAtMs: number): DriverInbound {
  const { sender, part } = deliver;
  const { reference, total, number } = part;
  const text = { inboundId: nameOf(deliver), address: sender.text, body: part.text, receivedAtMs };
  return total > 1 ? { ...text, concat: { reference, total, number } } : text;
}

/**
 * A text that is read twice, or delivered twice by the network, keeps its name, which is made from the sender, the
 * SMSC's stamp, the header and the content. The same words sent again have another stamp.
 */
function nameOf({ sender, sentAt, part, encoding, elements }: Deliver): string {
  const header = elements.map(({ id, data }) => [id, Buffer.from(data).toString('hex')]);
  const content = [
    sender.type,
    sender.text,
    sentAt?.atMs ?? null,
    sentAt?.zoneMinutes ?? null,
    header,
    encoding,
    part.text,
  ];
  return `sms-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 40)}`;
}

/** The network's stamp, unless this machine's clock contradicts it. */
const past = (stamp: Stamp | null, nowMs: number) => Math.min(stamp?.atMs ?? nowMs, nowMs);
