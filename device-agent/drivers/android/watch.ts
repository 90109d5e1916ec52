// Watches the phone: asks now and then whether it answers, with which app, and how charged it is. While something keeps
// it from sending, its health says so and texts wait; when it is back, everybody is notified. It never gives up.
import type { CancelTimer, Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import { Backoff } from '../backoff.ts';
import type { Health, Problem } from '../driver.ts';
import type { Exchange, NotSent } from './http_call.ts';
import { isRecord, type PhoneApi } from './phone_api.ts';

/** Between two looks while all is well. */
const wellPeriodMs = 15_000;
/** Between two looks while it is not. */
const illPeriodMs = 5_000;
/** How long a phone that cannot send is left alone before the next text tries; it doubles, up to the last. */
const firstBackoffMs = 30_000;
const lastBackoffMs = 600_000;

/** A phone that can be used. */
interface PhoneFacts {
  /** The app's own id; it makes a new one when its data was deleted. */
  phone: string;
  /** The app's version; undefined when it says none. */
  version: string | undefined;
}

interface WatchOptions {
  api: PhoneApi;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** The phone can be used, for the first time or again. */
  onReady(facts: PhoneFacts): void;
}

/** The watch. */
export class Watch {
  readonly #options: WatchOptions;
  #health: Health = { problem: 'absent', detail: 'the phone was not asked yet' };
  #facts: PhoneFacts | undefined;
  readonly #backoff: Backoff;
  #cancel: CancelTimer = () => undefined;
  #looking = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.clock, firstBackoffMs, lastBackoffMs);
  }

  start(): void {
    void this.#look();
  }

  stop(): void {
    this.#cancel();
  }

  /** Undefined while the phone cannot be used. */
  get facts(): PhoneFacts | undefined {
    return this.#health.problem === undefined ? this.#facts : undefined;
  }

  get health(): Health {
    return this.#backoff.over(this.#health);
  }

  /** A call failed: check whether the phone is still there. */
  doubt(): void {
    if (this.#options.signal.aborted || this.#looking) return;
    this.#cancel();
    void this.#look();
  }

  /** The phone answers, but refused a text because it cannot send anything now: the next text tries later. */
  hold(problem: Problem, detail: string): void {
    // Texts that were under way together say the same thing once.
    if (!this.#backoff.isOn) this.#backoff.begin(problem, detail);
  }

  /** A text was sent. */
  release(): void {
    this.#backoff.release();
  }

  async #look(): Promise<void> {
    const { api, clock, signal, log } = this.#options;
    this.#looking = true;
    const before = this.#health.problem;
    const known = this.#facts?.phone;
    const seen = await lookAt(api);
    this.#looking = false;
    if (signal.aborted) return;
    this.#health = seen.health;
    this.#facts = seen.facts ?? this.#facts;
    const { problem } = seen.health;
    if (problem !== before) log.info({ problem: problem ?? 'none' }, 'the phone’s health changed');
    this.#cancel = clock.setTimeout(
      () => void this.#look(),
      problem === undefined ? wellPeriodMs : illPeriodMs,
    );
    const isNews = before !== undefined || seen.facts?.phone !== known;
    if (problem === undefined && isNews && seen.facts !== undefined) this.#options.onReady(seen.facts);
  }
}

/** One look: is it there, is it that app, does it take the credentials? */
async function lookAt(api: PhoneApi): Promise<{ health: Health; facts?: PhoneFacts }> {
  const health = await api.health();
  if (health.kind !== 'answer') return { health: { ...troubleOf(health) } };
  // Status 500 only says that one of the app's own checks failed, such as its way to the internet.
  const { version, checks } = isRecord(health.body) ? health.body : {};
  if (typeof version !== 'string' || !isRecord(checks))
    return { health: { problem: 'other', detail: 'something else than the app SMS Gateway answers there' } };
  const device = await api.device();
  if (device.kind !== 'answer') return { health: troubleOf(device) };
  if (device.status === 401 || device.status === 403)
    return { health: { problem: 'unauthorized', detail: 'the app refuses user name and password' } };
  const row: unknown = Array.isArray(device.body) ? device.body[0] : undefined;
  if (device.status !== 200 || !isRecord(row) || typeof row.id !== 'string')
    return { health: { problem: 'not_answering', detail: 'the app answers, but not as it should' } };
  const charge = percentOf(checks['battery:level']);
  const detail = `SMS Gateway ${version.replace(/[^\w.+-]/g, '').slice(0, 30)}`;
  return {
    health: { detail, ...(charge === undefined ? {} : { batteryPercent: charge }) },
    facts: { phone: row.id.slice(0, 64), version },
  };
}

const notSentDetails: Record<NotSent, string> = {
  refused: 'the phone is there, but the app does not run or listens on another port',
  unreachable: 'the phone cannot be reached',
  unknown_host: "the phone's name is unknown",
  certificate: "the certificate at the phone's address is not trusted",
};

/** The health after an exchange without an answer. */
export function troubleOf(ended: Exclude<Exchange, { kind: 'answer' }>): Health & { problem: Problem } {
  if (ended.kind === 'not_sent') return { problem: 'absent', detail: notSentDetails[ended.why] };
  const slow = ended.why === 'timeout';
  return {
    problem: 'not_answering',
    detail: slow ? 'the phone does not answer' : 'the connection broke off',
  };
}

function percentOf(check: unknown): number | undefined {
  const value = isRecord(check) ? check.observedValue : undefined;
  return typeof value === 'number' && value >= 0 && value <= 100 ? Math.round(value) : undefined;
}
