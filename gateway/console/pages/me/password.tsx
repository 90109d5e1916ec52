// A new password.
import { PasswordInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';

export function PasswordSection() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  return (
    <Section title="Password" lead="A new one ends your sessions everywhere else.">
      <AskForm
        action="Change the password"
        send={() => ask(`${base}/me/password`, { method: 'POST', body: { current, new: next } })}
        onDone={() => {
          setCurrent('');
          setNext('');
          notifications.show({ message: 'The password is changed. Other sessions have ended.' });
        }}
      >
        <PasswordInput
          label="Current password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
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
      </AskForm>
    </Section>
  );
}
