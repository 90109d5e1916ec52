// The reason why a text still waits, as far as its devices and carriers say. It is for people: the dispatchers decide by more
// than this.
import type { Step } from '../../domain/messages/timeline.ts';
import type { DeviceRow } from '../../store/devices/devices.ts';
import { calendarOf, type SimRow } from '../../store/devices/devices.ts';
import type { TextHistory } from '../../store/messages/text_log.ts';
import type { CarrierState } from '../carriers/carrier_state.ts';

export interface WaitingFor {
  what:
    | 'approval'
    | 'release'
    | 'scheduled'
    | 'quiet_hours'
    | 'no_device'
    | 'device_away'
    | 'device_problem'
    | 'budget'
    | 'carrier_down'
    | 'another_try'
    | 'turn'
    | 'suspended';
  deviceId?: bigint | null;
  sim?: number;
  carrier?: string | null;
  /** When it is looked at again, or ends unsent; null or left out where that is not known. */
  untilMs?: number | null;
  meaning: string;
}

/** For any text of a suspended account. */
export const waitingForResumption: WaitingFor = {
  what: 'suspended',
  meaning: 'the operator has suspended the account; it goes on once the account is resumed, within its time',
};

/** For a text that a restored database holds. */
export const waitingForRelease: WaitingFor = {
  what: 'release',
  meaning:
    'the service was restored from a backup while it waited, and it may have left since: the operator releases it or ends it',
};

/** For a text that a person has to approve, with its steps. */
export function waitingForApproval(steps: readonly Step[]): WaitingFor {
  const asked = steps.findLast(({ kind }) => kind === 'awaits_approval');
  const untilMs = Number(asked?.detail) || null;
  return {
    what: 'approval',
    untilMs,
    meaning: 'a person has to approve it, in the console or by a link',
  };
}

/** For a text that may not leave yet. */
export function waitingForInstant(sendAtMs: number | null, isQuiet: boolean): WaitingFor {
  return isQuiet
    ? { what: 'quiet_hours', untilMs: sendAtMs, meaning: 'it leaves when the quiet hours of the account end' }
    : { what: 'scheduled', untilMs: sendAtMs, meaning: 'it leaves at the time that was chosen' };
}

/** When a SIM whose budget is used up may take a text of that many parts; null when it may now. */
function freeAgainMs(sim: SimRow, parts: number, nowMs: number): number | null {
  const { minuteMs, day, month } = calendarOf(nowMs);
  const isOver = (used: number, most: number | null) => most !== null && used + parts > most;
  if (isOver(sim.usedMonth, sim.perMonth)) {
    const first = new Date(month);
    return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1);
  }
  if (isOver(sim.usedDay, sim.perDay)) return Date.parse(day) + 24 * 3_600_000;
  // A text with more parts than a minute's budget gets a minute of its own.
  return sim.usedMinute > 0 && isOver(sim.usedMinute, sim.perMinute) ? minuteMs + 60_000 : null;
}

/** For a text on route device. */
export function waitingForDevice(
  { text, keptOn }: Pick<TextHistory, 'text' | 'keptOn'>,
  devices: readonly DeviceRow[],
  sims: readonly SimRow[],
  nowMs: number,
): WaitingFor {
  const paired = devices.filter(({ unpairedAtMs }) => unpairedAtMs === null);
  if (paired.length === 0) return { what: 'no_device', meaning: 'no device is paired with the account' };
  // Texts to one recipient stay on one SIM while its device is paired.
  const kept = paired.find(({ id }) => id === keptOn?.deviceId);
  const asked = kept ? [kept] : paired;
  const deviceId = asked.length === 1 ? (asked[0]?.id ?? null) : null;
  const online = asked.filter(({ onlineUntilMs }) => (onlineUntilMs ?? 0) > nowMs);
  if (online.length === 0) {
    const which = deviceId === null ? 'no device of the account is' : 'its device is not';
    return { what: 'device_away', deviceId, meaning: `${which} connected` };
  }
  const sound = online.filter(({ problem }) => problem === '');
  if (sound.length === 0) {
    const meaning = (online[0]?.detail || online[0]?.problem) ?? '';
    return { what: 'device_problem', deviceId: online[0]?.id ?? null, meaning };
  }
  const free = sims
    .filter(({ present }) => present)
    .filter((sim) => sound.some(({ id }) => id === sim.deviceId))
    .filter((sim) => !kept || sim.slot === keptOn?.slot)
    .map((sim) => ({ sim, untilMs: freeAgainMs(sim, text.segments, nowMs) }))
    .sort((one, other) => (one.untilMs ?? 0) - (other.untilMs ?? 0))[0];
  if (free?.untilMs) {
    const { sim, untilMs } = free;
    const place = { deviceId: sim.deviceId, sim: sim.slot };
    return { ...place, what: 'budget', untilMs, meaning: 'the budget of the SIM is used up' };
  }
  return { what: 'turn', deviceId, meaning: 'its turn comes' };
}

/** For a text on route gateway, with the carriers that the account may use. */
export function waitingForCarrier(
  { text: { carrier }, retryAtMs }: Pick<TextHistory, 'text' | 'retryAtMs'>,
  carriers: readonly CarrierState[],
  nowMs: number,
): WaitingFor {
  // A text of which a part may have left continues on the same carrier.
  const asked = carrier === null ? carriers : carriers.filter(({ name }) => name === carrier);
  if (!asked.some(({ up }) => up)) {
    return {
      what: 'carrier_down',
      carrier,
      meaning: 'no carrier that it may leave by can be reached',
    };
  }
  if (retryAtMs !== null && retryAtMs > nowMs)
    return { what: 'another_try', carrier, untilMs: retryAtMs, meaning: 'it is tried again then' };
  return { what: 'turn', carrier, meaning: 'its turn comes' };
}
