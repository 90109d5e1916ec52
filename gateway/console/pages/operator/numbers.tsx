// Which carrier's number belongs to which account.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';

const changes = keyOf('/operator/numbers');

/** The account that the address names; empty for all. */
function useAccountFilter(): [string, (account: string) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const change = (account: string) => {
    void navigate({
      to: '.',
      search: (account === '' ? {} : { account: Number(account) }) as never,
      replace: true,
    });
  };
  return [search.account === undefined ? '' : String(search.account), change];
}

/** Only digits can be typed; what was typed counts when the reader is done. */
function AccountFilter({ account, filter }: { account: string; filter: (account: string) => void }) {
  const [typed, setTyped] = useState(account);
  useEffect(() => setTyped(account), [account]);
  return (
    <SearchInput
      className="filters"
      label="Only the account with this id"
      inputMode="numeric"
      maxLength={16}
      value={typed}
      onChange={(value) => setTyped(value.replace(/\D/g, ''))}
      onBlur={() => filter(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') filter(typed);
      }}
    />
  );
}

const useGiveDialog = () =>
  useFormDialog({
    button: 'Give a number',
    title: 'Give a number to an account',
    action: 'Give the number',
    fields: {
      account: { label: 'The account’s id', asked: 'account_id', type: 'whole', isFirst: true },
      carrier: { label: 'Carrier', description: 'Its name in the carriers’ file.' },
      number: { label: 'Number', type: 'tel' },
    },
    send: ({ account, ...given }) =>
      ask('PUT /operator/numbers', { body: { account_id: Number(account), ...given } }),
    changes,
  });

export function OperatorNumbersPage() {
  const [account, filter] = useAccountFilter();
  const query = useInfiniteQuery(
    pagesOf('GET /operator/numbers', 'numbers', { query: { account, limit: 100 } }),
  );
  const { button, dialog } = useGiveDialog();
  return (
    <Page title="Numbers" lead="Texts that arrive at a carrier’s number go to its account." actions={button}>
      <AccountFilter account={account} filter={filter} />
      <ResourceLines
        query={query}
        keyOf={({ carrier, number }) => `${carrier} ${number}`}
        title={({ number }) => <span className="number">{number}</span>}
        note={({ carrier, account_id }) => (
          <>
            {carrier}, account <span className="mono">{account_id}</span>
          </>
        )}
        action={({ carrier, number }) => (
          <Confirm
            label="Take back"
            of={number}
            title={`Take ${number} back?`}
            action="Take it back"
            run={() => ask('DELETE /operator/numbers/{carrier}/{number}', { path: { carrier, number } })}
            changes={changes}
          >
            The account no longer sends or receives with it.
          </Confirm>
        )}
        empty={{
          title: account === '' ? 'No account has a number' : 'This account has no number',
          text: 'Give an account a number of a carrier, and it sends and receives with it.',
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}
