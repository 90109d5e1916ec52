// What the account keeps and for how long, what is erased of it, and taking everything along: for its owners.
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, meQuery, useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { User } from '../../api/types.ts';
import { downloadFile } from '../../ui/download_csv.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { dataRetention as say } from '../../words/en/data_retention.ts';
import { ReauthenticationForm } from '../me/reauthentication.tsx';
import { AgesSection } from './ages.tsx';
import { ErasedSection, EraseSection } from './erase.tsx';

function TakeSection() {
  const account = useAccountId();
  const [isRunning, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    await downloadFile('/api/v1/export', account, 'account', 'ndjson');
    setRunning(false);
  };
  return (
    <Section title={say.take} lead={say.takeLead}>
      <Button
        variant="default"
        loading={isRunning}
        leftSection={<Icon name="download" />}
        onClick={() => void download()}
      >
        {say.download}
      </Button>
    </Section>
  );
}

const ChangesSection = () => (
  <Section title={say.auditLog} lead={say.auditLogLead}>
    <LinkButton to="/audit-log" variant="default">
      {say.openAuditLog}
    </LinkButton>
  </Section>
);

function EndSection({ user }: { user: User }) {
  const account = useAccountId();
  const name = useQuery(accountQuery(account)).data?.account.name ?? '';
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={say.end} lead={say.endLead}>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        {say.end}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say.endOf(name)}>
        <ReauthenticationForm
          user={user}
          lead={<div>{say.endWhy}</div>}
          fields={{
            name: {
              label: say.nameOf,
              description: say.nameHelp(name),
              isFirst: true,
              maxLength: 100,
              autoComplete: 'off',
            },
            note: { label: say.note, isOptional: true, maxLength: 100 },
          }}
          action={say.endAction}
          color="red.9"
          onKeep={() => setOpen(false)}
          disabled={(values) => values.name !== name}
          send={(body) => ask('DELETE /account', { account, body })}
          // The account is among the person's own until its rows are gone: what is theirs is there at once.
          onDone={() => location.assign('/me')}
        />
      </Modal>
    </Section>
  );
}

export function DataRetentionPage() {
  const user = useQuery(meQuery).data?.user;
  return (
    <Page title={say.title} lead={say.lead} guide="/docs/retention">
      <div className="stack">
        <AgesSection />
        {user && <EraseSection user={user} />}
        <ErasedSection />
        <TakeSection />
        <ChangesSection />
        {user && <EndSection user={user} />}
      </div>
    </Page>
  );
}
