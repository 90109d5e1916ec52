// Keeps one connection to the core for as long as the device is paired: connects, waits, connects again. It stops
// by itself only when the core says that the device was unpaired.
import type { CancelTimer, Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { waitBeforeRetryMs } from './backoff.ts';
import type { CoreFrameValue } from './frames.ts';
import { type CoreFacts, type HelloFacts, Session, type SessionEnd } from './session.ts';

/** A connection that served, or lasted this long, was a good one: the next wait is short again. */
const goodAfterMs = 10_000;

/** How the link is. */
export type LinkState = 'down' | 'up' | 'unpaired' | 'stopped';

interface LinkOptions {
  /** Origin of the device listener, http or https. */
  url: string;
  token: string;
  clock: Clock;
  log: Log;
  /** Gives [0, 1). */
  random: () => number;
  hello: HelloFacts;
  /** The link is up; send what waits. */
  onUp(session: Session, core: CoreFacts): void;
  /** The link is down; called once for each onUp. */
  onDown(): void;
  /** A frame for the agent; false for one that breaks the contract. */
  onFrame(frame: CoreFrameValue, session: Session): boolean;
  /** The core says that the device was unpaired, while the link is still open; see Session. */
  onUnpairing(): Promise<void>;
  /** The device was unpaired; called at most once, and the link stays down. */
  onUnpaired(): void;
}

/** The link to the core. */
export class Link {
  readonly #options: LinkOptions;
  readonly #url: string;
  #session: Session | undefined;
  #cancelRetry: CancelTimer | undefined;
  #state: LinkState = 'down';
  #upSinceMs = 0;
  #failures = 0;
  #connects = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#url = linkUrl(options.url);
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Times the link came up again after the first. */
  get reconnects(): number {
    return Math.max(0, this.#connects - 1);
  }

  /** Connects now. Call once. */
  start(): void {
    this.#connect();
  }

  /** Ends the connection that is there, if any, and opens another. */
  reopen(why: string): void {
    if (this.#state === 'up') this.#session?.giveUp(why);
  }

  /** Closes the connection and stays down. Safe twice. */
  stop(): void {
    if (this.#state !== 'unpaired') this.#state = 'stopped';
    this.#cancelRetry?.();
    this.#session?.close();
  }

  #connect(): void {
    const { clock, token, hello } = this.#options;
    let up = false;
    let served = false;
    const session: Session = new Session({
      url: this.#url,
      token,
      clock,
      hello,
      onWelcome: (core) => {
        up = true;
        this.#cameUp(session, core);
      },
      onFrame: (frame) => {
        const isTaken = this.#options.onFrame(frame, session);
        served ||= isTaken;
        return isTaken;
      },
      onUnpairing: () => this.#options.onUnpairing(),
      onEnd: (end) => this.#wentDown(end, up, served),
    });
    this.#session = session;
  }

  #cameUp(session: Session, core: CoreFacts): void {
    if (this.#state !== 'down') return session.close();
    this.#state = 'up';
    this.#upSinceMs = this.#options.clock.nowMs();
    this.#connects += 1;
    this.#options.log.info({ connects: this.#connects }, 'link up');
    this.#options.onUp(session, core);
  }

  #wentDown(end: SessionEnd, wasUp: boolean, served: boolean): void {
    const { clock, log, random } = this.#options;
    this.#session = undefined;
    const lasted = wasUp && clock.nowMs() - this.#upSinceMs >= goodAfterMs;
    // A core that breaks the protocol will break it again, whatever worked before.
    const good = lasted || (served && end.kind !== 'protocol');
    this.#failures = good ? 0 : this.#failures;
    if (wasUp) this.#options.onDown();
    if (this.#state === 'stopped') return;
    if (end.kind === 'unpaired') {
      this.#state = 'unpaired';
      log.error('the core says that this device is not paired any more');
      return this.#options.onUnpaired();
    }
    this.#state = 'down';
    const waitMs = Math.round(waitBeforeRetryMs(end.kind, this.#failures, random));
    this.#failures += 1;
    log.warn({ ...end, waitMs }, describeEnd(end));
    this.#cancelRetry = clock.setTimeout(() => this.#connect(), waitMs);
  }
}

/** The address of the link, for the origin that was given when pairing. */
export function linkUrl(origin: string): string {
  const url = new URL('/device/v1/link', origin);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

function describeEnd(end: SessionEnd): string {
  switch (end.kind) {
    case 'version':
      return 'the core does not speak this version of the link; update the agent or the core';
    case 'superseded':
      return 'another agent uses this device; only one may';
    case 'shutdown':
      return 'the core stops';
    case 'exhausted':
      return 'the core has no link to spare for this account now';
    case 'protocol':
      return 'the link broke its protocol';
    default:
      return 'link down';
  }
}
