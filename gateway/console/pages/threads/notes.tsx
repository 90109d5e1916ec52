// Notes in the open thread, for the people of the account: they never leave.
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { meQuery, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { useRefresh } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { Fault } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';
import { Say } from '../../words/say.tsx';
import { useDraft } from './composer.tsx';
import { membersQuery, stateQuery } from './queries.ts';

const mostCharacters = 1_000;

interface NotesProps {
  account: number;
  address: string;
}

function NoteForm({ account, address }: NotesProps) {
  const [body, setBody] = useDraft(`${account}-${address}-note`);
  const refresh = useRefresh();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('POST /threads/{address}/notes', { account, path: { address }, body: { body } }),
    onSuccess: () => {
      setBody('');
      refresh(stateQuery(account, address).queryKey);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending && body.trim() !== '') mutate();
  };
  return (
    <form className="note-form" onSubmit={submit}>
      <Textarea
        aria-label={say.note}
        placeholder={say.noteHint}
        autosize
        maxRows={5}
        maxLength={mostCharacters}
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="compact-md"
        variant="default"
        loading={isPending}
        disabled={body.trim() === ''}
      >
        {say.addNote}
      </Button>
      {error && <Fault error={error} />}
    </form>
  );
}

export function Notes({ account, address }: NotesProps) {
  const { data: state } = useQuery(stateQuery(account, address));
  const { data: people = [] } = useQuery(membersQuery(account));
  const { data: me } = useQuery(meQuery);
  const { canSend } = useRole();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: (id: number) => ask('DELETE /thread-notes/{id}', { account, path: { id } }),
    onSuccess: () => refresh(stateQuery(account, address).queryKey),
  });
  if (!state) return null;
  const { notes } = state;
  const nameOf = (id: number) => people.find((user) => user.id === id)?.name ?? say.whoLeft;
  return (
    <section className="notes" aria-label={say.notes}>
      {notes.length > 0 && (
        <ol>
          {notes.map(({ id, user_id: author, body, created_at: at }) => (
            <li key={id}>
              <p>{body}</p>
              <p className="quiet">
                <Say words={say.noteBy} parts={{ name: nameOf(author), at: <Instant at={at} /> }} />
                {author === me?.user.id && (
                  <RowButton label={often.remove} of={say.theNote} onClick={() => remove.mutate(id)} />
                )}
              </p>
            </li>
          ))}
        </ol>
      )}
      {remove.error && <Fault error={remove.error} />}
      {isOpen && <NoteForm account={account} address={address} />}
      {canSend && !isOpen && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {say.writeNote}
        </Button>
      )}
    </section>
  );
}
