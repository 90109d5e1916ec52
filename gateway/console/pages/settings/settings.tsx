// The account's own settings.
import { useQuery } from '@tanstack/react-query';
import { enterQuery, meQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { QuietHoursSection } from './quiet_hours.tsx';

function AccountForm({ value }: { value: Schemas['MemberAccount'] }) {
  const readOnly = !useRole().isAdmin;
  const refresh = useRefresh();
  return (
    <AskForm
      action="Save"
      disabled={readOnly}
      fields={{
        name: { label: 'Name', maxLength: 200, readOnly, initial: value.name },
        country: {
          label: 'Country',
          description:
            'Two letters, like US. Numbers without a country’s code are read as numbers of this country.',
          minLength: 2,
          maxLength: 2,
          readOnly,
          initial: value.country,
          read: (typed) => typed.toUpperCase(),
        },
      }}
      send={(body) => ask('PATCH /account', { account: value.id, body })}
      said="The account is saved."
      onDone={() => refresh(meQuery.queryKey, enterQuery(value.id).queryKey, ['account', value.id])}
    />
  );
}

export function SettingsPage() {
  const account = useAccountId();
  const query = useQuery(queryOf('GET /account', { account }));
  const { data } = query;
  return (
    <Page title="Settings" lead="These belong to the account. Your own settings are under your name.">
      <Pending of={query} />
      {data && (
        <AdminSection
          title="Account"
          lead={
            <>
              Its id is <span className="mono">{data.account.id}</span>: platforms ask for it.
            </>
          }
        >
          <AccountForm key={account} value={data.account} />
        </AdminSection>
      )}
      <QuietHoursSection />
    </Page>
  );
}
