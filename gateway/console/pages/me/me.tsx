// What belongs to the person who is signed in: name, password, second factor, passkeys, sessions.
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { ChangesSection } from './changes.tsx';
import { EmailSection } from './email.tsx';
import { PasskeySection } from './passkeys.tsx';
import { PasswordSection } from './password.tsx';
import { SessionsSection } from './sessions.tsx';
import { TotpSection } from './totp.tsx';

function NameSection({ person }: { person: Person }) {
  const client = useQueryClient();
  const [name, setName] = useState(person.name);
  return (
    <Section title="Name" lead="As others see it.">
      <AskForm
        action="Save"
        send={() => ask(`${base}/console/me`, { method: 'PATCH', body: { name } })}
        onDone={() => {
          void client.invalidateQueries(meQuery);
          notifications.show({ message: 'Your name is saved.' });
        }}
      >
        <TextInput
          label="Your name"
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </AskForm>
    </Section>
  );
}

export function MePage() {
  const { data } = useQuery(meQuery);
  return (
    <Page title="My settings" lead="They belong to you, in every account.">
      {data && (
        <div className="stack">
          <NameSection person={data.person} />
          <EmailSection key={data.person.email} person={data.person} />
          <PasswordSection person={data.person} />
          <TotpSection person={data.person} />
          <PasskeySection person={data.person} />
          <SessionsSection />
          <ChangesSection />
        </div>
      )}
    </Page>
  );
}
