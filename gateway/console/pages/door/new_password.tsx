// The link of a mail that sets a new password. Nobody is signed in by it: the sign-in follows.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, hasCode } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { door as say } from '../../words/en/door.ts';
import { often } from '../../words/en/often.ts';
import { DoorCard, DoorPending, takeToken } from './door_card.tsx';
import { shortestPassword } from './shortest_password.ts';

const Dead = () => (
  <DoorCard title={say.deadTitle} lead={say.deadPassword}>
    <Button component="a" href="/forgot-password" variant="default">
      {say.askForNew}
    </Button>
  </DoorCard>
);

const Done = () => {
  const navigate = useNavigate();
  return (
    <DoorCard key="done" title={say.passwordSet} lead={say.passwordSetLead}>
      <Button size="md" fullWidth onClick={() => void navigate({ to: '/sign-in', replace: true })}>
        {say.toSignIn}
      </Button>
    </DoorCard>
  );
};

export function NewPasswordPage() {
  const [token] = useState(takeToken);
  const [isDone, setDone] = useState(false);
  const client = useQueryClient();
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => ask('POST /console/links/read', { body: { token: token ?? '' }, signal }),
    enabled: token !== null && !isDone,
  });
  if (isDone) return <Done />;
  if (token === null || hasCode(link.error, 'link_expired', 'not_found', 'invalid_request')) return <Dead />;
  if (!link.data) return <DoorPending of={link} />;
  if (link.data.kind !== 'password') return <Dead />;
  return (
    <DoorCard title={say.newPasswordTitle} lead={say.allSessionsEnd}>
      <AskForm
        action={say.setPassword}
        isWide
        fields={{
          email: {
            label: often.email,
            type: 'email',
            autoComplete: 'username',
            readOnly: true,
            initial: link.data.email ?? '',
          },
          password: {
            label: often.newPassword,
            description: say.passwordHelp(shortestPassword),
            type: 'password',
            minLength: shortestPassword,
            autoComplete: 'new-password',
            isFirst: true,
          },
        }}
        send={({ password }) => ask('POST /console/new-password', { body: { token, password } })}
        onDone={() => {
          client.clear();
          setDone(true);
        }}
      />
    </DoorCard>
  );
}
