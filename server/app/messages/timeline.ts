// Every step of a text with its instant, its place and its meaning, and the reason why it still waits.
import { awaitsRelease } from '../../domain/messages/approval.ts';
import { failurePrefixes } from '../../domain/messages/message.ts';
import { readSteps, type Step, splitCode } from '../../domain/messages/timeline.ts';
import { notFound } from '../../errors.ts';
import { maxKeptDevices } from '../../store/devices/pairing.ts';
import type { TextDetail, TextHistory } from '../../store/messages/text_log.ts';
import { type CarrierState, usableBy } from '../carriers/carrier_state.ts';
import type { AppContext } from '../context.ts';
import {
  type WaitingFor,
  waitingForApproval,
  waitingForCarrier,
  waitingForDevice,
  waitingForInstant,
  waitingForRelease,
  waitingForResumption,
} from './waiting_for.ts';

export type EventKind =
  | Exclude<Step['kind'], 'failed'>
  | 'accepted'
  | 'received'
  | 'sent'
  | 'delivered'
  | 'expired'
  | 'cancelled'
  | 'failed'
  | 'unit_returned'
  | 'omitted';

/** An account key, or a person in the console. */
interface Sender {
  label: string;
  hint: string;
  isUser: boolean;
}

/** One step of a text. What does not apply is null or left out. */
export interface TextEvent {
  kind: EventKind;
  /** Null for the failure of a text from before steps were stored. */
  atMs: number | null;
  deviceId?: bigint | null;
  sim?: number | null;
  carrier?: string | null;
  part?: number | undefined;
  parts?: number | undefined;
  /** The carrier's name for a part. */
  ref?: string;
  untilMs?: number | null;
  /** The prefix of the error that it ended with. */
  reason?: string | null;
  /** The network's own code. */
  code?: string | null;
  /** In words. */
  meaning: string;
  /** Only of an accepted text. */
  sender?: Sender | null;
}

export interface Timeline {
  /** The text, read by the statement that read its steps. */
  detail: TextDetail;
  events: TextEvent[];
  /** Null for a text that waits for nothing. */
  waitingFor: WaitingFor | null;
}

const words: Record<Exclude<EventKind, 'expired' | 'cancelled' | 'failed' | 'omitted'>, string> = {
  accepted: 'the service has it, and it counts as one text',
  received: 'it was received',
  scheduled: 'a time was chosen for it',
  quiet_hours: 'it is sent when the quiet hours of the account end',
  released: 'it was due to be sent',
  moved: 'texts to this recipient leave the SIM that they went by before',
  handed_over: 'it was handed over',
  part_accepted: 'the carrier took the part',
  part_unknown: 'nobody can know whether the part left; it is not submitted again',
  part_refused: 'the carrier did not take the part',
  another_try: 'it waits for another try',
  part_delivered: 'the receipt says that the part was delivered',
  part_failed: 'the receipt says that the part was not delivered',
  awaits_approval: 'a person has to approve it by then',
  approved: 'a person approved it',
  held: 'the database was restored while it waited: it is held until the operator releases it',
  answers_stopped: 'it was the last answer in a row to this recipient; until then no further one is accepted',
  sent: 'the network took it',
  delivered: 'the recipient’s phone has it',
  unit_returned: 'it does not count as a text any more',
};

/** The end of a text, by its error: a stable prefix, a colon, a sentence. */
function endOf(atMs: number | null, error: string): TextEvent {
  const [, prefix = '', sentence = error] = /^([a-z_]+): (.*)$/s.exec(error) ?? [];
  const reason = failurePrefixes.find((known) => known === prefix) ?? null;
  const kind =
    reason === 'expired_in_queue' ? 'expired' : reason === 'cancelled' ? 'cancelled' : ('failed' as const);
  return { kind, atMs, reason, ...splitCode(reason ? sentence : error) };
}

function eventOf({ kind, atMs, place, part, total, detail = '' }: Step): TextEvent {
  if (kind === 'failed') return endOf(atMs, detail);
  const where = place && ('carrier' in place ? place : { deviceId: place.deviceId, sim: place.slot });
  const event: TextEvent = { kind, atMs, part, parts: total, ...where, meaning: words[kind] };
  switch (kind) {
    case 'part_accepted':
      return detail === '' ? event : { ...event, ref: detail };
    case 'part_refused':
    case 'part_failed':
      return detail === '' ? event : { ...event, ...splitCode(detail) };
    case 'another_try':
      return /^\d+$/.test(detail)
        ? { ...event, untilMs: Number(detail) }
        : { ...event, meaning: `its device handed it back: ${detail}` };
    case 'scheduled':
    case 'quiet_hours':
    case 'answers_stopped':
    case 'awaits_approval':
      return { ...event, untilMs: Number(detail) || null };
    default:
      return event;
  }
}

const plain = (kind: keyof typeof words, atMs: number, more: Partial<TextEvent> = {}): TextEvent => ({
  kind,
  atMs,
  meaning: words[kind],
  ...more,
});

/** Sorts by instant, with steps without one at the end. Steps at the same instant keep their order. */
const byTime = (one: TextEvent, other: TextEvent) =>
  (one.atMs ?? Number.POSITIVE_INFINITY) - (other.atMs ?? Number.POSITIVE_INFINITY) || 0;

/** The steps of a text in their order. */
function eventsOf(history: TextHistory): TextEvent[] {
  const { text, key } = history;
  const { deviceId, sim, carrier, charged } = text;
  const place = { deviceId, sim, carrier };
  if (text.direction === 'in') return [plain('received', text.createdAtMs, place)];
  const { steps, omitted, keyId } = readSteps(history.text.steps);
  const sender = keyId === undefined ? null : { label: '', hint: '', ...key, isUser: keyId < 0n };
  const events = steps.map(eventOf);
  if (omitted) {
    const meaning = `${omitted.count} ${omitted.count === 1 ? 'step is' : 'steps are'} left out here`;
    const atMs = steps[omitted.after - 1]?.atMs ?? text.createdAtMs;
    events.splice(omitted.after, 0, { kind: 'omitted', atMs, meaning });
  }
  if (text.sentAtMs !== null) events.push(plain('sent', text.sentAtMs, place));
  if (text.deliveredAtMs !== null) events.push(plain('delivered', text.deliveredAtMs, place));
  const ends = () => events.findLastIndex(({ reason }) => typeof reason === 'string');
  if (text.status === 'failed') {
    // The row has the whole sentence, and for an older text it is all that there is.
    const last = ends();
    const end = endOf(events[last]?.atMs ?? null, text.error ?? '');
    if (last < 0) events.push(end);
    else events[last] = end;
  }
  events.sort(byTime);
  if (!charged) {
    const last = ends();
    const at = events[last]?.atMs ?? null;
    events.splice(last + 1, 0, { ...plain('unit_returned', 0), atMs: at });
  }
  return [plain('accepted', text.createdAtMs, { sender }), ...events];
}

interface TimelineOptions
  extends Pick<
    AppContext<'findHistory' | 'listDevices' | 'listSims' | 'readAccountRoutes'>,
    'store' | 'clock'
  > {
  carriers(): readonly CarrierState[];
}

/**
 * Reads the timeline of a text. Throws `not_found`, in the same words for another account's and for one that the key
 * may not read.
 */
export type ReadTimeline = (accountId: bigint, id: bigint, keyHash?: string | null) => Promise<Timeline>;

export function createTimeline({ store, clock, carriers }: TimelineOptions): ReadTimeline {
  const waitingFor = async (history: TextHistory): Promise<WaitingFor | null> => {
    const { accountId, route } = history.text;
    const nowMs = clock.nowMs();
    if (history.text.awaiting === awaitsRelease && history.isScheduled) return waitingForRelease;
    if (history.text.awaiting !== null && history.isScheduled)
      return waitingForApproval(readSteps(history.text.steps).steps);
    if (history.isScheduled && !(history.isSuspended && (history.text.sendAtMs ?? 0) <= nowMs)) {
      const isQuiet = readSteps(history.text.steps).steps.some(({ kind }) => kind === 'quiet_hours');
      return waitingForInstant(history.text.sendAtMs, isQuiet);
    }
    if (!history.waits && !history.isScheduled) return null;
    if (history.isSuspended) return waitingForResumption;
    if (route === 'gateway') {
      const { numbers } = await store.readAccountRoutes(accountId, nowMs);
      return waitingForCarrier(history, usableBy(accountId, numbers, carriers()), nowMs);
    }
    const devices = await store.listDevices(accountId, 0n, maxKeptDevices);
    const ids = devices.filter(({ unpairedAtMs }) => unpairedAtMs === null).map(({ id }) => id);
    const sims = await store.listSims(accountId, ids, nowMs);
    return waitingForDevice(history, devices, sims, nowMs);
  };
  return async (accountId, id, keyHash) => {
    const history = id > 0n ? await store.findHistory(accountId, id, keyHash) : undefined;
    if (!history) throw notFound('message');
    return { detail: history, events: eventsOf(history), waitingFor: await waitingFor(history) };
  };
}
