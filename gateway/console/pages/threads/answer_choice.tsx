// The replies that the account keeps, to put one into the text that is written.
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountLink } from '../../ui/link.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { Pending } from '../../ui/state.tsx';
import { threads as say } from '../../words/en/threads.ts';
import { savedRepliesQuery } from '../saved_replies/saved_reply_queries.ts';

function AnswerList({ account, onChoose }: { account: number; onChoose: (body: string) => void }) {
  const query = useQuery(savedRepliesQuery(account));
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const answers = (query.data ?? []).filter(({ name, body }) =>
    `${name}\n${body}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <SearchInput label={say.findAnswer} value={typed} onChange={setTyped} data-autofocus />
      <Pending of={query} />
      <ul className="answers">
        {answers.map(({ id, name, body }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(body)}>
              <strong>{name}</strong>
              <span>{body}</span>
            </button>
          </li>
        ))}
      </ul>
      {query.data && answers.length === 0 && (
        <p className="quiet">{query.data.length === 0 ? say.noAnswerKept : say.noAnswerFits}</p>
      )}
      <AccountLink to="/saved-replies">{say.changeAnswers}</AccountLink>
    </>
  );
}

/** A button that opens them; `onChoose` gets the words of the one that is chosen. */
export function AnswerChoice({ account, onChoose }: { account: number; onChoose: (body: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const choose = (body: string) => {
    setOpen(false);
    onChoose(body);
  };
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {say.answers}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say.answers}>
        <AnswerList account={account} onChoose={choose} />
      </Modal>
    </>
  );
}
