// A form that changes how somebody signs in: they show once more that it is them, by their password or a passkey, and then
// not again for a while.
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { User } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { AskForm, type AskFormProps, type Fields, type Values } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { canUsePasskeys, reauthenticateByPasskey } from '../door/passkeys.ts';

/** Shorter than the service's five minutes, so that what is sent arrives within them. */
const reauthenticationLifeMs = 4 * 60_000;
let reauthenticatedAtMs = Number.NEGATIVE_INFINITY;

interface ReauthenticationFormProps<F extends Fields, Answer> extends AskFormProps<F, Answer> {
  user: User;
  /** The label of the password. */
  label?: string;
}

export function ReauthenticationForm<const F extends Fields, Answer>(
  props: ReauthenticationFormProps<F, Answer>,
) {
  const { user, send, children, label = often.password, ...form } = props;
  const [password, setPassword] = useState('');
  const [needsReauthentication, setNeedsReauthentication] = useState(
    () => nowMs() - reauthenticatedAtMs >= reauthenticationLifeMs,
  );
  const byPasskey = useRef(false);
  const sendReauthenticated = async (values: Values<F>) => {
    const reauthenticate = byPasskey.current
      ? reauthenticateByPasskey
      : () => ask('POST /console/me/reauthentication', { body: { password } });
    byPasskey.current = false;
    if (needsReauthentication) {
      await reauthenticate();
      reauthenticatedAtMs = nowMs();
      setNeedsReauthentication(false);
      setPassword('');
    }
    return send(values);
  };
  return (
    <AskForm {...form} send={sendReauthenticated}>
      {children}
      {needsReauthentication && (
        <PasswordInput
          label={label}
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {needsReauthentication && user.passkeys.length > 0 && canUsePasskeys() && (
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
