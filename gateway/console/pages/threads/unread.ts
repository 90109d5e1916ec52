// How many conversations have something new, among the newest of them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { threadsQuery } from './queries.ts';

/** Conversations with unread texts on the first page of the list. */
export function useUnread(account: number, isEntered: boolean): number {
  const { data } = useInfiniteQuery({ ...threadsQuery(account), enabled: isEntered });
  return data?.pages[0]?.threads.filter(({ unread }) => unread > 0).length ?? 0;
}
