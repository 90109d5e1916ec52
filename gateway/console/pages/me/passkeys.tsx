// Passkeys: a sign-in without a password, by this device or a security key.
import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Passkey, Person } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { addPasskey, canUsePasskeys } from '../door/passkeys.ts';
import { ProofForm } from './proof.tsx';

export function PasskeySection({ person }: { person: Person }) {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const [removed, remove] = useState<Passkey | null>(null);
  const refresh = () => void client.invalidateQueries();
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
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => remove(passkey)}
            >
              Remove
            </Button>
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
        <ProofForm
          person={person}
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
        </ProofForm>
      </Modal>
      <Modal
        opened={removed !== null}
        onClose={() => remove(null)}
        title={`Remove “${removed?.name}”?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ProofForm
          person={person}
          action="Remove"
          color="red.9"
          send={() => ask(`${base}/console/me/passkeys/${removed?.id}`, { method: 'DELETE' })}
          onDone={() => {
            remove(null);
            refresh();
          }}
        >
          It cannot be used to sign in here any more. Remove it from the device as well.
        </ProofForm>
      </Modal>
    </Section>
  );
}
