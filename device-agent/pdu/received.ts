// Whatever a modem lists, by its kind: texts and reports that came in, and texts of ours that a person stored there.
import type { Address } from './address.ts';
import { type Deliver, decodeDeliver } from './deliver.ts';
import { unwrap } from './frame.ts';
import { decodeStatusReport, type StatusReport } from './status_report.ts';
import { decodeSubmit, type Submit } from './submit.ts';

/** One PDU from +CMT, +CDS, +CMGR or +CMGL. */
export type Received = { smsc: Address | null } & (
  | ({ kind: 'deliver' } & Deliver)
  | ({ kind: 'status_report' } & StatusReport)
  | ({ kind: 'submit' } & Submit)
);

/** Reads a line of hex. Throws nothing but a PduError. */
export function decodeReceived(hex: string): Received {
  const { smsc, tpdu } = unwrap(hex);
  const type = (tpdu[0] ?? 0) & 3;
  if (type === 1) return { kind: 'submit', smsc, ...decodeSubmit(tpdu) };
  if (type === 2) return { kind: 'status_report', smsc, ...decodeStatusReport(tpdu) };
  return { kind: 'deliver', smsc, ...decodeDeliver(tpdu) };
}
