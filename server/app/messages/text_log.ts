// The log of an account's texts, filtered and in pages.
import { directions, messageStatuses, routes } from '../../domain/messages/message.ts';
import { invalidRequest, notFound, readWord } from '../../errors.ts';
import type { LoggedText, LogPage, LogRange, TextDetail } from '../../store/messages/text_log.ts';
import type { Store } from '../../store/store.ts';
import { threadNameOf } from '../outbound/outbound_text.ts';
import { checkBatch, entriesOf } from '../pages.ts';
import { fromNewest, pageOctets } from './feed.ts';

const pageSize = { most: 500, usual: 50 };
const mostRefs = 500;
/** Series, texts that are known and texts of an answer, at most. A whole series fits into an answer. */
const mostSeries = 100;
const mostKnown = 2_000;
const mostOfSeries = 500;

/** The texts that are asked for; a field that is empty or left out excludes none. */
export interface TextsWanted {
  direction: string;
  status: string;
  route: string;
  /** In any reasonable form; a short code or a name as it is. */
  address: string;
  fromMs: number | undefined;
  toMs: number | undefined;
  /** The id of the account key that sent them. */
  keyId: bigint | undefined;
}

const oneOf = <Word extends string>(field: string, words: readonly Word[], said: string): Word | null =>
  said === '' ? null : readWord(field, words, said);

export type TextLog = ReturnType<typeof createTextLog>;

export function createTextLog(
  store: Pick<Store, 'findIdAt' | 'findText' | 'listByRef' | 'listSeries' | 'listCountries' | 'listLog'>,
) {
  const rangeOf = async (
    accountId: bigint,
    { fromMs, toMs }: TextsWanted,
    before: bigint | undefined,
  ): Promise<LogRange> => {
    if (fromMs !== undefined && toMs !== undefined && fromMs >= toMs)
      throw invalidRequest('from must be before to');
    const [least, end] = await Promise.all([
      fromMs === undefined ? 0n : store.findIdAt(accountId, fromMs),
      toMs === undefined ? fromNewest : store.findIdAt(accountId, toMs),
    ]);
    return { least, before: before !== undefined && before < end ? before : end };
  };

  return {
    /** A page, newest first. It may be short or empty and yet not be the last: `nextBefore` says. Throws a Refusal. */
    async list(
      accountId: bigint,
      wanted: TextsWanted,
      {
        limit,
        before,
        keyHash = null,
      }: { limit: number; before: bigint | undefined; keyHash?: string | null },
    ): Promise<LogPage> {
      const filter = {
        direction: oneOf('direction', directions, wanted.direction),
        status: oneOf('status', messageStatuses, wanted.status),
        route: oneOf('route', routes, wanted.route),
        addressNorm: wanted.address === '' ? null : await threadNameOf(wanted.address, accountId, store),
        keyId: wanted.keyId ?? null,
      };
      if (filter.keyId !== null && filter.keyId <= 0n) throw invalidRequest('key_id must be the id of a key');
      const range = await rangeOf(accountId, wanted, before);
      return store.listLog(accountId, filter, range, entriesOf(limit, pageSize), pageOctets, keyHash);
    },

    /**
     * Throws `not_found`, in the same words, for an unknown id, another account's, and one that the key may not read.
     */
    async get(accountId: bigint, id: bigint, keyHash: string | null): Promise<TextDetail> {
      const found = id > 0n ? await store.findText(accountId, id, keyHash) : undefined;
      if (!found) throw notFound('message');
      return found;
    },

    /** The texts that were sent under client_refs, in order of id. Throws `invalid_request` for none and for too many. */
    async listByRef(
      accountId: bigint,
      refs: readonly string[],
      keyHash: string | null,
    ): Promise<LoggedText[]> {
      checkBatch('client_refs', refs.length, mostRefs);
      const sound = [...new Set(refs)].filter((ref) => !ref.includes('\0'));
      return store.listByRef(accountId, sound, keyHash);
    },

    listSeries: createListSeries(store),
  };
}

/**
 * The texts whose client_refs belong to series, and how many of the series are answered, from the first on. Throws
 * `invalid_request` for none and for too many.
 */
function createListSeries(store: Pick<Store, 'listSeries'>) {
  return async (
    accountId: bigint,
    { series, knownIds }: { series: readonly string[]; knownIds: readonly bigint[] },
    keyHash: string | null,
  ): Promise<{ texts: LoggedText[]; answered: number }> => {
    checkBatch('series', series.length, mostSeries);
    if (knownIds.length > mostKnown) throw invalidRequest(`known_ids must have at most ${mostKnown} entries`);
    if (series.some((beginning) => beginning.includes('\0')))
      throw invalidRequest('series must not hold the character U+0000');
    const asked = { series, knownIds, most: mostOfSeries + 1 };
    const found = await store.listSeries(accountId, asked, keyHash);
    // The last series may have texts that were not read.
    const answered = found.length > mostOfSeries ? (found.at(-1)?.series ?? 1) - 1 : series.length;
    const whole = found.filter((one) => one.series <= answered);
    return { texts: whole.map(({ text }) => text), answered };
  };
}
