// Pages of the feed for many readers in one answer, bounded as a whole: what does not fit is answered as a page that
// has more, and its reader asks again. Only a few pages are read at a time, so that no batch needs memory for all of
// them.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type {
  ChangesPageSchema,
  ChangesQuery,
  ListChangesRequest,
} from '../../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { type CheckKeys, readerHash } from '../../../app/access/check_keys.ts';
import {
  type ChangesPage,
  listChanges,
  listReadableChanges,
  pageOctets,
} from '../../../app/messages/feed.ts';
import { checkBatch } from '../../../app/pages.ts';
import type { Message } from '../../../store/messages/message_fields.ts';
import type { Confirmation } from '../../../store/postgres/connection/confirmation.ts';
import type { Store } from '../../../store/store.ts';
import { toMessage } from './message_proto.ts';

const maxQueries = 500;
/** Most octets of all pages of an answer. */
const answerOctets = 4 * 1024 * 1024;
/** Pages that are read at a time: enough to keep the database's connections busy. */
const readsAtOnce = 16;
/**
 * Most octets of one page among many: all pages that are read at a time fit into the answer, so that nothing is read in
 * vain.
 */
const shareOctets = answerOctets / readsAtOnce;

/** Octets that a text takes in an answer besides its body. */
const frameOctets = 256;
const octetsOf = ({ body }: Message) => frameOctets + Buffer.byteLength(body);

type Page = MessageInitShape<typeof ChangesPageSchema>;

/**
 * Serves MessageService.ListChanges. Where `isMissing` says that what was read is not confirmed, a page is answered as one that was
 * not read.
 */
export function createListChanges(
  store: Pick<Store, 'listChanges' | 'listReadableChanges'>,
  checkKeys: CheckKeys,
  { isMissing }: Pick<Confirmation, 'isMissing'>,
) {
  return async ({ queries }: ListChangesRequest): Promise<{ pages: Page[] }> => {
    checkBatch('queries', queries.length, maxQueries);
    const pages: Page[] = [];
    const share = Math.min(pageOctets, Math.max(shareOctets, answerOctets / queries.length));
    let octets = 0;
    let next = 0;

    /** The first messages that fit; at least one fits into the first page of an answer. */
    const keepFitting = (messages: readonly Message[]): Message[] => {
      const kept: Message[] = [];
      for (const message of messages) {
        const more = octetsOf(message);
        if (octets > 0 && octets + more > answerOctets) break;
        octets += more;
        kept.push(message);
      }
      return kept;
    };
    /** Many readers of one account wait at the same cursor: the page that they wait for is read once. */
    const alike = new Map<string, Promise<ChangesPage>>();
    const readOnce = ({ accountId, since, limit }: ChangesQuery): Promise<ChangesPage> => {
      const query = `${accountId} ${since} ${limit}`;
      const page = alike.get(query) ?? listChanges(store, accountId, since, limit, share);
      alike.set(query, page);
      return page;
    };
    const readPage = async (query: ChangesQuery, read = readOnce): Promise<Page> => {
      const { since } = query;
      if (octets >= answerOctets) return { nextSince: since, hasMore: true };
      const page = await read(query);
      if (isMissing()) return { nextSince: since };
      const kept = keepFitting(page.messages);
      const isWhole = kept.length === page.messages.length;
      return {
        messages: kept.map(toMessage),
        nextSince: isWhole ? page.nextSince : (kept.at(-1)?.seq ?? since),
        hasMore: page.hasMore || !isWhole,
        newestSeq: page.newestSeq,
        truncated: page.isTruncated,
      };
    };
    /** The key, whose rights are checked where the texts are read. */
    const readKnown = ({ accountId, since, limit, apiKey }: ChangesQuery) =>
      listReadableChanges(store, {
        accountId,
        since,
        limit,
        octets: share,
        keyHash: readerHash(apiKey) ?? '',
      });
    const work = async () => {
      for (let index = next++; index < queries.length; index = next++)
        pages[index] = await readPage(queries[index] as ChangesQuery);
    };
    await Promise.all(Array.from({ length: Math.min(readsAtOnce, queries.length) }, work));
    return { pages: await judgeReaders(queries, pages, checkKeys, (query) => readPage(query, readKnown)) };
  };
}

/**
 * Checks the keys after the texts were read, so that a key that was revoked before gets nothing. A page for a key that
 * may not read all is read once more, by a statement that checks what the key may read.
 */
async function judgeReaders(
  queries: readonly ChangesQuery[],
  pages: Page[],
  checkKeys: CheckKeys,
  readKnown: (query: ChangesQuery) => Promise<Page>,
): Promise<Page[]> {
  const keys = queries.flatMap(({ apiKey }) => apiKey ?? []);
  if (keys.length === 0) return pages;
  const checked = await checkKeys(keys);
  const reads = new Map(keys.map((key, index) => [key, checked[index]]));
  const judged: Page[] = [];
  for (const [index, page] of pages.entries()) {
    const query = queries[index] as ChangesQuery;
    const may = query.apiKey === undefined ? 'all' : reads.get(query.apiKey);
    if (may === 'known') judged.push(await readKnown(query));
    else judged.push(may === 'all' ? page : { nextSince: query.since, keyRefused: true });
  }
  return judged;
}
