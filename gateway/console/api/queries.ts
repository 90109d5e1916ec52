// The questions of the pages. Answers are kept by account and path, so that a change can name all that it makes stale.
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Answer, type Asked, ask, type Call, type Rest } from './ask.ts';

type Get = Extract<Call, `GET ${string}`>;
type Row<C extends Call, Name extends keyof Answer<C>> = Answer<C>[Name] extends readonly (infer One)[]
  ? One
  : never;
type AnyAsk = (call: Get, asked: object) => Promise<never>;

/** What is kept of a path and of all paths below it, for an account or for nobody's. */
export const keyOf = (path: `/${string}`, account?: number): QueryKey => [
  ...(account === undefined ? [] : ['account', account]),
  ...path.slice(1).split('/'),
];

const keyOfCall = (call: Get, asked: { account?: number | undefined; path?: unknown; query?: unknown }) => [
  ...keyOf(call.slice('GET '.length) as `/${string}`, asked.account),
  ...[asked.path, asked.query].filter((part) => part !== undefined),
];

/** One answer. */
export function queryOf<C extends Get>(call: C, ...rest: Rest<C>) {
  const asked = (rest[0] ?? {}) as Partial<Asked<C>>;
  return queryOptions({
    queryKey: keyOfCall(call, asked),
    queryFn: ({ signal }): Promise<Answer<C>> => (ask as AnyAsk)(call, { ...asked, signal }),
  });
}

/** The rows of a list that has one page. */
export const listOf = <C extends Get, Name extends keyof Answer<C>>(
  call: C,
  name: Name,
  asked: Asked<C>,
) => ({
  ...queryOf(call, ...([asked] as never)),
  select: (answer: Answer<C>) => answer[name] as Row<C, Name>[],
});

/** Rows of a page where a list is read whole: the most that the interface answers. */
const largestPage = 500;

/** The rows of all pages of a list. */
export function allOf<C extends Get, Name extends keyof Answer<C>>(call: C, name: Name, asked: Asked<C>) {
  return queryOptions({
    queryKey: keyOfCall(call, asked),
    queryFn: async ({ signal }) => {
      const rows: Row<C, Name>[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { ...asked.query, limit: largestPage, cursor };
        const page: Answer<C> = await (ask as AnyAsk)(call, { ...asked, signal, query });
        rows.push(...(page[name] as Row<C, Name>[]));
        cursor = (page as { next_cursor: string | null }).next_cursor;
      }
      return rows;
    },
  });
}

/** The rows of a list, a page after another. */
export function pagesOf<C extends Get, Name extends keyof Answer<C>>(call: C, name: Name, asked: Asked<C>) {
  return infiniteQueryOptions({
    queryKey: keyOfCall(call, asked),
    queryFn: ({ pageParam, signal }): Promise<Answer<C>> =>
      (ask as AnyAsk)(call, { ...asked, signal, query: { limit: 50, ...asked.query, cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page as { next_cursor: string | null }).next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page[name] as Row<C, Name>[]),
  });
}
