// The account's own settings.

import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, enterQuery, meQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { QuietHoursSection } from './quiet_hours.tsx';

type Account = Schemas['MemberAccount'];
function AccountForm({ value, canChange }: { value: Account; canChange: boolean }) {
  const client = useQueryClient();
  const [name, setName] = useState(value.name);
  const [country, setCountry] = useState(value.country);
  return (
    <AskForm
      action="Save"
      disabled={!canChange}
      send={() => ask(`${base}/account`, { method: 'PATCH', account: value.id, body: { name, country } })}
      onDone={() => {
        void client.invalidateQueries(meQuery);
        void client.invalidateQueries(enterQuery(value.id));
        void client.invalidateQueries({ queryKey: ['account', value.id] });
        notifications.show({ message: 'The account is saved.' });
      }}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={200}
        readOnly={!canChange}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Country"
        description="Two letters, like US. Numbers without a country’s code are read as numbers of this country."
        required
        withAsterisk={false}
        minLength={2}
        maxLength={2}
        readOnly={!canChange}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value.toUpperCase())}
      />
    </AskForm>
  );
}

export function SettingsPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const query = useQuery({
    queryKey: ['account', account, 'settings'],
    queryFn: ({ signal }) => ask<{ account: Account }>(`${base}/account`, { account, signal }),
  });
  const { data } = query;
  return (
    <Page title="Settings" lead="Of this account. Your own are under your name.">
      <Pending of={query} />
      {data && (
        <AdminSection
          isAdmin={isAdmin}
          title="Account"
          lead={
            <>
              Its id is <span className="mono">{data.account.id}</span>: platforms ask for it.
            </>
          }
        >
          <AccountForm key={account} value={data.account} canChange={isAdmin} />
        </AdminSection>
      )}
      <QuietHoursSection account={account} isAdmin={isAdmin} />
    </Page>
  );
}
