// The sign-in: e-mail and password, then the second factor where there is one; or a passkey alone.
import { Anchor, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Fault } from '../../ui/state.tsx';
import { DoorCard, useEnterConsole } from './door_card.tsx';
import { canUsePasskeys, signInByPasskey } from './passkeys.ts';

function SecondFactor({ ticket, giveUp }: { ticket: string; giveUp: () => void }) {
  const enter = useEnterConsole();
  return (
    <DoorCard
      title="Second factor"
      lead="Type the code that your authenticator app shows now, or one of your recovery codes."
    >
      <AskForm
        action="Continue"
        isWide
        fields={{ code: { label: 'Code', isFirst: true, autoComplete: 'one-time-code' } }}
        send={({ code }) => ask('POST /console/sign-in/totp', { body: { ticket, code: code.trim() } })}
        onDone={() => void enter()}
      />
      <Anchor component="button" type="button" mt="md" size="sm" onClick={giveUp}>
        Sign in as somebody else
      </Anchor>
    </DoorCard>
  );
}

function PasskeyButton() {
  const enter = useEnterConsole();
  const { mutate, isPending, error } = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: () => void enter(),
  });
  return (
    <Stack gap="md" mt="md">
      <Divider label="or" />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<Icon name="passkey" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Use a passkey
      </Button>
      {error && <Fault error={error} />}
    </Stack>
  );
}

const fields = {
  email: { label: 'E-mail', type: 'email', autoComplete: 'username webauthn' },
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
} as const;

export function SignInPage() {
  const [ticket, setTicket] = useState<string | null>(null);
  const enter = useEnterConsole();
  const { data: start } = useQuery(startQuery);
  if (ticket !== null) return <SecondFactor ticket={ticket} giveUp={() => setTicket(null)} />;
  return (
    <DoorCard
      title="Sign in"
      lead={
        start?.needs_first_person
          ? 'Nobody has an account here yet. Open the sign-up link that the service printed when it started.'
          : undefined
      }
    >
      <AskForm
        action="Sign in"
        isWide
        fields={fields}
        send={(body) => ask('POST /console/sign-in', { body })}
        onDone={(answer) => {
          if (answer.second_factor) setTicket(answer.ticket ?? null);
          else void enter();
        }}
      />
      {canUsePasskeys() && <PasskeyButton />}
    </DoorCard>
  );
}
