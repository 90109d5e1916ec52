// The sign-in: e-mail and password, then the second factor where there is one; or a passkey alone.
import { Anchor, Button, Divider, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Fault } from '../../ui/state.tsx';
import { DoorCard, useEnterConsole } from './door_card.tsx';
import { canUsePasskeys, signInByPasskey } from './passkeys.ts';

interface StepProps {
  onDone: () => void;
}

function SecondFactor({ ticket, giveUp, onDone }: StepProps & { ticket: string; giveUp: () => void }) {
  return (
    <>
      <AskForm
        action="Continue"
        isWide
        fields={{ code: { label: 'Code', isFirst: true, autoComplete: 'one-time-code' } }}
        send={({ code }) => ask('POST /console/sign-in/totp', { body: { ticket, code: code.trim() } })}
        onDone={onDone}
      />
      <Anchor component="button" type="button" mt="md" size="sm" onClick={giveUp}>
        Sign in as somebody else
      </Anchor>
    </>
  );
}

function PasskeyButton({ onDone }: StepProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
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

/** The step that is next, and its form. `email` is the person's, where it is known who signs in. */
export function useSignIn({ email, onDone }: StepProps & { email?: string }): {
  isSecondFactor: boolean;
  form: ReactNode;
} {
  const [ticket, setTicket] = useState<string | null>(null);
  if (ticket !== null)
    return {
      isSecondFactor: true,
      form: <SecondFactor ticket={ticket} giveUp={() => setTicket(null)} onDone={onDone} />,
    };
  const known = email === undefined ? {} : { initial: email, readOnly: true };
  const isFirst = email !== undefined;
  const form = (
    <>
      <AskForm
        action="Sign in"
        isWide
        fields={{
          email: { label: 'E-mail', type: 'email', autoComplete: 'username webauthn', ...known },
          password: { label: 'Password', type: 'password', autoComplete: 'current-password', isFirst },
        }}
        send={(body) => ask('POST /console/sign-in', { body })}
        onDone={(answer) => {
          if (answer.second_factor) setTicket(answer.ticket ?? null);
          else onDone();
        }}
      />
      {canUsePasskeys() && <PasskeyButton onDone={onDone} />}
    </>
  );
  return { isSecondFactor: false, form };
}

/** The words of the second factor. */
export const secondFactorLead =
  'Type the code that your authenticator app shows now, or one of your recovery codes.';

export function SignInPage() {
  const enter = useEnterConsole();
  const { data: start } = useQuery(startQuery);
  const { isSecondFactor, form } = useSignIn({ onDone: () => void enter() });
  if (isSecondFactor)
    return (
      <DoorCard key="second" title="Second factor" lead={secondFactorLead}>
        {form}
      </DoorCard>
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
      {form}
      <Anchor component={Link} to="/forgot-password" mt="lg" size="sm" display="block">
        Forgot your password?
      </Anchor>
    </DoorCard>
  );
}
