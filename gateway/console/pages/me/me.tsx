// What belongs to the person who is signed in: name, password, second factor, passkeys, sessions.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/account.ts';
import { Page } from '../../ui/page.tsx';
import { DesktopSection } from './desktop.tsx';
import { PasskeySection } from './passkeys.tsx';
import { ChangesSection, SessionsSection } from './sessions.tsx';
import { EmailSection, NameSection, PasswordSection } from './sign_in_sections.tsx';
import { TotpSection } from './totp.tsx';
import { WritingSection } from './writing.tsx';

export function MePage() {
  const { data } = useQuery(meQuery);
  return (
    <Page title="My settings" lead="They belong to you, in every account.">
      {data && (
        <div className="stack">
          <NameSection person={data.person} />
          <WritingSection />
          <DesktopSection />
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
