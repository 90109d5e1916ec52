// Passkeys: a sign-in without a password, by this device or a security key.
import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, meQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { addPasskey, canUsePasskeys } from '../door/passkeys.ts';

export function PasskeySection({ person }: { person: Person }) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const refresh = () => void client.invalidateQueries(meQuery);
  return (
    <Section title="Passkeys" lead="Sign in with this device’s lock or a security key, without a password.">
      {person.passkeys.length === 0 && <p className="quiet">None yet.</p>}
      <ul className="plain-list">
        {person.passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <strong>{passkey.name}</strong>
              <div className="quiet">
                {passkey.last_used_at ? (
                  <>
                    Last used <Instant at={passkey.last_used_at} />
                  </>
                ) : (
                  'Not used yet'
                )}
              </div>
            </div>
            <Confirm
              label="Remove"
              of={passkey.name}
              title={`Remove “${passkey.name}”?`}
              action="Remove"
              run={() => ask(`${base}/me/passkeys/${passkey.id}`, { method: 'DELETE' })}
              onDone={refresh}
            >
              It cannot be used to sign in here any more. Remove it from the device as well.
            </Confirm>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <Button variant="default" mt="sm" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="quiet">This browser offers passkeys on pages that it reached over https only.</p>
      )}
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AskForm
          action="Continue"
          send={() => addPasskey(name)}
          onDone={() => {
            setAdding(false);
            setName('');
            refresh();
          }}
        >
          <TextInput
            label="Name"
            description="Which device or key it is on."
            placeholder="My laptop"
            required
            withAsterisk={false}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </AskForm>
      </Modal>
    </Section>
  );
}
