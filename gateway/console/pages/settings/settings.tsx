// The account's own settings.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, meQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { countryOptions } from '../../ui/countries.ts';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { AdminSection, Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { dataRetention } from '../../words/en/data_retention.ts';
import { often } from '../../words/en/often.ts';
import { settings as say } from '../../words/en/settings.ts';
import { shell } from '../../words/en/shell.ts';
import { Say } from '../../words/say.tsx';
import { MailsSection } from './mails.tsx';
import { QuietHoursSection } from './quiet_hours.tsx';

function AccountForm({ value }: { value: Schemas['MemberAccount'] }) {
  const readOnly = !useRole().isAdmin;
  const refresh = useRefresh();
  return (
    <AskForm
      action={often.save}
      disabled={readOnly}
      fields={{
        name: { label: often.name, maxLength: 100, readOnly, initial: value.name },
        country: {
          label: often.country,
          type: 'select',
          description: say.countryHelp,
          readOnly,
          initial: value.country,
          options: countryOptions(),
        },
      }}
      send={(body) => ask('PATCH /account', { account: value.id, body })}
      said={say.saved}
      onDone={() => refresh(meQuery.queryKey, accountQuery(value.id).queryKey, ['account', value.id])}
    />
  );
}

/** Leads to what only owners do with what is kept. */
const KeptSection = () => (
  <Section title={dataRetention.title} lead={say.keptLead}>
    <Group gap="sm">
      <LinkButton to="/data-retention" variant="default">
        {say.openKept}
      </LinkButton>
      <LinkButton to="/audit-log" variant="default">
        {dataRetention.openAuditLog}
      </LinkButton>
    </Group>
  </Section>
);

export function SettingsPage() {
  const { isOwner } = useRole();
  const account = useAccountId();
  const query = useQuery(queryOf('GET /account', { account }));
  const { data } = query;
  return (
    <Page title={shell.settings} lead={say.lead}>
      <Pending of={query} />
      {data && (
        <AdminSection
          title={shell.account}
          lead={<Say words={say.idIs} parts={{ id: <span className="mono">{data.account.id}</span> }} />}
        >
          <AccountForm key={account} value={data.account} />
        </AdminSection>
      )}
      <QuietHoursSection />
      <MailsSection />
      {isOwner && <KeptSection />}
    </Page>
  );
}
