// A form that changes how somebody signs in: they show once more that it is them, by their password or a passkey, and then
// not again for a while.
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Fault } from '../../ui/state.tsx';
import { canUsePasskeys, proveByPasskey, wasGivenUp } from '../door/passkeys.ts';

/** Shorter than the service's five minutes, so that what is sent arrives within them. */
const proofLifeMs = 4 * 60_000;
let provedAtMs = Number.NEGATIVE_INFINITY;

interface ProofFormProps<Answer> {
  person: Person;
  /** What the button says. */
  action: string;
  /** Asks the service, once the proof is there. */
  send: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  disabled?: boolean;
  /** What else is to be typed. */
  children?: ReactNode;
  label?: string;
  color?: string;
}

export function ProofForm<Answer>(props: ProofFormProps<Answer>) {
  const { person, action, send, onDone, children, label = 'Password', disabled = false, color } = props;
  const [password, setPassword] = useState('');
  const [needsProof, setNeedsProof] = useState(() => nowMs() - provedAtMs >= proofLifeMs);
  const prove = async (proof: () => Promise<unknown>) => {
    await proof();
    provedAtMs = nowMs();
    setNeedsProof(false);
    setPassword('');
    return send();
  };
  const byPassword = () =>
    prove(() => ask(`${base}/console/me/proof`, { method: 'POST', body: { password } }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => prove(proveByPasskey),
    onSuccess: onDone,
  });
  return (
    <AskForm
      action={action}
      disabled={disabled}
      send={needsProof ? byPassword : send}
      onDone={onDone}
      {...(color !== undefined && { color })}
    >
      {children}
      {needsProof && (
        <PasswordInput
          label={label}
          required
          withAsterisk={false}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {needsProof && person.passkeys.length > 0 && canUsePasskeys() && (
        <div>
          <Button
            variant="default"
            leftSection={<Icon name="passkey" />}
            loading={isPending}
            onClick={() => mutate()}
          >
            Use a passkey instead
          </Button>
        </div>
      )}
      {error && !wasGivenUp(error) && <Fault error={error} />}
    </AskForm>
  );
}
