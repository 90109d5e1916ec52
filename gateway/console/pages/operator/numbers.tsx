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
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { Say } from '../../words/say.tsx';

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
      label={say.onlyAccount}
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
    button: say.giveNumber,
    title: say.giveTitle,
    action: say.giveAction,
    fields: {
      account: { label: say.accountId, asked: 'account_id', type: 'whole', isFirst: true },
      carrier: { label: often.carrier, description: say.carrierHelp },
      number: { label: often.number, type: 'tel' },
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
    <Page title={often.numbers} lead={say.numbersLead} actions={button}>
      <AccountFilter account={account} filter={filter} />
      <ResourceLines
        query={query}
        keyOf={({ carrier, number }) => `${carrier} ${number}`}
        title={({ number }) => <span className="number">{number}</span>}
        note={({ carrier, account_id }) => (
          <Say words={say.numberOf} parts={{ carrier, id: <span className="mono">{account_id}</span> }} />
        )}
        action={({ carrier, number }) => (
          <Confirm
            label={say.takeBack}
            of={number}
            title={say.takeBackOf(number)}
            action={say.takeBackAction}
            run={() => ask('DELETE /operator/numbers/{carrier}/{number}', { path: { carrier, number } })}
            changes={changes}
          >
            {say.takeBackWhy}
          </Confirm>
        )}
        empty={{
          title: account === '' ? say.noNumbers : say.noNumber,
          text: say.noNumbersHelp,
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}
