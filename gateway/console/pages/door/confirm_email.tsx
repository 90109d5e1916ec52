// The link of a mail that shows whose an e-mail address is. The person who asked for it opens it, where they are signed in.
import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import { signInPath } from '../../shell/doors.ts';
import { Fault } from '../../ui/state.tsx';
import { door as say } from '../../words/en/door.ts';
import { DoorCard, DoorPending, takeToken, useEnterConsole } from './door_card.tsx';

function Confirm({ token, name }: { token: string; name: string }) {
  const enter = useEnterConsole();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('POST /console/me/email/verification', { body: { token } }),
    onSuccess: () => void enter('/me'),
  });
  return (
    <DoorCard title={say.confirmTitle} lead={say.signedInAs(name)}>
      <Stack gap="md">
        {error &&
          (hasCode(error, 'link_expired') ? <p role="alert">{say.confirmDead}</p> : <Fault error={error} />)}
        <Button size="md" loading={isPending} onClick={() => mutate()}>
          {say.itIsMine}
        </Button>
      </Stack>
    </DoorCard>
  );
}

export function ConfirmEmailPage() {
  const [token] = useState(takeToken);
  const start = useQuery(startQuery);
  const { data } = start;
  if (token === null) return <DoorCard title={say.confirmTitle} lead={say.incomplete} />;
  if (!data) return <DoorPending of={start} />;
  if (data.user) return <Confirm token={token} name={data.user.name} />;
  return (
    <DoorCard title={say.confirmTitle} lead={say.confirmSignIn}>
      <Button component="a" href={signInPath('/me')} variant="default">
        {say.toSignIn}
      </Button>
    </DoorCard>
  );
}
