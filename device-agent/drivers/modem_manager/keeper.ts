// Keeps a modem of ModemManager usable: finds it, gives it its PIN, switches it on, looks at it every second, and finds
// it again after it was unplugged or the daemon was restarted. It knows the modem's state; other parts handle texts.
import { backoffMs } from '../../../runtime/backoff.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { pause } from '../../../runtime/pause.ts';
import type { PinMemory } from '../at/pin_memory.ts';
import { Backoff } from '../backoff.ts';
import type { Health, Problem } from '../driver.ts';
import { Bus, BusError, BusLost } from './bus.ts';
import { Daemon, type FoundModem, modemLock, modemState } from './daemon.ts';

const lookPeriodMs = 1_000;
/** After a failure; doubles. */
const firstPauseMs = 1_000;
const maxPauseMs = 30_000;
/** How long nothing is sent after the modem said that nothing can be; doubles. */
const firstBackoffMs = 10_000;
const maxBackoffMs = 300_000;

interface KeeperOptions {
  /** The bus's address. */
  bus: string;
  /** Which modem; absent: the only one. */
  modem: string | undefined;
  pin: string | undefined;
  pins: PinMemory;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** The modem's texts, at each look. Rejects as calls do. */
  onMessages(daemon: Daemon, modem: FoundModem, messages: string[]): Promise<void>;
}

/** A modem that can be used. */
export interface ReadyModem {
  daemon: Daemon;
  path: string;
}

/** The keeper. */
export class Keeper {
  readonly #options: KeeperOptions;
  #health: Health = { problem: 'not_answering', detail: 'ModemManager is being asked' };
  #ready: ReadyModem | undefined;
  readonly #backoff: Backoff;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock, firstBackoffMs, maxBackoffMs);
  }

  get health(): Health {
    return this.#backoff.over(this.#health);
  }

  get ready(): ReadyModem | undefined {
    return this.#ready;
  }

  /** Ends with the signal. Never rejects. */
  async live(): Promise<void> {
    const { clock, signal } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#visit(() => {
          failures = 0;
        });
      } catch (error) {
        if (!signal.aborted) this.#noteLoss(error);
      }
      this.#ready = undefined;
      failures += 1;
      await pause(clock, backoffMs(failures, { firstMs: firstPauseMs, longestMs: maxPauseMs }), signal);
    }
    this.#health = { problem: 'absent', detail: 'closed' };
  }

  /** The modem said that nothing at all can be sent now; without a problem: a text was sent. */
  noteModem(problem?: Problem, detail = ''): void {
    if (problem === undefined) this.#backoff.release();
    else this.#backoff.begin(problem, detail);
  }

  /** From the connection to its loss. */
  async #visit(onAnswer: () => void): Promise<void> {
    const { clock, signal } = this.#options;
    const bus = await Bus.open(this.#options.bus, clock);
    const end = () => bus.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      const daemon = new Daemon(bus);
      while (!signal.aborted) {
        const modem = this.#choose(await daemon.listModems());
        onAnswer();
        if (modem !== undefined) await this.#tend(daemon, modem);
        await pause(clock, lookPeriodMs, signal);
      }
    } finally {
      signal.removeEventListener('abort', end);
      bus.close();
    }
  }

  #choose(modems: FoundModem[]): FoundModem | undefined {
    const { modem: wanted } = this.#options;
    const fitting = wanted === undefined ? modems : modems.filter(({ names }) => names.includes(wanted));
    const [modem] = fitting;
    if (fitting.length === 1 && modem !== undefined) return modem;
    if (fitting.length > 1)
      this.#fail('other', 'there are several modems; name one of them in TEXTRELAY_AGENT_MODEM');
    else this.#fail('absent', modems.length === 0 ? 'ModemManager knows no modem' : 'the modem is not there');
    return undefined;
  }

  async #tend(daemon: Daemon, modem: FoundModem): Promise<void> {
    const { lock, state, sim } = modem;
    if (state === modemState.failed)
      return modem.failedReason === 2 || modem.failedReason === 3
        ? this.#fail('no_sim', 'there is no SIM, or it failed')
        : this.#fail('other', 'ModemManager could not set the modem up');
    if (state === modemState.locked) {
      if (lock !== modemLock.simPin || sim === undefined)
        return this.#fail('pin_required', 'the SIM is locked, and not by its PIN alone');
      return this.#unlock(daemon, sim);
    }
    if (state === modemState.disabled) {
      this.#fail('not_answering', 'the modem is being switched on');
      return daemon.enable(modem.path);
    }
    if (state < modemState.disabled || state === 4 || state === modemState.enabling)
      return this.#fail('not_answering', 'the modem is being set up');
    if (modem.messages === undefined) return this.#fail('other', 'the modem has no way to send texts');
    this.#ready = { daemon, path: modem.path };
    const { signalPercent } = modem;
    const signal = signalPercent === undefined ? {} : { signalPercent };
    this.#health =
      state < modemState.registered
        ? { problem: 'no_network', detail: 'the modem is not registered with a network', ...signal }
        : {
            detail: modem.operator === '' ? 'registered' : `registered with ${modem.operator.slice(0, 60)}`,
            ...signal,
          };
    await this.#options.onMessages(daemon, modem, modem.messages);
  }

  async #unlock(daemon: Daemon, sim: string): Promise<void> {
    const { pin, pins, log } = this.#options;
    if (pin === undefined) return this.#fail('pin_required', 'the SIM asks for its PIN');
    const name = (await daemon.identifySim(sim)) || 'unknown';
    const obstacle = pins.obstacle(name, pin);
    if (obstacle !== undefined)
      return this.#fail(
        'pin_required',
        obstacle === 'refused' ? 'the SIM refused the PIN' : 'no more PINs are tried on this SIM',
      );
    pins.begin(name, pin);
    try {
      await daemon.sendPin(sim, pin);
      pins.forget(name);
      log.info('the SIM took its PIN');
    } catch (error) {
      if (error instanceof BusError && /IncorrectPassword$/.test(error.errorName)) pins.refuse(name, pin);
      this.#fail('pin_required', 'the SIM did not take the PIN');
    }
  }

  #fail(problem: Problem, detail: string): void {
    this.#ready = undefined;
    this.#health = { problem, detail };
  }

  #noteLoss(error: unknown): void {
    const [problem, detail] = lossOf(error);
    if (problem !== this.#health.problem)
      this.#options.log.warn({ problem, detail }, 'ModemManager is out of reach');
    this.#fail(problem, detail);
  }
}

/** Why ModemManager cannot be asked, in plain words. */
export function lossOf(error: unknown): [Problem, string] {
  if (error instanceof BusLost && error.why === 'denied')
    return ['unauthorized', 'the message bus does not let this user in'];
  if (error instanceof BusLost && error.why === 'absent') return ['absent', 'there is no message bus'];
  if (error instanceof BusError && /\.(ServiceUnknown|NameHasNoOwner)$/.test(error.errorName))
    return ['absent', 'ModemManager does not run'];
  if (error instanceof BusError && /\.(AccessDenied|Unauthorized)$/.test(error.errorName))
    return ['unauthorized', 'ModemManager does not let this user use the modem'];
  return ['not_answering', 'ModemManager does not answer'];
}
