// A device's reports: checks frames against the link protocol's bounds and turns them into moves of texts. Nothing is
// acknowledged here.
import {
  type Inbound,
  type Progress,
  type Receipt,
  ReceiptOutcome,
  SubmitOutcome,
} from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { isTracing } from '../../runtime/tracing.ts';
import type { HandBack } from '../app/messages/hand_back.ts';
import type { ReceivedText } from '../app/messages/inbound.ts';
import type { Update } from '../app/messages/updates.ts';
import type { TextTraces } from '../app/tracing/text_traces.ts';
import { fromTimestamp } from '../connect/proto_values.ts';
import { failure, failureFromDevice, type Lifetimes } from '../domain/messages/message.ts';
import { lengthInCodePoints } from '../domain/messages/text.ts';

/** Longest received text, in code points. */
const maxInboundBody = 10_000;
/** The form of those that texts have. */
const isIdentity = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Most slots for SIMs of a device. */
export const mostSims = 16;
/** Longest error, in code points. */
const maxErrorLength = 300;
/** A device's time further back than this is wrong, in milliseconds. */
const oldestMs = 31 * 24 * 3600_000;

/** A breach of the link protocol by the agent. */
export class ProtocolError extends Error {}

/** The device at the other end. */
export interface LinkedDevice {
  accountId: bigint;
  deviceId: bigint;
  /** ISO 3166-1 alpha-2 of the account. */
  country: string;
  /** As the device last said; empty before its first link. */
  driver: string;
  /** The device's newest link when its token was looked up. */
  lastEpoch: bigint;
}

export interface ReportContext {
  device: LinkedDevice;
  nowMs: number;
  lifetimes: Lifetimes;
  traces: Pick<TextTraces, 'load' | 'note'>;
  update: Update;
  handBack: HandBack;
  receive: (text: ReceivedText) => Promise<void>;
}

/** True for a name of 1 to `most` characters. */
export const isName = (text: string, most: number) =>
  text.length > 0 && text.length <= most && !text.includes('\u0000');

function checkReportId(reportId: string): void {
  if (!isName(reportId, 64)) throw new ProtocolError('report_id must have 1 to 64 characters');
}

function checkError(error: string): void {
  if (lengthInCodePoints(error) > maxErrorLength)
    throw new ProtocolError(`error must have at most ${maxErrorLength} characters`);
}

/** The text that a report is about; null for one from before there were identities. */
function readIdentity(identity: string): string | null {
  if (identity === '') return null;
  if (!isIdentity.test(identity)) throw new ProtocolError('identity is not one that this core gave');
  return identity;
}

/** A device's time of an event, never in the future and never absurd. */
const saneMs = (atMs: number, nowMs: number) => (atMs > nowMs || atMs < nowMs - oldestMs ? nowMs : atMs);

/** Moves a text; while somebody traces, it also notes the device's report in the text's trace. */
function noting({ traces, update }: ReportContext, what: 'report' | 'receipt'): Update {
  if (!isTracing()) return update;
  return async (move, atLock) => {
    const hasMoved = await update(move, atLock);
    const key = { accountId: move.accountId, messageId: move.id };
    await traces.load([key]);
    const hasFailed = move.status === 'failed';
    traces.note(key, { name: `${what}: ${move.status}`, kind: 'consumer', hasFailed });
    return hasMoved;
  };
}

/** The end of a submit. Resolves once it is committed; throws ProtocolError at once. */
export function recordProgress(context: ReportContext, progress: Progress): Promise<boolean> {
  const { device, nowMs, lifetimes } = context;
  const update = noting(context, 'report');
  const { reportId, messageId, attempt, outcome, at, error, partlySent } = progress;
  const identity = readIdentity(progress.identity);
  checkReportId(reportId);
  checkError(error);
  const atMs = saneMs(fromTimestamp(at), nowMs);
  const accountAndDevice = { accountId: device.accountId, deviceId: device.deviceId };
  const move = { ...accountAndDevice, id: messageId, attempt, identity, from: null, atMs };
  // One move, also when some of it left: of two, the second could be written without the first.
  const failed = (reason: string, hasLeft = false) =>
    update({ ...move, status: 'failed', error: reason, deadlineMs: null, hasLeft });
  switch (outcome) {
    case SubmitOutcome.SENT:
      return update({ ...move, status: 'sent', error: null, deadlineMs: nowMs + lifetimes.sentMs });
    case SubmitOutcome.FAILED:
      return failed(failureFromDevice(error), partlySent);
    case SubmitOutcome.HANDED_BACK:
      return context.handBack({ ...accountAndDevice, id: messageId, attempt, identity, atMs, reason: error });
    case SubmitOutcome.UNKNOWN:
      return failed(failure('outcome_unknown', 'the device does not know whether the text left'));
    default:
      throw new ProtocolError('a progress has no outcome');
  }
}

/** A delivery receipt. Resolves once it is committed; throws ProtocolError at once. */
export function recordReceipt(context: ReportContext, receipt: Receipt): Promise<boolean> {
  const { device, nowMs } = context;
  const update = noting(context, 'receipt');
  const { reportId, messageId, attempt, outcome, at, error } = receipt;
  checkReportId(reportId);
  checkError(error);
  if (outcome !== ReceiptOutcome.DELIVERED && outcome !== ReceiptOutcome.FAILED) {
    throw new ProtocolError('a receipt has no outcome');
  }
  const delivered = outcome === ReceiptOutcome.DELIVERED;
  return update({
    accountId: device.accountId,
    deviceId: device.deviceId,
    id: messageId,
    attempt,
    identity: readIdentity(receipt.identity),
    from: null,
    status: delivered ? 'delivered' : 'failed',
    error: delivered ? null : failureFromDevice(error),
    atMs: saneMs(fromTimestamp(at), nowMs),
    deadlineMs: null,
  });
}

/** A received text. Resolves once it is committed; throws ProtocolError at once. */
export function recordInbound({ device, receive }: ReportContext, inbound: Inbound): Promise<void> {
  const { inboundId, address, body, receivedAt, sim } = inbound;
  if (!isName(inboundId, 128)) throw new ProtocolError('inbound_id must have 1 to 128 characters');
  if (address === '' || lengthInCodePoints(address) > 64)
    throw new ProtocolError('address must have 1 to 64 characters');
  if (lengthInCodePoints(body) > maxInboundBody)
    throw new ProtocolError(`body must have at most ${maxInboundBody} characters`);
  if (sim > mostSims) throw new ProtocolError(`a sim must be at most ${mostSims}`);
  const receivedAtMs = fromTimestamp(receivedAt);
  return receive({ ...device, inboundId, address, body, receivedAtMs, sim: sim === 0 ? null : sim });
}
