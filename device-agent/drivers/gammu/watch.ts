// Knows whether gammu-smsd works: by what it takes out of its outbox, by its log where that may be read, and by its
// monitor where that is installed. A hollow file now and then shows that it would take a text.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { Backoff } from '../backoff.ts';
import type { Health, Problem } from '../driver.ts';
import { type LogState, readTail, stateIn } from './daemon_log.ts';
import { askMonitor, type MonitorAnswer } from './monitor.ts';
import type { Smsdrc } from './smsdrc.ts';
import type { Traces } from './traces.ts';

/** How long the daemon may take nothing before it is tested. */
const idleProbeMs = 60_000;
const monitorPeriodMs = 30_000;
/** How long nothing is sent after the modem said that there is no network or no SIM; it doubles. */
const firstBackoffMs = 15_000;
const maxBackoffMs = 300_000;

/** How long the daemon may take to begin with a file: it sleeps 30 seconds when its phone is away. */
export const patienceMs = ({ scanSeconds }: Smsdrc): number =>
  Math.min(Math.max(45_000, (scanSeconds + 30) * 1_000), 120_000);

interface WatchOptions {
  smsdrc: Smsdrc;
  configPath: string;
  traces: Traces;
  clock: Clock;
  log: Log;
}

/** The watch over one daemon. */
export class DaemonWatch {
  readonly #options: WatchOptions;
  #probe: { name: string; sinceMs: number } | undefined;
  #takenAtMs: number | undefined;
  #lostAtMs: number | undefined;
  #logState: LogState;
  #logStateAtMs = 0;
  #logEnd = 0;
  #monitor: MonitorAnswer = {};
  #monitoredAtMs = Number.NEGATIVE_INFINITY;
  #folderFault: string | undefined;
  readonly #backoff: Backoff;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock, firstBackoffMs, maxBackoffMs);
  }

  /** One look; once a second. Never rejects. */
  async look(): Promise<void> {
    const { clock, configPath } = this.#options;
    await this.#readLog();
    await this.#tendProbe();
    if (clock.nowMs() - this.#monitoredAtMs < monitorPeriodMs) return;
    this.#monitoredAtMs = clock.nowMs();
    this.#monitor = await askMonitor(configPath);
  }

  /** It began with a text, or a hollow file. */
  noteTaken(): void {
    this.#takenAtMs = this.#options.clock.nowMs();
    this.#lostAtMs = undefined;
  }

  /** It did not begin with a text in all the time it had. */
  noteUnread(): void {
    this.#lostAtMs = this.#options.clock.nowMs();
  }

  /** The modem said that nothing at all can be sent now; without a problem: a text was sent. */
  noteModem(problem?: Problem, detail = ''): void {
    if (problem === undefined) this.#backoff.release();
    else this.#backoff.begin(problem, detail);
  }

  get health(): Health {
    const { signalPercent, batteryPercent } = this.#monitor;
    return {
      ...this.#judge(),
      ...(signalPercent === undefined ? {} : { signalPercent }),
      ...(batteryPercent === undefined ? {} : { batteryPercent }),
    };
  }

  #judge(): Health {
    const { clock, smsdrc } = this.#options;
    const nowMs = clock.nowMs();
    if (this.#folderFault !== undefined) return { problem: 'other', detail: this.#folderFault };
    const { problem, detail } = this.#logState ?? { detail: '' };
    if (problem !== undefined && this.#logStateAtMs > (this.#takenAtMs ?? 0)) return { problem, detail };
    const probeMs = this.#probe === undefined ? 0 : nowMs - this.#probe.sinceMs;
    if (this.#takenAtMs === undefined || this.#lostAtMs !== undefined || probeMs > patienceMs(smsdrc)) {
      const notRunning = this.#monitor.isRunning === false;
      const words = notRunning
        ? 'gammu-smsd is not running'
        : 'gammu-smsd has not taken a file from its outbox';
      return { problem: 'not_answering', detail: words };
    }
    return this.#backoff.over({ detail: 'gammu-smsd takes texts' });
  }

  async #readLog(): Promise<void> {
    const { smsdrc, clock } = this.#options;
    if (smsdrc.logFile === undefined) return;
    const { text, end } = await readTail(smsdrc.logFile, this.#logEnd);
    this.#logEnd = end;
    const state = stateIn(text);
    if (state === undefined) return;
    this.#logState = state;
    this.#logStateAtMs = clock.nowMs();
  }

  async #tendProbe(): Promise<void> {
    const { traces, clock, log } = this.#options;
    const nowMs = clock.nowMs();
    try {
      if (this.#probe === undefined) {
        const isIdle = nowMs - (this.#takenAtMs ?? Number.NEGATIVE_INFINITY) >= idleProbeMs;
        if (isIdle || this.#lostAtMs !== undefined)
          this.#probe = { name: await traces.putProbe(), sinceMs: nowMs };
      } else if ((await traces.look(this.#probe.name))?.kind !== 'waiting') {
        await traces.remove(this.#probe.name);
        this.#probe = undefined;
        this.noteTaken();
      }
      this.#folderFault = undefined;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (this.#folderFault === undefined) log.warn({ code }, 'the outbox of gammu-smsd cannot be used');
      this.#folderFault = `the outbox of gammu-smsd cannot be used (${code || 'unknown'})`;
    }
  }
}
