// One endpoint while this process has claimed it: requests are made, sent and concluded one after the other, in order of seq,
// until nothing is left, something fails, or it is others' turn.
import type { Clock } from '../../runtime/clock.ts';
import type { Batcher } from '../app/batches/batcher.ts';
import { failureSentence } from '../domain/subscriptions/delivery_failure.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedWebhook } from '../store/subscriptions/claim_webhooks.ts';
import type { Conclusion } from '../store/subscriptions/conclude_deliveries.ts';
import { Callbacks } from './callbacks.ts';
import type { EndpointAnswer, EndpointClient } from './endpoint_client.ts';
import type { WebhookEvent } from './event.ts';
import type { Format, WebhookRequest } from './formats/format.ts';
import type { Formats } from './formats/formats.ts';
import { afterCallback, passedOver, putOff, type Standing, standingAfter } from './next_attempt.ts';
import { type Portion, readPortions } from './portions.ts';
import type { Slot } from './slots.ts';

/** Events after which others have their turn, and milliseconds after which no further request is begun. */
const eventsInTurn = 1_000;
const turnMs = 1_000;
/** How long a claim holds unless it is renewed, in milliseconds: another core takes over so soon. */
export const claimMs = 6_000;

/** Characters of a payload that are kept. */
const keptPayload = 2_000;

/** The error of a request that was put off, for its owner. */
const putOffError = failureSentence(
  'no_answer',
  '1 second, and other slow endpoints of the account take its slots: it comes again after them',
);
const passedOverNote = 'passed over after 3 attempts';
const leftAloneError = failureSentence(
  'not_tried',
  'the address of the text’s own failed slowly within the last minute',
);

export interface DeliveryOptions {
  store: Pick<Store, 'listIdentifiedChanges' | 'listNotices'>;
  client: Pick<EndpointClient, 'post'>;
  formats: Formats;
  clock: Clock;
  random: () => number;
  /** Writes down what became of a request; false when the claim was superseded. */
  conclude: Batcher<Conclusion, boolean>;
  /** Called with each answer. */
  onAnswer: (answer: EndpointAnswer, events: number) => void;
}

/** An endpoint that is being delivered to. */
export interface Delivery {
  readonly of: ClaimedWebhook;
  /** Until when the claim holds; a renewal moves it. */
  untilMs: number;
  /** There may be more than was read. */
  isWoken: boolean;
  /** The process stops: no further request. */
  isEnding: boolean;
  /** Ends it at once: the claim was superseded. */
  readonly superseded: AbortController;
}

/** The outcome of a portion. */
interface Sent {
  /** Undefined where no request was made. */
  answer?: EndpointAnswer;
  /** The note where no request was made, or beside its answer. */
  error: string | null;
  standing: Standing;
  /** The cursor goes on. */
  isDone: boolean;
}

const untried = (of: ClaimedWebhook): Standing => ({ ...of, nextAttemptAtMs: null, disabledReason: null });

/** Binds the sending of single requests to what it needs. */
function createSend({ client, formats, clock, random, onAnswer }: DeliveryOptions) {
  const callbacks = new Callbacks({ clock, random });

  /** Null for a request that was ended so that others have its slot: that is no failure of the endpoint. */
  const post = async ({ superseded }: Delivery, request: WebhookRequest, count: number, slot: Slot) => {
    const tooSlow = new AbortController();
    slot.begin(() => tooSlow.abort());
    const signal = AbortSignal.any([superseded.signal, tooSlow.signal]);
    const answer = await client.post({ ...request, signal });
    slot.end();
    const isPutOff = tooSlow.signal.aborted && answer.status === null;
    const said = isPutOff ? { ...answer, error: putOffError } : answer;
    onAnswer(said, count);
    return { answer: said, isPutOff };
  };

  const afterFailure = (
    of: ClaimedWebhook,
    { url, isCallback }: WebhookRequest,
    answer: EndpointAnswer,
  ): Sent => {
    const { error } = answer;
    const standing = standingAfter(of, answer, clock.nowMs(), random);
    if (!isCallback) return { answer, error, standing, isDone: false };
    const next = callbacks.fail(of.accountId, url, answer);
    if (next === 'passed_over')
      return { answer, error: `${error}; ${passedOverNote}`, standing: passedOver, isDone: true };
    return { answer, error, standing: afterCallback(standing, next.nextAttemptAtMs), isDone: false };
  };

  /** Does what the answer asks for. What cannot be done now is a failure of this service's; the event comes again. */
  const follow = async (
    of: ClaimedWebhook,
    format: Format,
    [event]: readonly WebhookEvent[],
    answer: EndpointAnswer,
  ): Promise<Pick<Sent, 'error' | 'isDone'>> => {
    if (event === undefined || answer.words === undefined || !format.follow)
      return { error: null, isDone: true };
    const { note, isDone } = await format.follow(of, event, answer.words);
    return { error: note, isDone };
  };

  return async (delivery: Delivery, events: readonly WebhookEvent[], slot: Slot): Promise<Sent> => {
    const { of } = delivery;
    if (events.length === 0) return { error: null, standing: untried(of), isDone: true };
    const format = formats[of.format];
    const request = format.requestOf(of, events, clock.nowMs());
    if (request.isCallback && callbacks.isLeftAlone(of.accountId, request.url))
      return { error: leftAloneError, standing: untried(of), isDone: true };
    const { answer, isPutOff } = await post(delivery, request, events.length, slot);
    if (isPutOff) return { answer, error: answer.error, standing: putOff(of), isDone: false };
    if (answer.error !== null) return afterFailure(of, request, answer);
    if (request.isCallback) callbacks.take(of.accountId, request.url);
    for (const event of events) format.onTaken?.(of, event);
    const followed = await follow(of, format, events, answer);
    const failed = { ...answer, error: followed.error };
    const standing = standingAfter(of, followed.isDone ? answer : failed, clock.nowMs(), random);
    return { answer, ...followed, standing };
  };
}

/** What an event is about, and the conversation that it names. */
function subjectOf(
  event: WebhookEvent | undefined,
): Pick<Conclusion, 'messageId' | 'noticeId' | 'addressNorm'> {
  const about = event?.about ?? { data: {} };
  if (about.text !== undefined)
    return { messageId: about.text.id, noticeId: null, addressNorm: about.text.addressNorm };
  const { address_norm: named } = about.data;
  const addressNorm = typeof named === 'string' ? named : null;
  return { messageId: null, noticeId: about.noticeId ?? null, addressNorm };
}

const conclusionOf = (
  { accountId, name, claim, cursorSeq, cursorNotice }: ClaimedWebhook,
  { events }: Portion,
  { answer, error, standing }: Sent,
  payload: string,
): Omit<Conclusion, 'untilMs' | 'atMs'> => ({
  ...{ accountId, name, claim, cursorSeq, cursorNotice, error },
  failures: standing.failures,
  failingSinceMs: standing.failingSinceMs,
  isSlow: standing.isSlow,
  nextAttemptAtMs: standing.nextAttemptAtMs,
  disabledReason: standing.disabledReason,
  eventCount: events.length,
  firstEvent: events[0]?.id ?? '',
  lastEvent: events.at(-1)?.id ?? '',
  tookMs: answer?.tookMs ?? 0,
  status: answer?.status ?? null,
  answer: answer?.answer ?? '',
  payload,
  ...subjectOf(events[0]),
});

/** What the list of attempts shows of a request: its first event as it is sent, but never the words of texts. */
const payloadOf = (
  format: Format,
  of: ClaimedWebhook,
  [first]: readonly WebhookEvent[],
  nowMs: number,
): string =>
  first === undefined
    ? ''
    : format.requestOf({ ...of, withBody: false }, [first], nowMs).body.slice(0, keptPayload);

/** Binds deliveries to what they need. */
export function createDeliver(options: DeliveryOptions) {
  const { store, formats, clock, conclude } = options;
  const send = createSend(options);

  /** Sends and concludes one portion. Returns whether to go on. */
  const deliverOne = async (
    delivery: Delivery,
    portion: Portion,
    slot: Slot,
    isTurnOver: () => boolean,
  ): Promise<boolean> => {
    const { of, superseded } = delivery;
    if (superseded.signal.aborted || clock.nowMs() >= delivery.untilMs) return false;
    const sent = await send(delivery, portion.events, slot);
    if (superseded.signal.aborted) return false;
    const nowMs = clock.nowMs();
    const { standing, isDone } = sent;
    if (isDone) Object.assign(of, { cursorSeq: portion.cursorSeq, cursorNotice: portion.cursorNotice });
    Object.assign(of, { failures: standing.failures, failingSinceMs: standing.failingSinceMs });
    const goesOn = isDone && !isTurnOver() && !delivery.isEnding && (portion.hasMore || delivery.isWoken);
    // The rest is claimed again after the others' turn.
    if (isDone && portion.hasMore && !goesOn) delivery.isWoken = true;
    if (goesOn) delivery.untilMs = nowMs + claimMs;
    const untilMs = goesOn ? delivery.untilMs : null;
    const payload = payloadOf(formats[of.format], of, portion.events, nowMs);
    const isKept = await conclude({ ...conclusionOf(of, portion, sent, payload), untilMs, atMs: nowMs });
    return isKept && goesOn;
  };

  /** Delivers to one endpoint for a turn. Rejects when the database cannot be reached: the claim then runs out. */
  return async (delivery: Delivery, slot: Slot): Promise<void> => {
    const format = formats[delivery.of.format];
    const startMs = clock.nowMs();
    let portions: Portion[] = [];
    for (let done = 1; ; done += 1) {
      if (portions.length === 0) {
        delivery.isWoken = false;
        portions = await readPortions(store, format, delivery.of);
      }
      const isTurnOver = () => done * format.mostEvents >= eventsInTurn || clock.nowMs() - startMs >= turnMs;
      if (!(await deliverOne(delivery, portions.shift() as Portion, slot, isTurnOver))) return;
    }
  };
}
