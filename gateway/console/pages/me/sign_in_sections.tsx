// Name, e-mail address and password of the person.
import { useState } from 'react';
import { meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { User } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { ReauthenticationForm } from './reauthentication.tsx';

export const NameSection = ({ user }: { user: User }) => (
  <Section title={often.name} lead={say.nameLead}>
    <AskForm
      action={often.save}
      fields={{ name: { label: say.yourName, maxLength: 100, autoComplete: 'name', initial: user.name } }}
      send={(body) => ask('PATCH /console/me', { body })}
      changes={meQuery.queryKey}
      said={say.nameSaved}
    />
  </Section>
);

export function EmailSection({ user }: { user: User }) {
  const [asked, setAsked] = useState<string | null>(null);
  const isOwn = ({ email }: { email: string }) => email.trim().toLowerCase() === user.email;
  return (
    <Section
      title={often.email}
      lead={user.email_verified ? say.emailConfirmed(user.email) : say.emailNotConfirmed(user.email)}
    >
      <ReauthenticationForm
        user={user}
        label={say.currentPassword}
        action={(values) => (isOwn(values) ? say.confirmAddress : say.moveAddress)}
        disabled={(values) => isOwn(values) && user.email_verified}
        fields={{
          email: {
            label: often.email,
            description: say.emailHelp,
            type: 'email',
            autoComplete: 'email',
            initial: user.email,
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

export const PasswordSection = ({ user }: { user: User }) => (
  <Section title={often.password} lead={say.passwordLead}>
    <ReauthenticationForm
      user={user}
      label={say.currentPassword}
      action={say.changePassword}
      fields={{ ...passwordFields(), ...(user.passkeys.length > 0 && passkeyField()) }}
      send={({ next, endsPasskeys = false }) =>
        ask('POST /console/me/password', { body: { new: next, end_passkeys: endsPasskeys } })
      }
      changes={[]}
      isCleared
      said={say.passwordChanged}
    />
  </Section>
);
