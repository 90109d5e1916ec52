// The e-mail address: whether it is confirmed, and another one in its place.
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

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
