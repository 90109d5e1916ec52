// Frames of the device link, to and from bytes. Refuses what the contract does not allow, so that the rest of the
// agent may trust what it is given.
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import {
  AgentFrameSchema,
  type CoreFrame,
  CoreFrameSchema,
  type Job,
  ReceiptOutcome,
  SubmitOutcome,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { CoreTime } from '../core_time.ts';
import type { WaitingInbound } from '../journal/inbound_rows.ts';
import type { QueuedJob } from '../journal/job_rows.ts';
import type { Report } from '../journal/report_rows.ts';

/** Version of the link protocol that this agent speaks. */
export const protocolVersion = 1;
/** Longest frame in either direction. */
export const maxFrameBytes = 64 * 1024;

/** What the agent may say, before it is bytes. */
export type AgentFrameInit = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;
/** What the core said; `case` undefined never reaches a caller. */
export type CoreFrameValue = Exclude<CoreFrame['frame'], { case: undefined }>;

const submitOutcomes: Record<string, SubmitOutcome> = {
  sent: SubmitOutcome.SENT,
  failed: SubmitOutcome.FAILED,
  unknown: SubmitOutcome.UNKNOWN,
};
const receiptOutcomes: Record<string, ReceiptOutcome> = {
  delivered: ReceiptOutcome.DELIVERED,
  failed: ReceiptOutcome.FAILED,
};

/** A frame's bytes. */
export function encodeFrame(frame: AgentFrameInit): Uint8Array {
  return toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame }));
}

/** The frame in these bytes; undefined for what is no frame of this protocol version. */
export function decodeFrame(bytes: Uint8Array): CoreFrameValue | undefined {
  try {
    const { frame } = fromBinary(CoreFrameSchema, bytes);
    return frame.case === undefined ? undefined : frame;
  } catch {
    return undefined;
  }
}

/** The job in a frame; undefined when it breaks the contract. */
export function readJob(job: Job): QueuedJob | undefined {
  const { messageId, attempt, address, body, expiresAt } = job;
  const usable = messageId > 0n && attempt > 0 && /^\+\d{2,15}$/.test(address) && body.length > 0;
  if (!usable || expiresAt === undefined || body.length > maxBodyUnits) return undefined;
  return { messageId, attempt, address, body, expiresAtMs: timestampMs(expiresAt), tries: 0 };
}

/** A report as its frame, in the core's time. */
export function reportFrame(report: Report, coreTime: CoreTime): AgentFrameInit {
  const { messageId, attempt, error } = report;
  const at = timestampFromMs(coreTime.fromLocalMs(report.atMs));
  const common = { reportId: String(report.id), messageId, attempt, at, error };
  if (report.kind === 'progress') {
    return { case: 'progress', value: { ...common, outcome: submitOutcomes[report.outcome] } };
  }
  return { case: 'receipt', value: { ...common, outcome: receiptOutcomes[report.outcome] } };
}

/** An inbound text as its frame, in the core's time. */
export function inboundFrame(text: WaitingInbound, coreTime: CoreTime): AgentFrameInit {
  const { inboundId, address, body } = text;
  const receivedAt = timestampFromMs(coreTime.fromLocalMs(text.receivedAtMs));
  return { case: 'inbound', value: { inboundId, address, body, receivedAt } };
}

/** A body has at most 1,600 code points; each is at most two of JavaScript's units. Some room is left. */
const maxBodyUnits = 10_000;
