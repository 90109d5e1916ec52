// News of the open account: one long-poll that waits for changes and brings what is shown up to date.
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { pause } from '../clock.ts';
import { ask, waitToAskAgain } from './ask.ts';
import { session } from './connection.ts';
import type { Message, Schemas } from './types.ts';

const waitSeconds = 25;
/** Between two answers with news: a busy account may not use up the session's 120 requests a minute. */
const breatherMs = 1_500;
const troubleMs = 5_000;

interface Pages {
  messages: Message[];
}

/** Puts a newer state of a text in the place of the one that is shown. */
function replaceIn<Page extends Pages>(pages: Page[], message: Message): Page[] {
  return pages.map((page) =>
    page.messages.some(({ id, seq }) => id === message.id && seq < message.seq)
      ? {
          ...page,
          messages: page.messages.map((old) => (old.id === message.id ? { ...old, ...message } : old)),
        }
      : page,
  );
}

/** Asks once more for what is being answered: that answer may be older than the news. */
async function askAfter(client: QueryClient, asked: readonly Query[]): Promise<void> {
  await Promise.allSettled(asked.map(({ promise }) => promise));
  for (const { queryKey } of asked) void client.invalidateQueries({ queryKey, exact: true });
}

/** Shows what changed: in the thread and the log. */
function putNews(client: QueryClient, account: number, messages: readonly Message[]): void {
  const threads = new Set(messages.map(({ address_norm }) => address_norm));
  void askAfter(
    client,
    client.getQueryCache().findAll({
      queryKey: ['account', account, 'thread'],
      fetchStatus: 'fetching',
      predicate: ({ queryKey }) => threads.has(String(queryKey[3])),
    }),
  );
  for (const message of messages) {
    const thread = ['account', account, 'thread', message.address_norm];
    client.setQueryData<InfiniteData<Schemas['ThreadMessagePage']>>(thread, (shown) => {
      const [first, ...rest] = shown?.pages ?? [];
      if (!shown || !first) return shown;
      if (shown.pages.some((page) => page.messages.some(({ id }) => id === message.id)))
        return { ...shown, pages: replaceIn(shown.pages, message) };
      const newest = [message, ...first.messages].sort((a, b) => b.id - a.id);
      return { ...shown, pages: [{ ...first, messages: newest }, ...rest] };
    });
    client.setQueriesData<InfiniteData<Pages>>(
      { queryKey: ['account', account, 'texts'] },
      (shown) => shown && { ...shown, pages: replaceIn(shown.pages, message) },
    );
  }
}

/** What else news change, and how long it is not asked for again after it was while they keep coming, in milliseconds. */
const askedAnew = { text: 0, broadcasts: 1_000, approvals: 2_000, threads: 3_000, overview: 5_000 };

/** Lists of broadcasts and of their rows are long: news do not have them read again. */
const isLong = (what: string, data: unknown): boolean =>
  what === 'broadcasts' && typeof data === 'object' && data !== null && 'pages' in data;

/** Asks anew for what is shown. What has no answer yet can't be asked for anew before it has. */
function askAnew(client: QueryClient, account: number, what: string): void {
  const queryKey = ['account', account, what];
  const asked = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  const first = asked.filter(({ state }) => state.data === undefined);
  void client.invalidateQueries({ queryKey, predicate: ({ state }) => !isLong(what, state.data) });
  void askAfter(client, first);
}

/** Shows what the reader did, and has everything that it changes asked for at once. */
export function showNews(client: QueryClient, account: number, messages: readonly Message[]): void {
  putNews(client, account, messages);
  for (const what of Object.keys(askedAnew)) askAnew(client, account, what);
}

/** Lets what news change be asked for anew: at once, and while news keep coming no more often than is worth its price. */
function createRefresher(client: QueryClient, account: number, signal: AbortSignal): () => void {
  const resting = new Set<string>();
  const due = new Set<string>();
  const refresh = async (what: string, pauseMs: number): Promise<void> => {
    due.add(what);
    if (resting.has(what)) return;
    resting.add(what);
    while (due.delete(what) && !signal.aborted) {
      askAnew(client, account, what);
      await pause(pauseMs, signal);
    }
    resting.delete(what);
  };
  return () => {
    for (const [what, pauseMs] of Object.entries(askedAnew)) void refresh(what, pauseMs);
  };
}

interface Place {
  account: number;
  /** The newest seq that was read. */
  since: number;
}

/** Gets what changed, as soon as it is there. */
type OnNews = (messages: readonly Message[]) => void;

async function follow(client: QueryClient, place: Place, onNews: OnNews, signal: AbortSignal): Promise<void> {
  const { account } = place;
  const refresh = createRefresher(client, account, signal);
  while (!signal.aborted) {
    try {
      const query = { since: place.since, wait: waitSeconds, limit: 500 };
      const page: Schemas['MessagePage'] = await ask('GET /messages', { account, signal, query });
      place.since = page.next_since;
      if (page.messages.length > 0) {
        putNews(client, account, page.messages);
        onNews(page.messages);
        refresh();
        await pause(breatherMs, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(await waitToAskAgain(error, signal))) await pause(troubleMs, signal);
    }
  }
}

/** Follows the account's changes for as long as it is shown, from what was the newest when it was entered. */
export function useFeed(account: number, entered: { since: number } | undefined, onNews: OnNews): void {
  const client = useQueryClient();
  const place = useRef<Place>(undefined);
  const latest = useRef(onNews);
  useEffect(() => {
    latest.current = onNews;
  }, [onNews]);
  // A request of an ended session would learn nothing more: the new session asks again.
  const isOut = useSyncExternalStore(session.subscribe, () => session.isLost);
  useEffect(() => {
    if (entered === undefined || isOut) return undefined;
    if (place.current?.account !== account) place.current = { account, since: entered.since };
    const abort = new AbortController();
    const show: OnNews = (messages) => latest.current(messages);
    void follow(client, place.current, show, abort.signal);
    return () => abort.abort();
  }, [client, account, entered, isOut]);
}
