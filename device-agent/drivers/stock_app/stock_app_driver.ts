// A phone with the stock app, which speaks to the hub as to its own cloud server: the phone asks, and is answered. The
// methods at the end serve its requests; the hub calls them for the phone whose token it saw.
import type { CancelTimer } from '../../../runtime/clock.ts';
import { Backoff } from '../backoff.ts';
import type {
  Caps,
  Driver,
  DriverContext,
  DriverInbound,
  DriverJob,
  Health,
  Result,
  Sink,
} from '../driver.ts';
import { Contact, type EventStream } from './contact.ts';
import type { Item } from './item.ts';
import type { HandOver } from './offer.ts';
import { Offers } from './offers.ts';
import { type OpenText, OpenTexts } from './open_texts.ts';
import type { PhoneFacts } from './phone_facts.ts';
import { type Reported, receiptOf, type SubmitEnd } from './reported.ts';

/** How long an answer may wait for its content; the app waits 10 s. */
const gatherMs = 4_000;
/** If nothing more comes for this long, the answer is complete. */
const quietMs = 250;
const settleMs = 5_000;
/** The time between two events, and between two events without a pull in between. */
const ringMs = 1_000;
const ringAgainMs = 30_000;
const pruneMs = 3_600_000;
/** The bounds of the backoff of a phone that cannot send at all. */
const firstBackoffMs = 30_000;
const lastBackoffMs = 10 * 60_000;
/** Never reached: a submit ends by itself soon after its text's deadline. */
const submitTimeoutMs = 7 * 24 * 3_600_000;

/** The driver of one phone. */
export class StockAppDriver implements Driver {
  readonly caps: Caps;
  readonly #context: DriverContext;
  readonly #facts: PhoneFacts;
  readonly #texts: OpenTexts;
  readonly #offers: Offers;
  readonly #byId = new Map<string, OpenText>();
  readonly #backoff: Backoff;
  readonly #contact: Contact;
  readonly #timers: CancelTimer[] = [];
  readonly #waiting = new Set<() => void>();
  #sink: Sink | undefined;
  #rungMs = Number.NEGATIVE_INFINITY;
  #cancelRing: CancelTimer | undefined;
  #battery: Pick<Health, 'batteryPercent' | 'charging'> = {};

  constructor(context: DriverContext, facts: PhoneFacts) {
    const { dir, journalId, clock } = context;
    this.#context = context;
    this.#facts = facts;
    this.#contact = new Contact(clock);
    this.caps = {
      unit: 'message',
      // A submit ends with the app's state Sent: the network took it.
      sentMeans: 'network-ack',
      // The app never takes the same id twice.
      idempotent: true,
      resumes: true,
      receipts: 'message',
      inbound: 'push',
      // As many as the app takes with one question; it sends one after the other.
      concurrency: 100,
      window: 100,
      submitTimeoutMs,
      sims: facts.sims.length === 0 ? [1] : facts.sims,
    };
    this.#texts = new OpenTexts(dir, journalId, clock.nowMs());
    for (const text of this.#texts.list()) this.#byId.set(text.id, text);
    this.#backoff = new Backoff(clock, firstBackoffMs, lastBackoffMs);
    this.#offers = new Offers({
      texts: this.#texts,
      clock,
      choosesSim: facts.sims.length > 0,
      onReported: (end) => this.#noteEnd(end),
    });
  }

  async open(sink: Sink, signal: AbortSignal): Promise<void> {
    const { clock } = this.#context;
    this.#sink = sink;
    this.#timers.push(
      clock.setInterval(() => this.#settle(), settleMs),
      clock.setInterval(() => this.#prune(), pruneMs),
    );
    signal.addEventListener('abort', () => this.#release(), { once: true });
  }

  submit(job: DriverJob): Promise<Result> {
    const ended = this.#offers.submit(job);
    this.#changed();
    this.#ring();
    return ended;
  }

  /** The phone is asked for it where its app knows how, see pull(). */
  cancel(text: HandOver): void {
    if (this.#offers.cancel(text)) this.#ring();
  }

  /** The app keeps what it received; it got the answer that it need not call again. */
  async ackInbound(): Promise<void> {}

  health(): Health {
    const { advice, model, version } = this.#facts;
    const { isReached, connection, words } = this.#contact;
    const health: Health = {
      detail: advice === undefined ? words : `${words}; ${advice}`,
      ...this.#battery,
      ...(model !== '' && { model }),
      ...(connection && { connection }),
      ...(version !== '' && { appVersion: version }),
    };
    return isReached ? this.#backoff.over(health) : { problem: 'absent', ...health };
  }

  isGone(): boolean {
    return this.#contact.isGone;
  }

  async close(): Promise<void> {
    this.#release();
  }

  /** Adds a stream of the phone; the returned function takes it out. */
  connect(stream: EventStream): () => void {
    const disconnect = this.#contact.open(stream);
    this.#changed();
    this.#sink?.ready();
    return disconnect;
  }

  /**
   * The texts that the phone is to send now; throws once the driver is closed. Waits a moment for it where the phone has only just come, so that one that holds no stream
   * gets its work in the question that made it present. `readsState`: its app knows what is to be cancelled. `isWaiting`: the phone
   * still waits for the answer; nothing is listed to one that has gone.
   */
  async pull(readsState: boolean, isWaiting = () => true): Promise<Item[]> {
    const wasReached = this.#contact.isReached;
    this.#contact.ask();
    // It may get its stream's events again: then it asks once more.
    if (this.#contact.isUnanswered) this.#ring();
    if (!wasReached) this.#sink?.ready();
    const untilMs = this.#contact.askedMs + gatherMs;
    if (!wasReached) await this.#gather(untilMs);
    if (this.#sink === undefined) throw new Error('the driver is closed');
    const list = () => (isWaiting() ? this.#offers.list(this.#contact.streams.size > 0, readsState) : []);
    let items = list();
    const leasedUntilMs = this.#offers.leasedUntilMs;
    if (items.length === 0 && leasedUntilMs !== undefined) {
      await this.#wait(leasedUntilMs - this.#context.clock.nowMs());
      if (this.#sink === undefined) throw new Error('the driver is closed');
      items = list();
    }
    for (const { id } of items) this.#remember(id);
    return items;
  }

  /** The answer with these did not reach the phone. */
  lost(items: readonly Item[]): void {
    this.#offers.unlease(items);
  }

  /**
   * Takes a report; resolves once it is durable, and throws when it cannot be stored. A report about none of our texts
   * changes nothing.
   */
  async report(reported: Reported): Promise<void> {
    const { clock } = this.#context;
    if (this.#sink === undefined) throw new Error('the driver is closed');
    const text = this.#byId.get(reported.id);
    if (text === undefined) return;
    const isUnderWay = this.#offers.take(reported);
    if (!isUnderWay) this.#offers.note(reported);
    if (!isUnderWay && reported.wasSent) await this.#sink.sentLate(text);
    const receipt = receiptOf(reported, text.parts);
    // How a submit ends by a failure is its result; what is delivered was sent as well.
    if (receipt !== undefined && (!isUnderWay || isAboutDelivery(reported))) {
      const { messageId, attempt, identity } = text;
      const nowMs = clock.nowMs();
      const atMs = Math.min(nowMs, Math.max(text.atMs, reported.sinceMs ?? nowMs));
      await this.#sink.receipt({ match: { by: 'job', messageId, attempt, identity }, ...receipt, atMs });
      this.#forget(text);
    }
    this.#changed();
    if (this.#offers.unlisted > 0) this.#ring();
  }

  /** Takes a received text; see Sink. It may have come to a SIM that the phone does not name. */
  receive({ sim, ...text }: DriverInbound): Promise<'stored' | 'full'> {
    const known = sim !== undefined && this.caps.sims.includes(sim) ? { ...text, sim } : text;
    return this.#sink?.inbound(known) ?? Promise.resolve('full');
  }

  /** The app was started. */
  restart(): void {
    this.#offers.restart();
  }

  /** The phone reported that it runs, and its state. */
  noteBattery(battery: Pick<Health, 'batteryPercent' | 'charging'>): void {
    this.#battery = battery;
  }

  #noteEnd({ result, problem }: SubmitEnd): void {
    if (result.kind === 'accepted') this.#backoff.release();
    else if (problem !== undefined && result.kind === 'rejected') this.#backoff.begin(problem, result.detail);
  }

  #remember(id: string): void {
    const text = this.#offers.textOf(id);
    if (text !== undefined) this.#byId.set(id, text);
  }

  #forget(text: OpenText): void {
    this.#byId.delete(text.id);
    if (this.#texts.find(text)?.id === text.id) this.#texts.close(text);
  }

  /** Tells the phone that there is work: at once, but at most once a second. */
  #ring(): void {
    if (this.#contact.streams.size === 0 || this.#cancelRing !== undefined) return;
    const { clock } = this.#context;
    const waitMs = this.#rungMs + ringMs - clock.nowMs();
    if (waitMs > 0 && waitMs <= ringMs) {
      this.#cancelRing = clock.setTimeout(() => {
        this.#cancelRing = undefined;
        this.#ring();
      }, waitMs);
      return;
    }
    this.#rungMs = clock.nowMs();
    this.#contact.ring();
  }

  #settle(): void {
    this.#offers.settle(this.#contact);
    const isForgotten =
      this.#context.clock.nowMs() - Math.max(this.#rungMs, this.#contact.askedMs) >= ringAgainMs;
    if ((isForgotten && this.#offers.isWaiting) || this.#offers.isQuestionDue) this.#ring();
  }

  #prune(): void {
    this.#texts.prune(this.#context.clock.nowMs());
    for (const [id, text] of this.#byId) if (this.#texts.find(text)?.id !== id) this.#byId.delete(id);
  }

  /** Waits until there is work and no more of it comes, or nothing came in time. */
  async #gather(untilMs: number): Promise<void> {
    const { clock } = this.#context;
    for (let known = -1; clock.nowMs() < untilMs; ) {
      const { unlisted } = this.#offers;
      if (unlisted > 0 && unlisted === known) return;
      known = unlisted;
      const leftMs = untilMs - clock.nowMs();
      await this.#wait(unlisted > 0 ? Math.min(quietMs, leftMs) : leftMs);
      if (this.#sink === undefined) return;
    }
  }

  /** Waits until something changes, or the time is over. */
  async #wait(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#context.clock.setTimeout(resolve, ms);
    this.#waiting.add(resolve);
    await promise;
    this.#waiting.delete(resolve);
    cancel();
  }

  #changed(): void {
    for (const resolve of this.#waiting) resolve();
  }

  #release(): void {
    for (const cancel of this.#timers.splice(0)) cancel();
    this.#cancelRing?.();
    this.#sink = undefined;
    this.#contact.streams.clear();
    this.#changed();
    this.#texts.release();
  }
}

const isAboutDelivery = ({ state, error }: Reported) =>
  state === 'Delivered' || (state === 'Failed' && error.startsWith('Delivery result'));
