// Every account of the service.

import { Button, Modal, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas, Tier } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { ShowMore } from '../../ui/show_more.tsx';
import { Empty, Pending } from '../../ui/state.tsx';

type Account = Schemas['AccountRecord'];
type AccountPage = Schemas['AccountRecords'];
const accountsKey = ['operator', 'accounts'];

const planWords = ({ plan, exempt, subscription_status }: Account) => {
  if (exempt) return 'Exempt';
  if (plan === null) return 'None';
  return subscription_status && subscription_status !== 'active' ? `${plan}, ${subscription_status}` : plan;
};

/** Makes an account, or changes one. */
function AccountForm({ account, close }: { account: Account | null; close: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(account?.name ?? '');
  const [country, setCountry] = useState(account?.country ?? '');
  const [plan, setPlan] = useState(account?.plan ?? '');
  const [exempt, setExempt] = useState(account?.exempt ?? false);
  const { data } = useQuery({
    queryKey: ['tiers'],
    queryFn: ({ signal }) => ask<{ tiers: Tier[] }>('/api/v1/tiers', { signal }),
  });
  const path = account ? `${base}/operator/accounts/${account.id}` : `${base}/operator/accounts`;
  const hasNewPlan = plan !== '' && plan !== account?.plan;
  const body = { name, country, exempt, ...(hasNewPlan && { plan }) };
  return (
    <AskForm
      action={account ? 'Save' : 'Make the account'}
      send={() => ask(path, { method: account ? 'PATCH' : 'POST', body })}
      onDone={() => {
        void client.invalidateQueries({ queryKey: accountsKey });
        close();
      }}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Country"
        description="Two letters, like US: how numbers without a country’s code are read."
        required
        withAsterisk={false}
        minLength={2}
        maxLength={2}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
      />
      <NativeSelect
        label="Plan"
        size="md"
        value={plan}
        onChange={(event) => setPlan(event.currentTarget.value)}
        data={[
          ...(account?.plan ? [] : [{ value: '', label: 'None yet' }]),
          ...(data?.tiers ?? []).map((tier) => ({ value: tier.plan, label: tier.name })),
        ]}
      />
      <Switch
        label="Exempt: no cap, and nothing to pay"
        checked={exempt}
        onChange={(event) => setExempt(event.currentTarget.checked)}
      />
    </AskForm>
  );
}

function InviteForm({ account, onLink }: { account: Account; onLink: (link: string | null) => void }) {
  const [email, setEmail] = useState('');
  return (
    <AskForm
      action="Make the invitation"
      send={() =>
        ask<{ link: string | null }>(`${base}/invitations`, {
          method: 'POST',
          account: account.id,
          body: { email, role: 'owner' },
        })
      }
      onDone={({ link }) => onLink(link)}
    >
      <TextInput
        label="E-mail of the owner"
        type="email"
        required
        withAsterisk={false}
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </AskForm>
  );
}

type Open = null | { name: 'edit'; account: Account | null } | { name: 'invite'; account: Account };

export function OperatorAccountsPage() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [open, setOpen] = useState<Open>(null);
  const [link, setLink] = useState<string | null>(null);
  const query = useInfiniteQuery({
    queryKey: [...accountsKey, search],
    queryFn: ({ pageParam, signal }) =>
      ask<AccountPage>(`${base}/operator/accounts`, {
        signal,
        query: { search, limit: 50, cursor: pageParam },
      }),
    initialPageParam: null as AccountPage['next_cursor'],
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const accounts = (query.data?.pages ?? []).flatMap((page) => page.accounts);
  const close = () => setOpen(null);
  return (
    <Page
      title="Accounts"
      lead="Everybody who uses this service. You see how much they send, and not what."
      wide
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({ name: 'edit', account: null })}>
          Make an account
        </Button>
      }
    >
      <TextInput
        className="filters"
        size="sm"
        type="search"
        aria-label="Search by name or id"
        placeholder="Search by name or id"
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Pending of={query} />
      {query.data && accounts.length === 0 && <Empty title="No account is like this">Search for less.</Empty>}
      {accounts.length > 0 && (
        <Rows columns={['Name', 'Plan', 'This month', 'Since']}>
          {accounts.map((account) => (
            <tr key={account.id}>
              <td>
                <strong>{account.name}</strong>
                <div className="quiet">
                  {account.country} · <span className="mono">{account.id}</span>
                  {account.suspended_at !== null && ' · suspended'}
                </div>
              </td>
              <td data-label="Plan">{planWords(account)}</td>
              <td data-label="This month" className="number">
                {account.texts_used.toLocaleString()} texts
              </td>
              <td data-label="Since">
                <Instant at={account.created_at} as={dateOf} />
              </td>
              <td className="end">
                <Button.Group className="row-actions">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Numbers of ${account.name}`}
                    renderRoot={(props) => (
                      <AppLink to="/operator/numbers" search={{ account: account.id }} {...props} />
                    )}
                  >
                    Numbers
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Invite the owner of ${account.name}`}
                    onClick={() => setOpen({ name: 'invite', account })}
                  >
                    Invite
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Change ${account.name}`}
                    onClick={() => setOpen({ name: 'edit', account })}
                  >
                    Change
                  </Button>
                </Button.Group>
              </td>
            </tr>
          ))}
        </Rows>
      )}
      <ShowMore query={query} />
      <Modal
        opened={open !== null}
        onClose={close}
        title={
          open?.name === 'invite'
            ? `Invite the owner of “${open.account.name}”`
            : (open?.account?.name ?? 'Make an account')
        }
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          {open?.name === 'edit' && <AccountForm account={open.account} close={close} />}
          {open?.name === 'invite' && (
            <InviteForm
              account={open.account}
              onLink={(made) => {
                close();
                setLink(made);
                if (made === null) notifications.show({ message: 'The invitation is on its way by mail.' });
              }}
            />
          )}
        </Stack>
      </Modal>
      <SecretOnce title="The invitation’s link" label="the link" secret={link} close={() => setLink(null)}>
        <p className="quiet">Send it to the owner by a way that only they read. It works once.</p>
      </SecretOnce>
    </Page>
  );
}
