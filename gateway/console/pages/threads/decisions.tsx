// What people decide about the open thread: who looks after it, and that it is done.
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Message } from '../../api/types.ts';
import { useRefresh } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';
import { membersQuery, stateQuery } from './queries.ts';

interface DecisionsProps {
  account: number;
  address: string;
  messages: readonly Message[];
}

/** The newest of the texts' states that the reader sees: what comes after it opens the thread again. */
const newestSeq = (messages: readonly Message[]): number => Math.max(0, ...messages.map(({ seq }) => seq));

export function Decisions({ account, address, messages }: DecisionsProps) {
  const { canSend } = useRole();
  const refresh = useRefresh();
  const { data: state } = useQuery(stateQuery(account, address));
  const { data: people = [] } = useQuery(membersQuery(account));
  const onSuccess = () => refresh(['account', account, 'threads']);
  const assign = useMutation({
    mutationFn: (id: string) =>
      ask('PUT /threads/{address}/assignee', {
        account,
        path: { address },
        body: { user_id: id === '' ? null : Number(id) },
      }),
    onSuccess,
  });
  const finish = useMutation({
    mutationFn: (seq: number) =>
      ask('PUT /threads/{address}/done', { account, path: { address }, body: { seq } }),
    onSuccess,
  });
  if (!canSend || !state || messages.length === 0) return null;
  return (
    <div className="decisions">
      <NativeSelect
        size="xs"
        aria-label={say.assignedTo}
        value={String(state.assignee_id ?? '')}
        disabled={assign.isPending}
        onChange={(event) => assign.mutate(event.currentTarget.value)}
        data={[
          { value: '', label: say.nobodys },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Button
        size="compact-sm"
        variant={state.is_done ? 'light' : 'default'}
        leftSection={<Icon name="check" size={14} />}
        data-shortcut="e"
        loading={finish.isPending}
        onClick={() => finish.mutate(state.is_done ? 0 : newestSeq(messages))}
      >
        {state.is_done ? say.reopen : often.done}
      </Button>
    </div>
  );
}
