// A new password.
import { Checkbox, PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

export function PasswordSection({ person }: { person: Person }) {
  const client = useQueryClient();
  const [next, setNext] = useState('');
  const [endsPasskeys, setEndsPasskeys] = useState(false);
  return (
    <Section title="Password" lead="A new one ends your sessions everywhere else.">
      <ProofForm
        person={person}
        label="Current password"
        action="Change the password"
        send={() =>
          ask(`${base}/console/me/password`, {
            method: 'POST',
            body: { new: next, end_passkeys: endsPasskeys },
          })
        }
        onDone={() => {
          setNext('');
          setEndsPasskeys(false);
          void client.invalidateQueries();
          notifications.show({ message: 'The password is changed. Other sessions have ended.' });
        }}
      >
        <PasswordInput
          label="New password"
          description="At least 10 characters."
          required
          withAsterisk={false}
          minLength={10}
          maxLength={200}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {person.passkeys.length > 0 && (
          <Checkbox
            label="Remove all my passkeys as well"
            checked={endsPasskeys}
            onChange={(event) => setEndsPasskeys(event.currentTarget.checked)}
          />
        )}
      </ProofForm>
    </Section>
  );
}
