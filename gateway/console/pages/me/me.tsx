// What belongs to the person who is signed in: name, password, second factor, passkeys, sessions.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { LanguageChoice } from '../../ui/language_choice.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { DesktopSection } from './desktop.tsx';
import { DigestSection } from './digest.tsx';
import { PasskeySection } from './passkeys.tsx';
import { ChangesSection, SessionsSection } from './sessions.tsx';
import { EmailSection, NameSection, PasswordSection } from './sign_in_sections.tsx';
import { TotpSection } from './totp.tsx';
import { WritingSection } from './writing.tsx';

export function MePage() {
  const { data } = useQuery(meQuery);
  return (
    <Page title={often.mySettings} lead={say.lead}>
      {data && (
        <div className="stack">
          <NameSection user={data.user} />
          <Section title={say.languageTitle} lead={say.languageLead}>
            <LanguageChoice save={(language) => ask('PATCH /console/me', { body: { language } })} />
          </Section>
          <WritingSection />
          <DesktopSection />
          <DigestSection user={data.user} />
          <EmailSection key={data.user.email} user={data.user} />
          <PasswordSection user={data.user} />
          <TotpSection user={data.user} />
          <PasskeySection user={data.user} />
          <SessionsSection />
          <ChangesSection />
        </div>
      )}
    </Page>
  );
}
