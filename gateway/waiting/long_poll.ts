// Reading the feed, and holding a request open until there is something to read. The place is taken before the first
// read: what is committed in between is noticed, so that no news falls into a gap.
import { create } from '@bufbuild/protobuf';
import {
  type ChangesPage,
  ChangesPageSchema,
  ChangesQuerySchema,
} from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import type { Core } from '../core_client/client.ts';
import type { Reader } from '../edge/app.ts';
import { invalidKey } from '../errors/errors.ts';
import type { Listener } from './await_outcome.ts';
import type { WaitingList } from './waiting_list.ts';

interface FeedQuery {
  reader: Reader;
  since: bigint;
  limit: number;
  waitSeconds: number;
  /** The key that the request was admitted with: judged again before a wait is answered with texts. */
  apiKey: string;
}

/** How long a reader waits that is ahead of the feed: it learns so soon, and does not ask in a loop. */
const aheadWaitMs = 5_000;

/** True when the reader's cursor is above everything that there is. */
export const isAhead = ({ newestSeq }: Pick<ChangesPage, 'newestSeq'>, since: bigint): boolean =>
  newestSeq !== undefined && newestSeq < since;

interface LongPollOptions {
  core: Pick<Core, 'listChanges'>;
  waitingList: WaitingList;
  /** Called for each client that left while waiting. */
  onGone: () => void;
}

export type LongPoll = (query: FeedQuery, client: Listener) => Promise<ChangesPage>;

/**
 * Returns a page of the feed; an empty one is delayed for up to `waitSeconds`. Throws a Refusal when the very first
 * read fails, and when the key was revoked meanwhile: once a client waits, trouble in the core is answered with an
 * empty page at the deadline.
 */
export function createLongPoll({ core, waitingList, onGone }: LongPollOptions): LongPoll {
  return async ({ reader, since, limit, waitSeconds, apiKey }, client) => {
    const query = create(ChangesQuerySchema, { ...reader, since, limit });
    const place =
      waitSeconds > 0 ? waitingList.enter(reader.accountId, apiKey, since, waitSeconds * 1000) : undefined;
    if (!place) return judged(await core.listChanges(query));

    const onClose = () => {
      onGone();
      waitingList.leave(place);
    };
    client.once('close', onClose);
    try {
      const first = judged(await core.listChanges(query));
      if (first.messages.length > 0 || first.hasMore) return first;
      query.since = first.nextSince;
      if (isAhead(first, since)) waitingList.shorten(place, aheadWaitMs);
      query.apiKey = apiKey;
      // One loop in this one function: thousands of waits are held here, and every further await is memory for each.
      for (;;) {
        await waitingList.pause(place);
        if (place.refused) throw invalidKey();
        if (place.over) return emptyPage(first, query.since);
        const { newestSeq } = place;
        const page = await core.listChanges(query).catch(() => undefined);
        if (page && (judged(page).messages.length > 0 || page.hasMore)) return page;
        // Texts that the key may not read are passed over once.
        if (page) query.since = page.nextSince;
        // News that could not be read, or may not be shown yet, is forgotten rather than read again at once: the next look at the cursors,
        // within a second, brings it back, and a core in trouble is not asked in a loop.
        if (page?.newestSeq !== undefined) place.readUpTo = newestSeq;
        else place.newestSeq = place.readUpTo;
      }
    } finally {
      client.removeListener('close', onClose);
      waitingList.leave(place);
    }
  };
}

/** Throws for a page of a key that works no more. */
const judged = (page: ChangesPage): ChangesPage => {
  if (page.keyRefused) throw invalidKey();
  return page;
};

const emptyPage = ({ newestSeq }: ChangesPage, since: bigint): ChangesPage =>
  create(ChangesPageSchema, { nextSince: since, ...(newestSeq !== undefined && { newestSeq }) });
