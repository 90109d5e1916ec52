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
import { door as say } from '../../words/en/door.ts';
import { often } from '../../words/en/often.ts';
import { DoorCard, useEnterConsole } from './door_card.tsx';
import { canUsePasskeys, signInByPasskey } from './passkeys.ts';

interface StepProps {
  onDone: () => void;
}

function SecondFactor({ ticket, giveUp, onDone }: StepProps & { ticket: string; giveUp: () => void }) {
  return (
    <>
      <AskForm
        action={often.continue}
        isWide
        fields={{ code: { label: say.code, isFirst: true, autoComplete: 'one-time-code' } }}
        send={({ code }) => ask('POST /console/sign-in/totp', { body: { ticket, code: code.trim() } })}
        onDone={onDone}
      />
      <Anchor component="button" type="button" mt="md" size="sm" onClick={giveUp}>
        {often.signInAsOther}
      </Anchor>
    </>
  );
}

function PasskeyButton({ onDone }: StepProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  return (
    <Stack gap="md" mt="md">
      <Divider label={say.or} />
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<Icon name="passkey" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {often.usePasskey}
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
        action={say.signIn}
        isWide
        fields={{
          email: { label: often.email, type: 'email', autoComplete: 'username webauthn', ...known },
          password: { label: often.password, type: 'password', autoComplete: 'current-password', isFirst },
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
export const secondFactorLead = () => say.secondFactorLead;

export function SignInPage() {
  const enter = useEnterConsole();
  const { data: start } = useQuery(startQuery);
  const { isSecondFactor, form } = useSignIn({ onDone: () => void enter() });
  if (isSecondFactor)
    return (
      <DoorCard key="second" title={often.secondFactor} lead={say.secondFactorLead}>
        {form}
      </DoorCard>
    );
  return (
    <DoorCard title={say.signIn} lead={start?.needs_first_user ? say.nobodyYet : undefined}>
      {form}
      <Anchor component={Link} to="/forgot-password" mt="lg" size="sm" display="block">
        {say.forgotPassword}
      </Anchor>
    </DoorCard>
  );
}
