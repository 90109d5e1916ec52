// One endpoint while this process has claimed it: batches are read, sent and concluded one after the other, in order of seq,
// until nothing is left, something fails, or it is others' turn.
import type { Clock } from '../../runtime/clock.ts';
import type { Batcher } from '../app/batches/batcher.ts';
import { pageOctets } from '../app/messages/feed.ts';
import { textEventTypes } from '../domain/event.ts';
import type { ClaimedWebhook } from '../store/places/claim_webhooks.ts';
import type { Conclusion } from '../store/places/conclude_deliveries.ts';
import type { Store } from '../store/store.ts';
import type { EndpointAnswer, EndpointClient } from './endpoint_client.ts';
import { eventOf, eventOfNotice, requestId, signedHeaders, typeOf, type WebhookEvent } from './event.ts';
import { putOff, type Standing, standingAfter } from './next_attempt.ts';
import type { Slot } from './slots.ts';

/** Most events of a request. */
const maxEvents = 100;
/** Batches after which others have their turn, and milliseconds after which no further batch is begun. */
const batchesInTurn = 10;
const turnMs = 1_000;
/** How long a claim holds unless it is renewed, in milliseconds: another core takes over so soon. */
export const claimMs = 6_000;

/** What its owner reads of a request that was put off. */
const putOffError =
  'no answer within 1 second, and other slow endpoints of the account take its slots: it comes again after them';

export interface DeliveryOptions {
  store: Pick<Store, 'listIdentifiedChanges' | 'listNotices'>;
  client: Pick<EndpointClient, 'post'>;
  clock: Clock;
  random: () => number;
  /** Writes down what became of a batch; false when the claim was superseded. */
  conclude: Batcher<Conclusion, boolean>;
  /** Called with each answer. */
  onAnswer: (answer: EndpointAnswer, events: number) => void;
}

/** An endpoint that is being delivered to. */
export interface Delivery {
  readonly of: ClaimedWebhook;
  /** Until when the claim holds; whoever renews it moves this. */
  untilMs: number;
  /** There may be more than was read. */
  isWoken: boolean;
  /** The process stops: no further batch. */
  isEnding: boolean;
  /** Ends it at once: the claim was superseded. */
  readonly superseded: AbortController;
}

/** What became of a request. */
interface Sent {
  answer: EndpointAnswer;
  /** It was ended so that others have its slot: that is no failure of the endpoint. */
  isPutOff: boolean;
}

interface Batch {
  events: WebhookEvent[];
  cursorSeq: bigint;
  cursorNotice: bigint;
  hasMore: boolean;
}

/** Notices go first: they are few, and have no order among texts. */
async function readBatch(
  store: DeliveryOptions['store'],
  { accountId, types, withBody, ...of }: ClaimedWebhook,
): Promise<Batch> {
  const { cursorSeq, cursorNotice } = of;
  const texts: readonly string[] = textEventTypes.filter((type) => types.includes(type));
  if (texts.length < types.length) {
    const notices = await store.listNotices(accountId, cursorNotice, types, maxEvents);
    const last = notices.at(-1);
    if (last)
      return {
        events: notices.map(eventOfNotice),
        cursorSeq,
        cursorNotice: last.id,
        hasMore: texts.length > 0,
      };
  }
  if (texts.length === 0) return { events: [], cursorSeq, cursorNotice, hasMore: false };
  const { messages, hasMore } = await store.listIdentifiedChanges(
    accountId,
    cursorSeq,
    maxEvents,
    pageOctets,
  );
  return {
    events: messages
      .filter((message) => texts.includes(typeOf(message)))
      .map((message) => eventOf(message, withBody)),
    cursorSeq: messages.at(-1)?.seq ?? cursorSeq,
    cursorNotice,
    hasMore,
  };
}

/** Binds deliveries to what they need. */
export function createDeliver({ store, client, clock, random, conclude, onAnswer }: DeliveryOptions) {
  const send = async ({ of, superseded }: Delivery, events: WebhookEvent[], slot: Slot): Promise<Sent> => {
    const body = JSON.stringify({ events });
    const headers = signedHeaders(of, requestId(of.accountId, of.name, events), body, clock.nowMs());
    const tooSlow = new AbortController();
    slot.begin(() => tooSlow.abort());
    const signal = AbortSignal.any([superseded.signal, tooSlow.signal]);
    const answer = await client.post({ url: of.url, headers, body, signal });
    slot.end();
    const isPutOff = tooSlow.signal.aborted && answer.status === null;
    const said = isPutOff ? { ...answer, error: putOffError } : answer;
    onAnswer(said, events.length);
    return { answer: said, isPutOff };
  };

  const standingOf = (of: ClaimedWebhook, sent: Sent | undefined, nowMs: number): Standing => {
    if (sent === undefined) return { ...of, nextAttemptAtMs: null, disabledReason: null };
    return sent.isPutOff ? putOff(of) : standingAfter(of, sent.answer, nowMs, random);
  };

  /** Reads, sends and concludes one batch. Returns whether to go on. */
  const deliverOne = async (delivery: Delivery, slot: Slot, isTurnOver: () => boolean): Promise<boolean> => {
    const { of, superseded } = delivery;
    delivery.isWoken = false;
    const batch = await readBatch(store, of);
    const hasEvents = batch.events.length > 0;
    if (superseded.signal.aborted || clock.nowMs() >= delivery.untilMs) return false;
    const sent = hasEvents ? await send(delivery, batch.events, slot) : undefined;
    if (superseded.signal.aborted) return false;
    const nowMs = clock.nowMs();
    const standing = standingOf(of, sent, nowMs);
    const answer = sent?.answer;
    const isTaken = answer === undefined || answer.error === null;
    if (isTaken) Object.assign(of, { cursorSeq: batch.cursorSeq, cursorNotice: batch.cursorNotice });
    Object.assign(of, { failures: standing.failures, failingSinceMs: standing.failingSinceMs });
    const goesOn = isTaken && !isTurnOver() && !delivery.isEnding && (batch.hasMore || delivery.isWoken);
    if (isTaken && batch.hasMore) delivery.isWoken = true;
    if (goesOn) delivery.untilMs = nowMs + claimMs;
    const isKept = await conclude({
      accountId: of.accountId,
      name: of.name,
      claim: of.claim,
      cursorSeq: of.cursorSeq,
      cursorNotice: of.cursorNotice,
      untilMs: goesOn ? delivery.untilMs : null,
      failures: standing.failures,
      failingSinceMs: standing.failingSinceMs,
      isSlow: standing.isSlow,
      nextAttemptAtMs: standing.nextAttemptAtMs,
      disabledReason: standing.disabledReason,
      eventCount: batch.events.length,
      firstEvent: batch.events[0]?.id ?? '',
      lastEvent: batch.events.at(-1)?.id ?? '',
      atMs: nowMs,
      tookMs: answer?.tookMs ?? 0,
      status: answer?.status ?? null,
      error: answer?.error ?? null,
      answer: answer?.answer ?? '',
    });
    return isKept && goesOn;
  };

  /** Delivers to one endpoint for a turn. Rejects when the database cannot be reached: the claim then runs out. */
  return async (delivery: Delivery, slot: Slot): Promise<void> => {
    const startMs = clock.nowMs();
    const isOver = (done: number) => done >= batchesInTurn || clock.nowMs() - startMs >= turnMs;
    for (let done = 1; await deliverOne(delivery, slot, () => isOver(done)); done += 1);
  };
}
