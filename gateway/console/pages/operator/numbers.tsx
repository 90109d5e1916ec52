// Which carrier's number belongs to which account.
import { Button, Modal, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Page } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show_more.tsx';
import { Empty, Pending } from '../../ui/state.tsx';
import { GiveNumberForm } from './give_number.tsx';
import { numbersKey, numbersQuery } from './number_queries.ts';

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
    <TextInput
      className="filters"
      size="sm"
      type="search"
      inputMode="numeric"
      maxLength={16}
      aria-label="Only the account with this id"
      placeholder="Only the account with this id"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={() => filter(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') filter(typed);
      }}
    />
  );
}

export function OperatorNumbersPage() {
  const client = useQueryClient();
  const [isGiving, setGiving] = useState(false);
  const [account, filter] = useAccountFilter();
  const query = useInfiniteQuery(numbersQuery(account));
  const numbers = (query.data?.pages ?? []).flatMap((page) => page.numbers);
  const button = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setGiving(true)}>
      Give a number
    </Button>
  );
  return (
    <Page title="Numbers" lead="Texts that arrive at a carrier’s number go to its account." actions={button}>
      <AccountFilter account={account} filter={filter} />
      <Pending of={query} />
      {query.data && numbers.length === 0 && (
        <div className="panel">
          <Empty
            title={account === '' ? 'No account has a number' : 'This account has no number'}
            action={button}
          >
            Give an account a number of a carrier, and it sends and receives by it.
          </Empty>
        </div>
      )}
      {numbers.length > 0 && (
        <div className="panel">
          <ul className="plain-list">
            {numbers.map(({ account_id, carrier, number }) => (
              <li key={`${carrier} ${number}`}>
                <div>
                  <strong className="number">{number}</strong>
                  <div className="quiet">
                    {carrier}, account <span className="mono">{account_id}</span>
                  </div>
                </div>
                <Confirm
                  label="Take back"
                  of={number}
                  title={`Take ${number} back?`}
                  action="Take it back"
                  run={() =>
                    ask(
                      `${base}/operator/numbers/${encodeURIComponent(carrier)}/${encodeURIComponent(number)}`,
                      {
                        method: 'DELETE',
                      },
                    )
                  }
                  onDone={() => void client.invalidateQueries({ queryKey: numbersKey })}
                >
                  The account sends and receives by it no more.
                </Confirm>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ShowMore query={query} />
      <Modal
        opened={isGiving}
        onClose={() => setGiving(false)}
        title="Give a number to an account"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <GiveNumberForm close={() => setGiving(false)} />
      </Modal>
    </Page>
  );
}
