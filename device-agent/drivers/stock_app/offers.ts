// The texts that the phone should send, from the submit until their end is known. The phone knows a text by a permanent
// id, and never takes the same id twice. So a text is listed until the phone names it. If that takes long, it is listed
// only as a question, with a deadline that has passed: a phone that has the text answers, and one that has lost it must
// not send it.
import type { Clock } from '../../../runtime/clock.ts';
import type { DriverJob, Result } from '../driver.ts';
import type { Contact } from './contact.ts';
import { Doubts } from './doubts.ts';
import { type Item, itemOf } from './item.ts';
import {
  away,
  cancelled,
  type HandOver,
  isCancelDue,
  isCertainlyTooLate,
  isQuestionDue,
  isSameHandOver,
  type Offer,
} from './offer.ts';
import type { OpenText, OpenTexts } from './open_texts.ts';
import { partsOnAir } from './parts_on_air.ts';
import { isTooLate, type Reported, rankOf, type SubmitEnd, submitEndOf } from './reported.ts';

/** How long a written answer is not repeated: two phones that share a token by mistake must not both take it. */
const leaseMs = 4_000;
/** How long after its first listing a text that the phone has not named may still be taken and sent. */
const liveMs = 10 * 60_000;
/** By then a phone that is reachable has answered the question. */
const silentMs = 60_000;
/** By then Android, which took the text, usually knows what became of it; on some phones it never does. */
const processedMs = 3 * 60_000;
/** The same if the app was started again meanwhile: Android's report to the old process is usually lost. */
const restartedMs = 30_000;
/** A text that was cancelled on the phone may have left all the same: that is known by then. */
const cancelledMs = 20_000;
/** How long after its deadline a text that the phone has is waited for. */
const graceMs = 10 * 60_000;
/** Most texts in one answer. */
const mostListed = 100;
/** Most texts that a phone with a stream has and has not named: a few at a time keep the app's sender busy. */
const mostUnnamed = 25;

interface OffersOptions {
  texts: OpenTexts;
  clock: Clock;
  /** Whether the phone must use the SIM that each text names. */
  choosesSim: boolean;
  /** The phone said how a submit ended. */
  onReported(end: SubmitEnd): void;
}

/** The texts under way. */
export class Offers {
  readonly #options: OffersOptions;
  readonly #offers = new Map<string, Offer>();
  readonly #doubts: Doubts;
  #restartMs = Number.NEGATIVE_INFINITY;

  constructor(options: OffersOptions) {
    this.#options = options;
    this.#doubts = new Doubts(options.clock);
  }

  /** Takes a text in; resolves when it has ended. */
  submit(job: DriverJob): Promise<Result> {
    const { texts, clock } = this.#options;
    const { messageId, attempt, identity } = job;
    const earlier = texts.find(job);
    const isOpen = earlier?.state === 'open';
    const number = earlier === undefined ? 1 : earlier.number + Number(!isOpen);
    const atMs = isOpen ? earlier.atMs : clock.nowMs();
    const id = texts.idOf(job, number);
    const text: OpenText = {
      ...{ messageId, attempt, identity, number, id, atMs },
      ...{ phone: '', parts: partsOnAir(job), state: 'open' },
    };
    return new Promise((resolve) => {
      this.#doubts.drop(id);
      this.#offers.set(id, {
        ...{ job, text, resolve, isResumed: isOpen, askedMs: undefined, questions: 0, isLeased: false },
        firstListedMs: isOpen ? atMs : undefined,
        ...{ isUnwanted: false, cancels: 0, listedMs: 0, rank: 0, rankSinceMs: 0, reportedMs: 0 },
      });
    });
  }

  /** A text is no longer wanted. False when it is not under way, or this was said before: the phone is asked as before. */
  cancel(key: HandOver): boolean {
    const offer = [...this.#offers.values()].find(({ job }) => isSameHandOver(job, key));
    if (offer === undefined || offer.isUnwanted) return false;
    offer.isUnwanted = true;
    offer.isLeased = false;
    if (offer.firstListedMs === undefined) this.#end(offer, cancelled);
    return true;
  }

  /** Texts that the phone could be given now and has not been offered. */
  get unlisted(): number {
    return [...this.#offers.values()].filter((offer) => offer.firstListedMs === undefined).length;
  }

  /** Whether the phone has something to ask for. */
  get isWaiting(): boolean {
    return this.#offers.size > 0;
  }

  /** The text of this id as it is under way, or in doubt. */
  textOf(id: string): OpenText | undefined {
    return this.#offers.get(id)?.text ?? this.#doubts.textOf(id);
  }

  /** Until when a phone that asks again does not get the last answer again; undefined for no such time. */
  get leasedUntilMs(): number | undefined {
    const leases = [...this.#offers.values()].flatMap((offer) =>
      this.#isLeased(offer) ? [offer.listedMs + leaseMs] : [],
    );
    return leases.length === 0 ? undefined : Math.min(...leases);
  }

  /**
   * The list for a phone that asks. `hasStream`: it learns at once that there is more. `readsState`: its app knows Cancelling; an
   * older one sends all that is listed.
   */
  list(hasStream: boolean, readsState: boolean): Item[] {
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    let free = hasStream ? mostUnnamed : mostListed;
    for (const offer of this.#offers.values()) if (this.#isLeased(offer)) free -= 1;
    const items: Item[] = [];
    const first: Offer[] = [];
    for (const offer of this.#offers.values()) {
      if (items.length >= mostListed || this.#isLeased(offer)) continue;
      if (readsState && isCancelDue(offer)) {
        items.push(this.#cancel(offer, nowMs));
      } else if (offer.rank > 0) {
        if (isQuestionDue(offer, nowMs)) items.push(this.#ask(offer, nowMs));
      } else if (free > 0) {
        const isFirst = offer.firstListedMs === undefined;
        const item = this.#offer(offer, nowMs);
        if (item === undefined) continue;
        if (isFirst) first.push(offer);
        free -= 1;
        items.push(item);
      }
    }
    for (const doubt of this.#doubts.ask(mostListed - items.length))
      items.push(itemOf(doubt, this.#options.choosesSim));
    this.#keep(first, items);
    return items;
  }

  /** A text that is listed for the first time is on disk before the phone can have it. */
  #keep(first: readonly Offer[], items: readonly Item[]): void {
    try {
      this.#options.texts.openAll(first.map(({ text }) => text));
    } catch (error) {
      this.unlease(items);
      for (const offer of first) offer.firstListedMs = undefined;
      throw error;
    }
  }

  /** The answer with these did not reach the phone. */
  unlease(items: readonly Item[]): void {
    for (const { id } of items) {
      const offer = this.#offers.get(id);
      if (offer) offer.isLeased = false;
    }
  }

  /** Takes a report about a text under way; false when it is not about any. */
  take(reported: Reported): boolean {
    const offer = this.#offers.get(reported.id);
    if (offer === undefined) return false;
    const { clock, texts } = this.#options;
    const nowMs = clock.nowMs();
    offer.reportedMs = nowMs;
    const rank = rankOf[reported.state];
    if (rank <= offer.rank) return true;
    // The phone cannot know anything about a text that was never listed.
    if (offer.firstListedMs === undefined) return true;
    offer.rank = rank;
    offer.rankSinceMs = nowMs;
    const end = submitEndOf(reported, offer.text.parts);
    if (end === undefined) return true;
    if (isTooLate(reported) && !isCertainlyTooLate(offer, reported)) {
      const detail = 'the deadline had passed, and the phone may have sent the text before';
      this.#end(offer, { kind: 'unknown', detail });
      this.#doubts.drop(reported.id);
      return true;
    }
    const { result } = end;
    if (result.kind === 'rejected') {
      if (result.retryable) texts.spend(offer.text);
      else texts.close(offer.text);
    }
    this.#options.onReported(end);
    this.#end(offer, result);
    return true;
  }

  /** The phone reported on a text whose submit has ended: it need not be asked about it. */
  note({ id, state }: Reported): void {
    if (state !== 'Pending' && state !== 'Processed') this.#doubts.drop(id);
  }

  /** The app was started. */
  restart(): void {
    this.#restartMs = this.#options.clock.nowMs();
  }

  /** Whether the phone is to be asked about a text that it has. */
  get isQuestionDue(): boolean {
    return [...this.#offers.values()].some((each) => isQuestionDue(each, this.#options.clock.nowMs()));
  }

  /** Ends the texts whose time is over, and those that the phone cannot be given now. Call it every few seconds. */
  settle(contact: Pick<Contact, 'isPresent' | 'isReached'>): void {
    const nowMs = this.#options.clock.nowMs();
    for (const offer of [...this.#offers.values()]) {
      const result = this.#settled(offer, nowMs, contact);
      if (result !== undefined) this.#end(offer, result);
    }
  }

  #settled(
    offer: Offer,
    nowMs: number,
    { isPresent, isReached }: Pick<Contact, 'isPresent' | 'isReached'>,
  ): Result | undefined {
    const { firstListedMs, askedMs, rank, rankSinceMs, job } = offer;
    const isOver = nowMs >= job.expiresAtMs;
    if (firstListedMs === undefined) return !isReached || isOver ? away : undefined;
    const since = nowMs - rankSinceMs;
    if (rank === rankOf.Cancelled && since >= cancelledMs) {
      this.#options.texts.close(offer.text);
      if (offer.isUnwanted) return cancelled;
      const detail = 'the text was cancelled on the phone';
      return { kind: 'rejected', code: 'device_failed', detail, retryable: false };
    }
    if (rank === rankOf.Processed && since >= this.#patienceAfter(firstListedMs, rankSinceMs))
      return { kind: 'unknown', detail: 'Android took the text, and did not say what became of it' };
    const isSilent = rank === 0 && isPresent && askedMs !== undefined && nowMs - askedMs >= silentMs;
    if (isSilent || nowMs >= job.expiresAtMs + graceMs)
      return { kind: 'unknown', detail: 'the phone was given the text, and did not say what became of it' };
    return undefined;
  }

  /** How long to wait for Android's report after it has taken the text. */
  #patienceAfter(firstListedMs: number, takenMs: number): number {
    const wasRestarted = this.#restartMs > firstListedMs;
    return wasRestarted ? Math.max(0, this.#restartMs - takenMs) + restartedMs : processedMs;
  }

  #end(offer: Offer, ended: Result): void {
    const { text, resolve, isUnwanted } = offer;
    // A text that has not left is not tried again.
    const result = isUnwanted && ended.kind === 'rejected' && ended.retryable ? cancelled : ended;
    this.#offers.delete(text.id);
    if (result.kind === 'unknown') this.#doubts.add(offer);
    resolve(result);
  }

  #isLeased({ isLeased, listedMs, rank }: Offer): boolean {
    return isLeased && rank === 0 && this.#options.clock.nowMs() < listedMs + leaseMs;
  }

  /** Undefined for a text that must not be given any more, and never was. */
  #offer(offer: Offer, nowMs: number): Item | undefined {
    const { expiresAtMs } = offer.job;
    if (offer.firstListedMs === undefined) {
      if (nowMs >= expiresAtMs) return undefined;
      offer.firstListedMs = nowMs;
      offer.text = { ...offer.text, atMs: nowMs };
    }
    const isLive = !offer.isUnwanted && nowMs < Math.min(expiresAtMs, offer.firstListedMs + liveMs);
    return isLive ? this.#listed(offer, nowMs, expiresAtMs) : this.#ask(offer, nowMs);
  }

  #ask(offer: Offer, nowMs: number): Item {
    offer.askedMs ??= nowMs;
    offer.questions += 1;
    return this.#listed(offer, nowMs);
  }

  /** It is listed with a deadline that has passed, too, so that an app that does not read the state cannot send it. */
  #cancel(offer: Offer, nowMs: number): Item {
    offer.cancels += 1;
    return this.#listed(offer, nowMs, 0, 'Cancelling');
  }

  #listed(offer: Offer, nowMs: number, validUntilMs?: number, state?: Item['state']): Item {
    offer.listedMs = nowMs;
    offer.isLeased = true;
    return itemOf(offer, this.#options.choosesSim, validUntilMs, state);
  }
}
