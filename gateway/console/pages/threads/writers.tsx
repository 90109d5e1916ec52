// Who else writes in the open thread, and that the reader does.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ask } from '../../api/ask.ts';
import { nowMs } from '../../clock.ts';
import { threads as say } from '../../words/en/threads.ts';
import { list } from '../../words/formats.ts';
import { membersQuery, writersQuery } from './queries.ts';

/** How often it is said again while somebody writes, in milliseconds: the service believes it for twice as long. */
const sayAgainMs = 4_000;

interface Thread {
  account: number;
  address: string;
}

/** Whether there is somebody else whom it concerns. */
function useColleagues(account: number) {
  const { data: people = [] } = useQuery(membersQuery(account));
  return people.length > 1 ? people : [];
}

/** Says that the reader writes; to be called with every change of what they have written. */
export function useSayWriting({ account, address }: Thread): (written: string) => void {
  const hasColleagues = useColleagues(account).length > 0;
  /** When it was said last; null where nothing was, or its end. */
  const saidAt = useRef<number | null>(null);
  const tell = useRef((_writing: boolean) => {});
  useEffect(() => {
    tell.current = (writing) => {
      saidAt.current = writing ? nowMs() : null;
      // Nothing depends on it, and it is said again.
      ask('PUT /threads/{address}/writing', { account, path: { address }, body: { writing } }).catch(
        () => undefined,
      );
    };
    return () => {
      if (saidAt.current !== null) tell.current(false);
    };
  }, [account, address]);
  return (written) => {
    const isWriting = written.trim() !== '';
    if (!hasColleagues || (!isWriting && saidAt.current === null)) return;
    if (isWriting && saidAt.current !== null && nowMs() - saidAt.current < sayAgainMs) return;
    tell.current(isWriting);
  };
}

export function Writers({ account, address }: Thread) {
  const people = useColleagues(account);
  const { data } = useQuery({ ...writersQuery(account, address), enabled: people.length > 0 });
  const names = (data?.user_ids ?? []).flatMap((id) => people.find((user) => user.id === id)?.name ?? []);
  return (
    <p className="writers" role="status">
      {names.length > 0 && say.areWriting(list(names), names.length)}
    </p>
  );
}
