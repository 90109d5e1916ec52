// Every account of the service.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tiersQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { invitationWords } from '../people/people.tsx';

type Account = Schemas['AccountRecord'];

export const planWords = ({ plan, exempt, subscription_status }: Account) => {
  if (exempt) return 'Exempt';
  if (plan === null) return 'None';
  return subscription_status && subscription_status !== 'active' ? `${plan}, ${subscription_status}` : plan;
};

/** Makes an account, or changes one. */
export function AccountDialog({ account, close }: { account: Account | null; close: () => void }) {
  const { data } = useQuery(tiersQuery);
  return (
    <FormDialog
      isOpen
      close={close}
      title={account?.name ?? 'Make an account'}
      action={account ? 'Save' : 'Make the account'}
      fields={{
        name: { label: 'Name', isFirst: true, maxLength: 200, initial: account?.name ?? '' },
        country: {
          label: 'Country',
          description: 'Two letters, like US: how numbers without a country’s code are read.',
          minLength: 2,
          maxLength: 2,
          initial: account?.country ?? '',
          read: (typed) => typed.toUpperCase(),
        },
        plan: {
          label: 'Plan',
          type: 'select',
          isOptional: true,
          initial: account?.plan ?? '',
          options: [
            ...(account?.plan ? [] : [{ value: '', label: 'None yet' }]),
            ...(data?.tiers ?? []).map((tier) => ({ value: tier.plan, label: tier.name })),
          ],
        },
        exempt: {
          label: 'Exempt: no cap, and nothing to pay',
          type: 'switch',
          initial: account?.exempt ?? false,
        },
      }}
      send={({ plan, ...others }) => {
        const body = { ...others, ...(plan !== '' && plan !== account?.plan && { plan }) };
        return account
          ? ask('PATCH /operator/accounts/{id}', { path: { id: account.id }, body })
          : ask('POST /operator/accounts', { body });
      }}
      changes={keyOf('/operator/accounts')}
    />
  );
}

export const InviteDialog = ({ account, close }: { account: Account | null; close: () => void }) => (
  <FormDialog
    isOpen={account !== null}
    close={close}
    title={`Invite the owner of “${account?.name}”`}
    action="Make the invitation"
    fields={{ email: { label: 'E-mail of the owner', type: 'email', isFirst: true } }}
    send={({ email }) => ask('POST /invitations', { account: account?.id, body: { email, role: 'owner' } })}
    {...invitationWords('the owner')}
  />
);

const columns = [
  [
    'Name',
    ({ name, country, id, suspended_at }: Account) => (
      <>
        <AppLink className="link" to={`/operator/accounts/${id}`}>
          <strong>{name}</strong>
        </AppLink>
        <div className="quiet">
          {country} · <span className="mono">{id}</span>
          {suspended_at !== null && ' · suspended'}
        </div>
      </>
    ),
  ],
  ['Plan', planWords],
  [
    'This month',
    ({ texts_used }: Account) => <span className="number">{texts_used.toLocaleString()} texts</span>,
  ],
  ['Since', ({ created_at }: Account) => <Instant at={created_at} as={dateOf} />],
] as const;

export function OperatorAccountsPage() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  /** The account that is changed; null for a new one. */
  const [edited, edit] = useState<Account | null>();
  const [invited, invite] = useState<Account | null>(null);
  const query = useInfiniteQuery({
    ...pagesOf('GET /operator/accounts', 'accounts', { query: { search } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Accounts"
      lead="Everybody who uses this service. You see how much they send, but not what they write."
      wide
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => edit(null)}>
          Make an account
        </Button>
      }
    >
      <SearchInput className="filters" label="Search by name or id" value={typed} onChange={setTyped} />
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns}
        action={(account) => (
          <Button.Group className="row-actions">
            <RowButton
              label="Numbers"
              of={`of ${account.name}`}
              renderRoot={(root) => (
                <AppLink to="/operator/numbers" search={{ account: account.id }} {...root} />
              )}
            />
            <RowButton label="Invite" of={`the owner of ${account.name}`} onClick={() => invite(account)} />
            <RowButton label="Change" of={account.name} onClick={() => edit(account)} />
          </Button.Group>
        )}
        empty={{ title: 'No account found', text: 'Try a shorter name, or the id.' }}
      />
      {edited !== undefined && <AccountDialog account={edited} close={() => edit(undefined)} />}
      <InviteDialog account={invited} close={() => invite(null)} />
    </Page>
  );
}
