// What belongs to the person who is signed in: name, password, second factor, passkeys, sessions.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/account.ts';
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

const NameSection = ({ person }: { person: Person }) => (
  <Section title="Name" lead="As others see it.">
    <AskForm
      action="Save"
      fields={{ name: { label: 'Your name', maxLength: 100, autoComplete: 'name', initial: person.name } }}
      send={(body) => ask('PATCH /console/me', { body })}
      changes={meQuery.queryKey}
      said="Your name is saved."
    />
  </Section>
);

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
