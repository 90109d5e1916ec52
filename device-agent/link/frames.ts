// Frames of the device link, to and from bytes. Refuses what the contract does not allow, so that the rest of the
// agent may trust what it is given.
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import {
  AgentFrameSchema,
  type Cancel as CancelFrame,
  type CoreFrame,
  CoreFrameSchema,
  DeviceProblem,
  type Job as JobFrame,
  ReceiptOutcome,
  SubmitOutcome,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceConnection } from '../../proto/gen/textrelay/v1/device_pb.ts';
import { Encoding } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { isTraceParent } from '../../runtime/tracing.ts';
import type { Connection, Health, Problem } from '../drivers/driver.ts';
import type { WaitingInbound } from '../journal/inbound_rows.ts';
import type { Job } from '../journal/job.ts';
import type { JobKey } from '../journal/part_rows.ts';
import type { Report } from '../journal/report_rows.ts';
import type { CoreTime } from './core_time.ts';

/** Versions of the link protocol that this agent speaks. */
export const oldestProtocolVersion = 1;
export const newestProtocolVersion = 1;
/** Longest frame in either direction. */
export const maxFrameBytes = 64 * 1024;

/** A frame of the agent, before it is bytes. */
export type AgentFrameInit = NonNullable<MessageInitShape<typeof AgentFrameSchema>['frame']>;
/** A frame of the core; `case` undefined never reaches a caller. */
export type CoreFrameValue = Exclude<CoreFrame['frame'], { case: undefined }>;

const submitOutcomes: Record<string, SubmitOutcome> = {
  sent: SubmitOutcome.SENT,
  failed: SubmitOutcome.FAILED,
  unknown: SubmitOutcome.UNKNOWN,
  handed_back: SubmitOutcome.HANDED_BACK,
};
const receiptOutcomes: Record<string, ReceiptOutcome> = {
  delivered: ReceiptOutcome.DELIVERED,
  failed: ReceiptOutcome.FAILED,
};

const encodings: { [encoding in Encoding]?: Job['encoding'] } = {
  [Encoding.GSM7]: 'gsm7',
  [Encoding.UCS2]: 'ucs2',
};
const problems: Record<Problem, DeviceProblem> = {
  absent: DeviceProblem.ABSENT,
  not_answering: DeviceProblem.NOT_ANSWERING,
  pin_required: DeviceProblem.PIN_REQUIRED,
  no_sim: DeviceProblem.NO_SIM,
  no_network: DeviceProblem.NO_NETWORK,
  unauthorized: DeviceProblem.UNAUTHORIZED,
  other: DeviceProblem.OTHER,
};
const connections: Record<Connection, DeviceConnection> = {
  listening: DeviceConnection.LISTENING,
  polling: DeviceConnection.POLLING,
  lost: DeviceConnection.LOST,
};

/** A frame's bytes. */
export function encodeFrame(frame: AgentFrameInit): Uint8Array {
  return toBinary(AgentFrameSchema, create(AgentFrameSchema, { frame }));
}

/** The frame in these bytes; undefined for anything but a frame of this protocol version. */
export function decodeFrame(bytes: Uint8Array): CoreFrameValue | undefined {
  try {
    const { frame } = fromBinary(CoreFrameSchema, bytes);
    return frame.case === undefined ? undefined : frame;
  } catch {
    return undefined;
  }
}

/** The job in a frame; undefined when it breaks the contract. */
export function readJob(job: JobFrame): Job | undefined {
  const { messageId, attempt, identity, address, body, parts, referenceBits, sim, expiresAt } = job;
  const encoding = encodings[job.encoding];
  const named = messageId > 0n && attempt > 0 && identityForm.test(identity);
  const addressed = /^\+\d{2,15}$/.test(address) && sim >= 1 && sim <= maxSim;
  const said = body.length > 0 && body.length <= maxBodyUnits && encoding !== undefined;
  const split = parts.length >= 1 && parts.length <= maxParts && parts.join('') === body;
  if (!named || !addressed || !said || !split || expiresAt === undefined) return undefined;
  if (referenceBits !== 8 && referenceBits !== 16) return undefined;
  const expiresAtMs = timestampMs(expiresAt);
  if (!Number.isSafeInteger(expiresAtMs)) return undefined;
  const { traceParent } = job;
  return {
    ...{ messageId, attempt, identity, address, body, encoding, parts, referenceBits, sim, expiresAtMs },
    ...(isTraceParent(traceParent) && { traceParent }),
  };
}

/** The job that a Cancel names; undefined when it breaks the contract. */
export function readCancel({ messageId, attempt, identity }: CancelFrame): JobKey | undefined {
  const isNamed = messageId > 0n && attempt > 0 && identityForm.test(identity);
  return isNamed ? { messageId, attempt, identity } : undefined;
}

/** A report as its frame, in the core's time. */
export function reportFrame(report: Report, coreTime: CoreTime): AgentFrameInit {
  const { messageId, attempt, identity, error } = report;
  const at = timestampFromMs(coreTime.fromLocalMs(report.atMs));
  const common = { reportId: String(report.id), messageId, attempt, identity, at, error };
  if (report.kind === 'progress') {
    const { outcome, partlySent } = report;
    return { case: 'progress', value: { ...common, outcome: submitOutcomes[outcome], partlySent } };
  }
  return { case: 'receipt', value: { ...common, outcome: receiptOutcomes[report.outcome] } };
}

/** An inbound text as its frame, in the core's time. */
export function inboundFrame(text: WaitingInbound, coreTime: CoreTime): AgentFrameInit {
  const { inboundId, address, body, sim = 0 } = text;
  const receivedAt = timestampFromMs(coreTime.fromLocalMs(text.receivedAtMs));
  return { case: 'inbound', value: { inboundId, address, body, receivedAt, sim } };
}

/** How the device is, as its frame. */
export function stateFrame(health: Health, queueLength: number): AgentFrameInit {
  const { problem, detail, signalPercent, batteryPercent, charging, inboxFull = false } = health;
  const { connection, model = '', appVersion = '' } = health;
  return {
    case: 'deviceState',
    value: {
      ok: problem === undefined,
      problem: problem === undefined ? DeviceProblem.UNSPECIFIED : problems[problem],
      detail: detail.slice(0, maxDetailChars),
      ...(signalPercent !== undefined && { signalPercent: percent(signalPercent) }),
      ...(batteryPercent !== undefined && { batteryPercent: percent(batteryPercent) }),
      queueLength,
      inboxFull,
      ...(charging !== undefined && { charging }),
      ...(connection !== undefined && { connection: connections[connection] }),
      model: firstOf(model, maxModelChars),
      appVersion: firstOf(appVersion, maxVersionChars),
    },
  };
}

const maxDetailChars = 200;
const maxModelChars = 100;
const maxVersionChars = 64;
/** Without half a character at its end. */
const firstOf = (text: string, chars: number) => text.slice(0, chars).toWellFormed();
const percent = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** The concatenation header counts parts in one octet. */
const maxParts = 255;
const maxSim = 16;
const identityForm = /^[\w.-]{0,64}$/;
/** A body has at most 1,600 code points; each is at most two of JavaScript's units. Some space is left. */
const maxBodyUnits = 10_000;
