// Name, e-mail address and password of the person.
import { useState } from 'react';
import { meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { ProofForm } from './proof.tsx';

export const NameSection = ({ person }: { person: Person }) => (
  <Section title={often.name} lead={say.nameLead}>
    <AskForm
      action={often.save}
      fields={{ name: { label: say.yourName, maxLength: 100, autoComplete: 'name', initial: person.name } }}
      send={(body) => ask('PATCH /console/me', { body })}
      changes={meQuery.queryKey}
      said={say.nameSaved}
    />
  </Section>
);

export function EmailSection({ person }: { person: Person }) {
  const [asked, setAsked] = useState<string | null>(null);
  const isOwn = ({ email }: { email: string }) => email.trim().toLowerCase() === person.email;
  return (
    <Section
      title={often.email}
      lead={person.email_proved ? say.emailConfirmed(person.email) : say.emailNotConfirmed(person.email)}
    >
      <ProofForm
        person={person}
        label={say.currentPassword}
        action={(values) => (isOwn(values) ? say.confirmAddress : say.moveAddress)}
        disabled={(values) => isOwn(values) && person.email_proved}
        fields={{
          email: {
            label: often.email,
            description: say.emailHelp,
            type: 'email',
            autoComplete: 'email',
            initial: person.email,
          },
        }}
        send={async (body) => {
          await ask('POST /console/me/email', { body });
          setAsked(body.email);
        }}
      />
      {asked !== null && <p role="status">{say.mailOnItsWay(asked)}</p>}
    </Section>
  );
}

const passwordFields = () =>
  ({
    next: {
      label: often.newPassword,
      asked: 'new',
      description: say.passwordHelp,
      type: 'password',
      minLength: 10,
      maxLength: 200,
      autoComplete: 'new-password',
    },
  }) as const;
const passkeyField = () => ({ endsPasskeys: { label: say.removePasskeysToo, type: 'checkbox' } }) as const;

export const PasswordSection = ({ person }: { person: Person }) => (
  <Section title={often.password} lead={say.passwordLead}>
    <ProofForm
      person={person}
      label={say.currentPassword}
      action={say.changePassword}
      fields={{ ...passwordFields(), ...(person.passkeys.length > 0 && passkeyField()) }}
      send={({ next, endsPasskeys = false }) =>
        ask('POST /console/me/password', { body: { new: next, end_passkeys: endsPasskeys } })
      }
      changes={[]}
      isCleared
      said={say.passwordChanged}
    />
  </Section>
);
