// Brings devices' states to the database, many in one statement: what changed every few seconds, and a problem that
// comes or goes at once. Only the newest state of a device is ever waiting.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { DeviceStateRow } from '../store/devices/device_states.ts';
import type { Store } from '../store/store.ts';

const periodMs = 5_000;
/** Most devices in one statement. */
const maxBatch = 1_000;

const nameOf = ({ accountId, deviceId }: DeviceStateRow) => `${accountId}/${deviceId}`;

/** Stores states behind the links' backs; what cannot be stored now is stored later. */
export class StateWriter {
  readonly #options: { store: Pick<Store, 'storeStates'>; clock: Clock; log: Log };
  /** States that are not stored; bounded by the devices that are linked here. */
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
    // What arrives in the same turn of the event loop is written together.
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

  /** For the next write, unless something newer was said meanwhile. */
  #keep(states: readonly DeviceStateRow[]): void {
    for (const state of states)
      if (!this.#waiting.has(nameOf(state))) this.#waiting.set(nameOf(state), state);
  }
}
