// The link of a mail that sets a new password. Nobody is signed in by it: the sign-in follows.
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, hasCode } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { DoorCard, DoorPending, takeToken } from './door_card.tsx';
import { shortestPassword } from './shortest_password.ts';

const Dead = () => (
  <DoorCard
    title="This link does not work"
    lead="It was used already, a newer one took its place, or its half hour is over."
  >
    <Button component="a" href="/forgot-password" variant="default">
      Ask for a new one
    </Button>
  </DoorCard>
);

const Done = () => {
  const navigate = useNavigate();
  return (
    <DoorCard
      key="done"
      title="Your new password is set"
      lead="You were signed out everywhere. Sign in with it now."
    >
      <Button size="md" fullWidth onClick={() => void navigate({ to: '/sign-in', replace: true })}>
        To the sign-in
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
    <DoorCard title="A new password" lead="All your sessions end. Your second factor and passkeys stay.">
      <AskForm
        action="Set the password"
        isWide
        fields={{
          email: {
            label: 'E-mail',
            type: 'email',
            autoComplete: 'username',
            readOnly: true,
            initial: link.data.email ?? '',
          },
          password: {
            label: 'New password',
            description: `At least ${shortestPassword} characters. A few words that you make up are good.`,
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
