// Every account of the service.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tiersQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { countryOptions, ownCountry } from '../../ui/countries.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { team } from '../../words/en/team.ts';
import { invitationWords } from '../team/team.tsx';
import { PlanWords } from './plan_words.tsx';

type Account = Schemas['AccountRecord'];

/** Makes an account, or changes one. */
export function AccountDialog({ account, close }: { account: Account | null; close: () => void }) {
  const { data } = useQuery(tiersQuery);
  return (
    <FormDialog
      isOpen
      close={close}
      title={account?.name ?? say.makeAccount}
      action={account ? often.save : say.makeAccount}
      fields={{
        name: { label: often.name, isFirst: true, maxLength: 100, initial: account?.name ?? '' },
        country: {
          label: often.country,
          type: 'select',
          description: say.countryHelp,
          initial: account?.country ?? ownCountry(),
          options: countryOptions(),
        },
        plan: {
          label: often.plan,
          type: 'select',
          isOptional: true,
          initial: account?.plan ?? '',
          options: [
            ...(account?.plan ? [] : [{ value: '', label: say.noneYet }]),
            ...(data?.tiers ?? []).map((tier) => ({ value: tier.plan, label: tier.name })),
          ],
        },
        exempt: {
          label: say.exemptField,
          type: 'switch',
          initial: account?.exempt ?? false,
        },
      }}
      send={({ plan, ...others }) => {
        const body = { ...others, ...(plan !== '' && plan !== account?.plan && { plan }) };
        return account
          ? ask('PATCH /operator/accounts/{account_id}', { path: { account_id: account.id }, body })
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
    title={say.inviteOwnerOf(account?.name ?? '')}
    action={often.makeInvitation}
    fields={{ email: { label: say.ownerEmail, type: 'email', isFirst: true } }}
    send={({ email }) => ask('POST /invitations', { account: account?.id, body: { email, role: 'owner' } })}
    {...invitationWords(team.linkToOwner)}
  />
);

const columns = () =>
  [
    [
      often.name,
      ({ name, country, id, suspended_at }: Account) => (
        <>
          <AppLink className="link" to={`/operator/accounts/${id}`}>
            <strong>{name}</strong>
          </AppLink>
          <div className="quiet">
            {country} · <span className="mono">{id}</span>
            {suspended_at !== null && ` · ${say.suspendedMark}`}
          </div>
        </>
      ),
    ],
    [often.plan, (account: Account) => <PlanWords of={account} />],
    [often.thisMonth, ({ texts_used }: Account) => <span className="number">{say.texts(texts_used)}</span>],
    [often.since, ({ created_at }: Account) => <Instant at={created_at} as={dateOf} />],
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
      title={often.accounts}
      lead={say.accountsLead}
      wide
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => edit(null)}>
          {say.makeAccount}
        </Button>
      }
    >
      <SearchInput className="filters" label={say.searchAccounts} value={typed} onChange={setTyped} />
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={columns()}
        action={(account) => (
          <div className="row-actions">
            <RowButton
              label={often.numbers}
              of={say.of(account.name)}
              renderRoot={(root) => (
                <AppLink to="/operator/numbers" search={{ account: account.id }} {...root} />
              )}
            />
            <RowButton label={say.invite} of={say.ownerOf(account.name)} onClick={() => invite(account)} />
            <RowButton label={often.change} of={account.name} onClick={() => edit(account)} />
          </div>
        )}
        empty={{ title: say.noAccount, text: say.noAccountHelp }}
      />
      {edited !== undefined && <AccountDialog account={edited} close={() => edit(undefined)} />}
      <InviteDialog account={invited} close={() => invite(null)} />
    </Page>
  );
}
