// The link of a mail that shows whose an e-mail address is. The person who asked for it opens it, where they are signed in.
import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import { signInPath } from '../../shell/doors.ts';
import { Fault } from '../../ui/state.tsx';
import { DoorCard, DoorPending, takeToken, useEnterConsole } from './door_card.tsx';

const title = 'Confirm your e-mail address';

function Confirm({ token, name }: { token: string; name: string }) {
  const enter = useEnterConsole();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('POST /console/me/email/proof', { body: { token } }),
    onSuccess: () => void enter('/me'),
  });
  return (
    <DoorCard title={title} lead={`You are signed in as ${name}.`}>
      <Stack gap="md">
        {error &&
          (hasCode(error, 'link_expired') ? (
            <p role="alert">
              The link was used already, its time is over, or somebody else asked for it. Ask for a new one in
              your settings.
            </p>
          ) : (
            <Fault error={error} />
          ))}
        <Button size="md" loading={isPending} onClick={() => mutate()}>
          It is mine
        </Button>
      </Stack>
    </DoorCard>
  );
}

export function ConfirmEmailPage() {
  const [token] = useState(takeToken);
  const start = useQuery(startQuery);
  const { data } = start;
  if (token === null)
    return <DoorCard title={title} lead="This link is incomplete. Open the whole link again, please." />;
  if (!data) return <DoorPending of={start} />;
  if (data.person) return <Confirm token={token} name={data.person.name} />;
  return (
    <DoorCard
      title={title}
      lead="Sign in first, as the person who asked for the mail. Then open its link again."
    >
      <Button component="a" href={signInPath('/me')} variant="default">
        To the sign-in
      </Button>
    </DoorCard>
  );
}
