// Looks at the device's state, reports it to the core when it changes and from time to time, and notes it for `status`.
// It never waits for the device: a driver's health is what the driver already knows.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import type { Health } from '../drivers/driver.ts';
import type { Journal } from '../journal/journal.ts';
import { stateFrame } from '../link/frames.ts';
import type { Session } from '../link/session.ts';

const lookPeriodMs = 1_000;
/** The core gets a report at least this often. */
const repeatAfterMs = 30_000;
/** A smaller change of signal or charge is not reported. */
const leastChangePercent = 5;

interface DeviceWatchOptions {
  health(): Health;
  /** Jobs whose submits have not all ended. */
  queueLength(): number;
  /** It has got well: texts may have waited for that. */
  onWell(): void;
  /** The driver's name. */
  driver: string;
  journal: Journal;
  clock: Clock;
  log: Log;
}

/** The watch over the device. */
export class DeviceWatch {
  readonly #options: DeviceWatchOptions;
  #session: Session | undefined;
  #reported: Health | undefined;
  #noted: Health | undefined;
  #reportedAtMs = 0;
  #cancel: CancelTimer | undefined;

  constructor(options: DeviceWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancel = this.#options.clock.setInterval(() => this.#look(), lookPeriodMs);
    this.#look();
  }

  /** Safe twice. */
  stop(): void {
    this.#cancel?.();
    this.#session = undefined;
  }

  /** The link is up: it is reported at once. */
  attach(session: Session): void {
    this.#session = session;
    this.#reported = undefined;
    this.#look();
  }

  /** The link is down. */
  detach(): void {
    this.#session = undefined;
  }

  #look(): void {
    const { clock } = this.#options;
    const health = this.#options.health();
    if (isNews(health, this.#noted)) this.#note(health);
    const due = Math.abs(clock.nowMs() - this.#reportedAtMs) >= repeatAfterMs;
    if (this.#session === undefined || (!due && !isNews(health, this.#reported))) return;
    this.#reported = health;
    this.#reportedAtMs = clock.nowMs();
    this.#session.send(stateFrame(health, this.#options.queueLength()));
  }

  #note(health: Health): void {
    const { journal, clock, log, driver, onWell } = this.#options;
    const { problem, detail } = health;
    if (problem !== this.#noted?.problem) {
      if (problem !== undefined) log.warn({ problem, detail }, 'the device cannot send; texts wait');
      else {
        log.info('the device can send');
        onWell();
      }
    }
    this.#noted = health;
    const value = JSON.stringify({ at_ms: clock.nowMs(), driver, ...health });
    // A failed write has stopped the agent already.
    journal.write(() => journal.meta.set('health', value)).catch(() => undefined);
  }
}

/** The values whose change is reported at once. */
const facts = ['problem', 'detail', 'charging', 'connection', 'model', 'appVersion'] as const;

function isNews(health: Health, last: Health | undefined): boolean {
  return (
    last === undefined ||
    facts.some((fact) => health[fact] !== last[fact]) ||
    (health.inboxFull ?? false) !== (last.inboxFull ?? false) ||
    moved(health.signalPercent, last.signalPercent) ||
    moved(health.batteryPercent, last.batteryPercent)
  );
}

function moved(now: number | undefined, before: number | undefined): boolean {
  if (now === undefined || before === undefined) return now !== before;
  return Math.abs(now - before) >= leastChangePercent;
}
