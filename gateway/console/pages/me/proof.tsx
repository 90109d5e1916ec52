// A form that changes how somebody signs in: they show once more that it is them, by their password or a passkey, and then
// not again for a while.
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { AskForm, type AskFormProps, type Fields, type Values } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { canUsePasskeys, proveByPasskey } from '../door/passkeys.ts';

/** Shorter than the service's five minutes, so that what is sent arrives within them. */
const proofLifeMs = 4 * 60_000;
let provedAtMs = Number.NEGATIVE_INFINITY;

interface ProofFormProps<F extends Fields, Answer> extends AskFormProps<F, Answer> {
  person: Person;
  /** The label of the password. */
  label?: string;
}

export function ProofForm<const F extends Fields, Answer>(props: ProofFormProps<F, Answer>) {
  const { person, send, children, label = often.password, ...form } = props;
  const [password, setPassword] = useState('');
  const [needsProof, setNeedsProof] = useState(() => nowMs() - provedAtMs >= proofLifeMs);
  const byPasskey = useRef(false);
  const sendProved = async (values: Values<F>) => {
    const prove = byPasskey.current
      ? proveByPasskey
      : () => ask('POST /console/me/proof', { body: { password } });
    byPasskey.current = false;
    if (needsProof) {
      await prove();
      provedAtMs = nowMs();
      setNeedsProof(false);
      setPassword('');
    }
    return send(values);
  };
  return (
    <AskForm {...form} send={sendProved}>
      {children}
      {needsProof && (
        <PasswordInput
          label={label}
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {needsProof && person.passkeys.length > 0 && canUsePasskeys() && (
        <div>
          <Button
            type="submit"
            // It is sent without the password that is asked for above.
            formNoValidate
            variant="default"
            leftSection={<Icon name="passkey" />}
            onClick={() => {
              byPasskey.current = true;
            }}
          >
            {say.usePasskeyInstead}
          </Button>
        </div>
      )}
    </AskForm>
  );
}
