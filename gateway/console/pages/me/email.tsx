// The e-mail address: whether it is confirmed, and another one in its place.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

export function EmailSection({ person }: { person: Person }) {
  const [email, setEmail] = useState(person.email);
  const [asked, setAsked] = useState<string | null>(null);
  const isOwn = email.trim().toLowerCase() === person.email;
  return (
    <Section
      title="E-mail"
      lead={
        person.email_proved
          ? `You sign in with ${person.email}. It is confirmed.`
          : `You sign in with ${person.email}. Nothing has shown yet that it is yours.`
      }
    >
      <ProofForm
        person={person}
        label="Current password"
        action={isOwn ? 'Confirm this address' : 'Move to this address'}
        disabled={isOwn && person.email_proved}
        send={() => ask(`${base}/console/me/email`, { method: 'POST', body: { email } })}
        onDone={() => setAsked(email)}
      >
        <TextInput
          label="E-mail"
          description="We mail a link there. Open it in this browser: from then on you sign in with it."
          type="email"
          required
          withAsterisk={false}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </ProofForm>
      {asked !== null && (
        <p role="status">
          A mail to {asked} is on its way. Its link works for a day. If none comes, ask again in an hour.
        </p>
      )}
    </Section>
  );
}
