// The next deliveries: an endpoint's events in order of seq, cut into as many as a request of its format has.
import { pageOctets } from '../app/messages/feed.ts';
import { textEventTypes } from '../domain/subscriptions/event.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedWebhook } from '../store/subscriptions/claim_webhooks.ts';
import { eventOf, eventOfNotice, type WebhookEvent } from './event.ts';
import type { Format } from './formats/format.ts';

/** Most events that are read at a time. */
const maxChanges = 100;

/** The events of a request, and the endpoint's cursors once it is taken. */
export interface Portion {
  /** None where nothing of what was read is for the endpoint. */
  events: WebhookEvent[];
  cursorSeq: bigint;
  cursorNotice: bigint;
  /** Whether more is known to follow. */
  hasMore: boolean;
}

interface Found {
  event: WebhookEvent;
  cursor: bigint;
}

/** Cuts what was read; the last portion ends at `end`, and there is one even where nothing was found. */
function cut(found: readonly Found[], most: number, end: bigint) {
  const portions: { events: WebhookEvent[]; cursor: bigint }[] = [];
  for (let from = 0; from < found.length; from += most) {
    const some = found.slice(from, from + most);
    portions.push({ events: some.map(({ event }) => event), cursor: some.at(-1)?.cursor ?? end });
  }
  const last = portions.pop();
  return [...portions, { events: last?.events ?? [], cursor: end }];
}

/** Reads what comes next, one portion at least. Notices go first: they are few, and have no order among texts. */
export async function readPortions(
  store: Pick<Store, 'listIdentifiedChanges' | 'listNotices'>,
  format: Format,
  of: ClaimedWebhook,
): Promise<Portion[]> {
  const { accountId, types, cursorSeq, cursorNotice } = of;
  const getsTexts = textEventTypes.some((type) => types.includes(type));
  const getsNotices = types.some((type) => !(textEventTypes as readonly string[]).includes(type));
  const notices = getsNotices ? await store.listNotices(accountId, cursorNotice, types, maxChanges) : [];
  const newest = notices.at(-1);
  if (newest) {
    const found = notices.map((notice) => ({ event: eventOfNotice(notice), cursor: notice.id }));
    const portions = cut(found, format.mostEvents, newest.id);
    return portions.map(({ events, cursor }, index) => ({
      ...{ events, cursorSeq, cursorNotice: cursor },
      hasMore: getsTexts || index < portions.length - 1,
    }));
  }
  if (!getsTexts) return [{ events: [], cursorSeq, cursorNotice, hasMore: false }];
  const { messages, hasMore } = await store.listIdentifiedChanges(
    accountId,
    cursorSeq,
    maxChanges,
    pageOctets,
  );
  const found = messages
    .map((text) => ({ event: eventOf(text), cursor: text.seq }))
    .filter(({ event }) => format.isAsked(of, event));
  const portions = cut(found, format.mostEvents, messages.at(-1)?.seq ?? cursorSeq);
  return portions.map(({ events, cursor }, index) => ({
    ...{ events, cursorSeq: cursor, cursorNotice },
    hasMore: hasMore || index < portions.length - 1,
  }));
}
