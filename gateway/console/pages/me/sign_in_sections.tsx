// Name, e-mail address and password of the person.
import { useState } from 'react';
import { meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

export const NameSection = ({ person }: { person: Person }) => (
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

export function EmailSection({ person }: { person: Person }) {
  const [asked, setAsked] = useState<string | null>(null);
  const isOwn = ({ email }: { email: string }) => email.trim().toLowerCase() === person.email;
  return (
    <Section
      title="E-mail"
      lead={
        person.email_proved
          ? `You sign in with ${person.email}. It is confirmed.`
          : `You sign in with ${person.email}. It is not confirmed yet.`
      }
    >
      <ProofForm
        person={person}
        label="Current password"
        action={(values) => (isOwn(values) ? 'Confirm this address' : 'Move to this address')}
        disabled={(values) => isOwn(values) && person.email_proved}
        fields={{
          email: {
            label: 'E-mail',
            description: 'We mail a link there. Open it in this browser: from then on you sign in with it.',
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
      {asked !== null && (
        <p role="status">
          A mail to {asked} is on its way. Its link works for a day. If none comes, ask again in an hour.
        </p>
      )}
    </Section>
  );
}

const passwordFields = {
  next: {
    label: 'New password',
    asked: 'new',
    description: 'At least 10 characters.',
    type: 'password',
    minLength: 10,
    maxLength: 200,
    autoComplete: 'new-password',
  },
} as const;
const passkeyField = { endsPasskeys: { label: 'Remove all my passkeys as well', type: 'checkbox' } } as const;

export const PasswordSection = ({ person }: { person: Person }) => (
  <Section title="Password" lead="A new one ends your sessions everywhere else.">
    <ProofForm
      person={person}
      label="Current password"
      action="Change the password"
      fields={{ ...passwordFields, ...(person.passkeys.length > 0 && passkeyField) }}
      send={({ next, endsPasskeys = false }) =>
        ask('POST /console/me/password', { body: { new: next, end_passkeys: endsPasskeys } })
      }
      changes={[]}
      isCleared
      said="The password is changed. Other sessions have ended."
    />
  </Section>
);
