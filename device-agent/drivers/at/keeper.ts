// Keeps a modem usable: opens its port, sets it up, watches it, and starts again, with growing pauses, whenever it is
// lost. It knows the modem's state; other parts send and receive.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { AgentError } from '../../agent_error.ts';
import { Backoff } from '../backoff.ts';
import type { Health, Problem, Sink } from '../driver.ts';
import { Alarm } from './alarm.ts';
import { takeDirect } from './direct.ts';
import { Inbox, type ReadyModem } from './inbox.ts';
import type { Loss } from './line/channel.ts';
import type { PortAddress } from './line/open_port.ts';
import { PortError } from './line/port.ts';
import { isHint, isReboot, placeIn } from './line/unsolicited.ts';
import type { ErrorKind } from './reading/error_table.ts';
import { Session } from './session.ts';
import { type SetUpOptions, setUp } from './set_up.ts';
import { readVitals, type Vitals } from './vitals.ts';

/** How often a working modem is looked at, and one that does not work. */
const lookPeriodMs = 30_000;
const troubledPeriodMs = 10_000;
/**
 * At first it is looked at more often: a modem that waits for an earlier program to acknowledge a report gives up after
 * 15 seconds, and then stops passing reports on, also to us (TS 27.005 3.4.1).
 */
const settlingPeriodMs = 10_000;
const settlingLooks = 3;
/** Before the port is opened again; doubles with each failure. */
const firstReopenMs = 1_000;
const maxReopenMs = 30_000;
/** How long nothing is sent after a modem that claims to be registered said that there is no network; it doubles. */
const firstBackoffMs = 10_000;
const maxBackoffMs = 300_000;
/** How often everything stored is listed, when something is stored, and in any case. */
const listPeriodMs = 60_000;
const fullListPeriodMs = 600_000;

interface KeeperOptions extends SetUpOptions {
  address: PortAddress;
  sink: Sink;
  clock: Clock;
  log: Log;
}

/** The keeper of one modem. */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #alarm: Alarm;
  #health: Health = { problem: 'not_answering', detail: 'the modem is being opened' };
  #session: Session | undefined;
  #ready: ReadyModem | undefined;
  #inbox: Inbox | undefined;
  #stopped = false;
  #failures = 0;
  #looks = 0;
  readonly #backoff: Backoff;
  #listedAtMs = 0;
  #cancelBackoff: CancelTimer = () => undefined;

  constructor(options: KeeperOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock);
    this.#backoff = new Backoff(options.clock, firstBackoffMs, maxBackoffMs);
  }

  /** Begins; never ends before stop. */
  start(): void {
    void this.#live();
  }

  /** Releases the modem; safe twice. */
  stop(): void {
    this.#stopped = true;
    this.#cancelBackoff();
    this.#session?.end('stopped');
    this.#forget();
    this.#health = { problem: 'absent', detail: 'closed' };
    this.#alarm.ring();
  }

  get health(): Health {
    return this.#health;
  }

  /** The modem, while it can be used. */
  get ready(): ReadyModem | undefined {
    return this.#ready;
  }

  /** The modem's store of texts, while it can be used. */
  get inbox(): Inbox | undefined {
    return this.#inbox;
  }

  /** A submit succeeded, or was refused for this reason. */
  noteSubmit(reason: ErrorKind | undefined): void {
    if (this.#stopped || this.#ready === undefined) return;
    if (reason === undefined) this.#backoff.release();
    if (reason === 'full') void this.#inbox?.list();
    if (reason === 'no_network') this.#backOff();
    if (reason === 'no_sim' || reason === 'pin') {
      const problem = reason === 'pin' ? 'pin_required' : 'no_sim';
      this.#fail(problem, 'the modem refused a text because of its SIM');
      this.#forget();
      this.#alarm.ring();
    }
  }

  /** The modem is asked again only when this is over, whatever its registration says meanwhile. */
  #backOff(): void {
    const { problem, detail } = noNetwork;
    const backoffMs = this.#backoff.begin(problem, detail);
    this.#fail(problem, detail);
    this.#cancelBackoff();
    this.#cancelBackoff = this.#options.clock.setTimeout(() => this.#alarm.ring(), backoffMs);
  }

  async #live(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#visit();
      } catch (error) {
        this.#noteLoss(error);
      }
      this.#session?.end('stopped');
      this.#session = undefined;
      this.#forget();
      if (this.#stopped) return;
      const pauseMs = Math.min(firstReopenMs * 2 ** this.#failures, maxReopenMs);
      this.#failures = Math.min(this.#failures + 1, 10);
      this.#alarm.hush();
      await this.#alarm.sleep(pauseMs);
    }
  }

  #noteLoss(error: unknown): void {
    if (this.#stopped) return;
    if (error instanceof PortError) this.#fail(isAway(error) ? 'absent' : 'other', error.message);
    else if (error instanceof AgentError) this.#fail('other', error.message);
    else if (this.#session?.lost === undefined) {
      this.#options.log.warn('the modem could not be looked after');
      this.#fail('other', 'the driver failed; it begins anew');
    }
  }

  /** From the opening of the port to its loss. */
  async #visit(): Promise<void> {
    const { address, clock } = this.#options;
    const session = await Session.open(address, clock, {
      onUnsolicited: (line, pdu) => this.#hear(session, line, pdu),
      onLost: (why) => this.#lose(why),
    });
    this.#session = session;
    if (this.#stopped) return;
    while (session.lost === undefined && !this.#stopped) {
      const pauseMs = await this.#tend(session);
      if (pauseMs > 0) await this.#alarm.sleep(pauseMs);
    }
  }

  /** One look. Returns how long to wait for the next. */
  async #tend(session: Session): Promise<number> {
    if (this.#ready === undefined) {
      const outcome = await session.take(() => setUp(session, this.#options));
      if ('problem' in outcome) {
        this.#fail(outcome.problem, outcome.detail);
        return outcome.againMs ?? troubledPeriodMs;
      }
      this.#ready = { session, facts: outcome };
      this.#inbox = new Inbox(this.#ready, this.#options);
      this.#listedAtMs = Number.NEGATIVE_INFINITY;
      this.#looks = 0;
    }
    const { facts } = this.#ready;
    const look = await session.take(() => readVitals(session, facts));
    if (look === 'reset') session.end('rebooted');
    if (look === 'locked') {
      this.#forget();
      this.#fail('no_sim', 'the SIM is gone, or locked');
    }
    if (typeof look === 'string') return 0;
    this.#failures = 0;
    this.#apply(look);
    this.#listWhenDue(look);
    if (this.#health.problem !== undefined) return troubledPeriodMs;
    this.#looks += 1;
    return this.#looks <= settlingLooks ? settlingPeriodMs : lookPeriodMs;
  }

  #apply({ health }: Vitals): void {
    const seen = this.#backoff.over(health);
    const unreadable = this.#inbox?.unreadable ?? 0;
    const why = unreadable > 0 ? ` (${unreadable} in it cannot be read)` : '';
    const full = health.inboxFull ? `; its memory for texts is full${why}` : '';
    this.#health = { ...seen, detail: seen.detail + full };
  }

  #listWhenDue({ health, stored }: Vitals): void {
    const nowMs = this.#options.clock.nowMs();
    const ageMs = nowMs - this.#listedAtMs;
    const isDue = ageMs >= fullListPeriodMs || (ageMs >= listPeriodMs && stored !== 0) || health.inboxFull;
    if (!isDue) return;
    this.#listedAtMs = nowMs;
    void this.#inbox?.list();
  }

  #hear(session: Session, line: string, pdu: string | undefined): void {
    if (this.#stopped) return;
    if (pdu !== undefined) {
      if (!line.startsWith('+CBM')) void takeDirect(session, pdu, this.#options);
      return;
    }
    const place = placeIn(line);
    // There is no inbox while it is being set up: everything is listed afterwards.
    if (place !== undefined) this.#inbox?.fetch(place);
    else if (isReboot(line)) session.end('rebooted');
    else if (isHint(line)) this.#alarm.ring();
  }

  #lose(why: Loss): void {
    this.#forget();
    if (!this.#stopped) this.#fail(...lossReasons[why]);
    this.#options.log.warn({ why }, 'the modem was lost');
    this.#alarm.ring();
  }

  #fail(problem: Problem, detail: string): void {
    this.#health = { problem, detail };
  }

  #forget(): void {
    this.#ready = undefined;
    this.#inbox = undefined;
  }
}

const isAway = ({ trouble }: PortError) => trouble === 'absent' || trouble === 'refused';

const noNetwork = { problem: 'no_network', detail: 'the modem says that there is no network' } as const;

const lossReasons: Record<Loss, [Problem, string]> = {
  mute: ['not_answering', 'the modem does not answer'],
  gone: ['absent', 'the modem was unplugged or the connection to it ended'],
  rebooted: ['not_answering', 'the modem started anew and is being set up'],
  stopped: ['absent', 'closed'],
};
