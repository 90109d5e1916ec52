// A device's state, as its agent reports it: checks it against the protocol's bounds and translates it into the codes
// that are stored.
import { DeviceProblem, type DeviceState } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceConnection } from '../../proto/gen/textrelay/v1/device_pb.ts';
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Connection } from '../domain/devices/device.ts';
import { lengthInCodePoints } from '../domain/messages/text.ts';
import type { DeviceStateRow } from '../store/devices/devices.ts';
import type { Store } from '../store/store.ts';
import { ProtocolError } from './reports.ts';

const maxDetailLength = 200;
const maxModelLength = 100;
const maxVersionLength = 64;
/** A signal or charge that moves by less is not stored. */
const leastMovePercent = 5;
/** Largest number that is stored; a queue that is longer is shown as this long. */
const maxCount = 2 ** 31 - 1;

/** By the protocol's number; the first is no problem. */
const codes: Record<DeviceProblem, string> = {
  [DeviceProblem.UNSPECIFIED]: '',
  [DeviceProblem.ABSENT]: 'absent',
  [DeviceProblem.NOT_ANSWERING]: 'not_answering',
  [DeviceProblem.PIN_REQUIRED]: 'pin_required',
  [DeviceProblem.NO_SIM]: 'no_sim',
  [DeviceProblem.NO_NETWORK]: 'no_network',
  [DeviceProblem.UNAUTHORIZED]: 'unauthorized',
  [DeviceProblem.OTHER]: 'other',
};

/** A problem of a newer agent that this core does not know counts as none. */
const connections: { [said in DeviceConnection]?: Connection } = {
  [DeviceConnection.LISTENING]: 'listening',
  [DeviceConnection.POLLING]: 'polling',
  [DeviceConnection.LOST]: 'lost',
};

/** The state of a device. */
export interface KnownState {
  /** The problem that keeps it from sending; empty for none. */
  problem: string;
  detail: string;
  /** 0 to 100; null when unknown. */
  signalPercent: number | null;
  batteryPercent: number | null;
  /** Jobs in the agent's journal whose submit has not ended. */
  queueLength: number;
  inboxFull: boolean;
  /** How it learns of its work; null when that is not known. */
  connection: Connection | null;
  /** Null when unknown. */
  charging: boolean | null;
  /** Maker and model; empty when unknown. */
  model: string;
  /** Empty when unknown. */
  appVersion: string;
}

const percent = (field: string, value: number | undefined): number | null => {
  if (value !== undefined && value > 100) throw new ProtocolError(`${field} must be at most 100`);
  return value ?? null;
};

/** U+0000 cannot be stored. */
function words(field: string, said: string, most: number): string {
  if (lengthInCodePoints(said) > most)
    throw new ProtocolError(`${field} must have at most ${most} characters`);
  return said.replaceAll('\u0000', '');
}

/** Reads and checks a state. Throws ProtocolError. */
export function readState(state: DeviceState): KnownState {
  const problem = codes[state.problem];
  if (problem === undefined) throw new ProtocolError('problem is not known');
  if (state.ok !== (problem === '')) throw new ProtocolError('ok must say whether there is a problem');
  return {
    problem,
    detail: words('detail', state.detail, maxDetailLength),
    signalPercent: percent('signal_percent', state.signalPercent),
    batteryPercent: percent('battery_percent', state.batteryPercent),
    queueLength: Math.min(state.queueLength, maxCount),
    inboxFull: state.inboxFull,
    connection: connections[state.connection] ?? null,
    charging: state.charging ?? null,
    model: words('model', state.model, maxModelLength),
    appVersion: words('app_version', state.appVersion, maxVersionLength),
  };
}

/** The same state, with the signal and charge of before where they have hardly moved: small changes are not stored. */
export const steadied = (said: KnownState, before: KnownState | undefined): KnownState => ({
  ...said,
  signalPercent: steady(said.signalPercent, before?.signalPercent),
  batteryPercent: steady(said.batteryPercent, before?.batteryPercent),
});

function steady(said: number | null, before: number | null | undefined): number | null {
  if (said === null || before == null || said === 0 || said === 100) return said;
  return Math.abs(said - before) < leastMovePercent ? before : said;
}

/** True when both say the same. */
export const isSameState = (a: KnownState, b: KnownState): boolean =>
  a.problem === b.problem &&
  a.detail === b.detail &&
  a.signalPercent === b.signalPercent &&
  a.batteryPercent === b.batteryPercent &&
  a.queueLength === b.queueLength &&
  a.inboxFull === b.inboxFull &&
  a.connection === b.connection &&
  a.charging === b.charging &&
  a.model === b.model &&
  a.appVersion === b.appVersion;

const periodMs = 5_000;
/** Most devices in one statement. */
const maxBatch = 1_000;

const nameOf = ({ accountId, deviceId }: DeviceStateRow) => `${accountId}/${deviceId}`;

/** Stores states in the background; a state that cannot be stored now is stored later. */
export class StateWriter {
  readonly #options: { store: Pick<Store, 'storeStates'>; clock: Clock; log: Log };
  /** States that are not stored yet; at most one for each device that is linked here. */
  readonly #waiting = new Map<string, DeviceStateRow>();
  readonly #cancel: CancelTimer;
  #writing: Promise<void> | undefined;
  #isUrgent = false;

  constructor(options: { store: Pick<Store, 'storeStates'>; clock: Clock; log: Log }) {
    this.#options = options;
    this.#cancel = options.clock.setInterval(() => void this.flush(), periodMs);
  }

  /** Takes a state; an urgent one, and all that wait, are written as soon as the statement before has returned. */
  note(state: DeviceStateRow, isUrgent: boolean): void {
    this.#waiting.set(nameOf(state), state);
    if (!isUrgent) return;
    this.#isUrgent = true;
    void this.flush();
  }

  /** Writes all that waits. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#isUrgent) void this.flush();
    });
    return this.#writing;
  }

  stop(): void {
    this.#cancel();
  }

  async #write(): Promise<void> {
    // Changes of one turn of the event loop are written together.
    await new Promise((resolve) => setImmediate(resolve));
    this.#isUrgent = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (let start = 0; start < waiting.length; start += maxBatch) {
      const batch = waiting.slice(start, start + maxBatch);
      try {
        const stored = await this.#options.store.storeStates(batch);
        this.#keep(batch.filter((_, index) => stored[index] === false));
      } catch {
        this.#options.log.debug('states were not stored; the next write does');
        this.#keep(batch);
      }
    }
  }

  /** Kept for the next write, unless a newer state has come meanwhile. */
  #keep(states: readonly DeviceStateRow[]): void {
    for (const state of states)
      if (!this.#waiting.has(nameOf(state))) this.#waiting.set(nameOf(state), state);
  }
}
