// One of a carrier's connections, for as long as the carrier lives. When it ends, another one is made after a growing
// pause, which grows more when the SMSC refuses us. After a connection that worked, however briefly, the
// pause is short again.
import { randomUUID } from 'node:crypto';
import { backoffMs } from '../../../runtime/backoff.ts';
import type { CancelTimer } from '../../../runtime/clock.ts';
import { seldom } from '../../../runtime/seldom.ts';
import type { CarrierContext } from '../carrier.ts';
import type { Listener } from './listener.ts';
import { describeRefusal, isLastingRefusal } from './pdu/statuses.ts';
import type { SessionEnd, SessionSettings } from './session/open_socket.ts';
import type { Answer } from './session/requests.ts';
import { SmppSession } from './session/session.ts';

/** The first pause before another connection, and the longest. */
const afterDrop = { firstMs: 1_000, longestMs: 20_000 };
const afterRefusal = { firstMs: 30_000, longestMs: 5 * 60_000 };
/** The largest share of itself by which chance makes a pause longer. */
const jitter = 1 / 4;
/** How often at most the log says that PDUs could not be understood, in milliseconds. */
const logPeriodMs = 10_000;
/** A connection that lasted this long, in milliseconds, was a good one even if nothing was asked on it. */
const goodAfterMs = 10_000;

interface LinkOptions {
  settings: SessionSettings;
  /** Most submits under way. */
  window: number;
  context: CarrierContext;
  listener: Listener;
  /** It was bound, or ended. */
  onChange(): void;
}

/** One connection, again and again. */
export class SmppLink {
  readonly #options: LinkOptions;
  #session: SmppSession | undefined;
  #cancelPause: CancelTimer = () => {};
  #cancelGood: CancelTimer = () => {};
  #underWay = 0;
  /** Failed connections in a row. */
  #failures = 0;
  #trouble = 'connecting';
  /** PDUs that could not be understood, since the process began. */
  #senseless = 0;
  readonly #isTimeForALine: () => boolean;
  #isStopped = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#isTimeForALine = seldom(logPeriodMs, () => options.context.clock.nowMs());
    this.#open();
  }

  get isBound(): boolean {
    return this.#session?.isBound ?? false;
  }

  /** Submits that may begin now. */
  get capacity(): number {
    return this.#session?.isTrusted ? Math.max(0, this.#options.window - this.#underWay) : 0;
  }

  /** Why it is not bound; a sentence without secrets. */
  get trouble(): string {
    return this.#trouble;
  }

  /** Submits once; `body` is that of a submit_sm. Only while there is capacity. `onLate` as for a session. */
  async submit(body: Uint8Array, onLate: (answer: Answer) => void): Promise<Answer> {
    if (this.#session === undefined) return { kind: 'unsent', detail: 'the connection is not bound' };
    const answer = this.#session.submit(body, onLate);
    this.#underWay += 1;
    try {
      return await answer;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** The SMSC does not take the connection for bound: another one is made. */
  renew(detail: string): void {
    void this.#session?.retire(detail);
  }

  /** Makes no more connections, and closes the present one in order, within a bound. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelPause();
    await this.#session?.unbind();
  }

  #open(): void {
    const { settings, listener, onChange, context } = this.#options;
    const connection = randomUUID();
    this.#session = new SmppSession({
      settings,
      clock: context.clock,
      onBound: () => {
        context.log.info({ carrier: context.name }, 'bound to the SMSC');
        this.#cancelGood = context.clock.setTimeout(() => this.#findGood(), goodAfterMs);
        onChange();
      },
      onServed: () => this.#findGood(),
      onTrusted: onChange,
      onDeliver: (delivery) => listener.take(delivery, connection),
      onUnreadable: (body) => listener.keep(body),
      onSenseless: () => this.#noteSenseless(),
      onEnd: (end) => this.#takeEnd(end),
    });
  }

  #takeEnd(end: SessionEnd): void {
    const { context, onChange } = this.#options;
    this.#cancelGood();
    this.#session = undefined;
    this.#trouble = end.refusal === undefined ? end.detail : `${end.detail}: ${describeRefusal(end.refusal)}`;
    if (!this.#isStopped) {
      const pauseMs = this.#nextPauseMs(end);
      context.log.warn({ carrier: context.name, pauseMs, detail: this.#trouble }, 'not bound to the SMSC');
      this.#cancelPause = context.clock.setTimeout(() => this.#open(), pauseMs);
    }
    onChange();
  }

  #noteSenseless(): void {
    const { context } = this.#options;
    this.#senseless += 1;
    if (this.#isTimeForALine())
      context.log.warn(
        { carrier: context.name, pdus: this.#senseless },
        'the SMSC sent PDUs that cannot be understood; they are passed over',
      );
  }

  #findGood(): void {
    this.#failures = 0;
  }

  /** Up to a quarter longer by chance, so that the connections of many processes do not come at once. */
  #nextPauseMs({ refusal }: SessionEnd): number {
    const pauses = refusal !== undefined && isLastingRefusal(refusal) ? afterRefusal : afterDrop;
    this.#failures += 1;
    return backoffMs(this.#failures, { ...pauses, jitter, random: this.#options.context.random });
  }
}
