// The sign-in: e-mail and password, then the second factor where there is one; or a passkey alone.
import { Anchor, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { base, startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Fault } from '../../ui/state.tsx';
import { DoorCard } from './door_card.tsx';
import { useEnterConsole } from './enter_console.ts';
import { canUsePasskeys, signInByPasskey, wasGivenUp } from './passkeys.ts';

type SignedIn = { second_factor: false } | { second_factor: true; ticket: string };

function SecondFactor({ ticket, giveUp }: { ticket: string; giveUp: () => void }) {
  const [code, setCode] = useState('');
  const enter = useEnterConsole();
  return (
    <DoorCard
      title="Second factor"
      lead="Type the code that your authenticator app shows now, or one of your recovery codes."
    >
      <AskForm
        action="Continue"
        isWide
        send={() =>
          ask(`${base}/console/sign-in/totp`, { method: 'POST', body: { ticket, code: code.trim() } })
        }
        onDone={() => void enter()}
      >
        <TextInput
          label="Code"
          required
          withAsterisk={false}
          autoFocus
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </AskForm>
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
      {error && !wasGivenUp(error) && <Fault error={error} />}
    </Stack>
  );
}

export function SignInPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [ticket, setTicket] = useState<string | null>(null);
  const enter = useEnterConsole();
  const { data: start } = useQuery(startQuery);
  if (ticket !== null)
    return (
      <SecondFactor
        ticket={ticket}
        giveUp={() => {
          setTicket(null);
          setPassword('');
        }}
      />
    );
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
        send={() => ask<SignedIn>(`${base}/console/sign-in`, { method: 'POST', body: { email, password } })}
        onDone={(answer) => {
          if (answer.second_factor) setTicket(answer.ticket);
          else void enter();
        }}
      >
        <TextInput
          label="E-mail"
          type="email"
          required
          withAsterisk={false}
          autoComplete="username webauthn"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </AskForm>
      {canUsePasskeys() && <PasskeyButton />}
    </DoorCard>
  );
}
