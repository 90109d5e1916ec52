// Passkeys: a sign-in without a password, by this device or a security key.
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Passkey, Person } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { Section } from '../../ui/section.tsx';
import { addPasskey, canUsePasskeys } from '../door/passkeys.ts';
import { ProofForm } from './proof.tsx';

interface DialogProps {
  person: Person;
  close: () => void;
}

const AddDialog = ({ person, close }: DialogProps) => (
  <Modal opened onClose={close} title="Add a passkey">
    <ProofForm
      person={person}
      action="Continue"
      fields={{
        name: {
          label: 'Name',
          description: 'Which device or key it is on.',
          placeholder: 'My laptop',
          isFirst: true,
          maxLength: 100,
        },
      }}
      send={({ name }) => addPasskey(name)}
      changes={[]}
      onDone={close}
    />
  </Modal>
);

const RemoveDialog = ({ person, passkey, close }: DialogProps & { passkey: Passkey }) => (
  <Modal opened onClose={close} title={`Remove “${passkey.name}”?`}>
    <ProofForm
      person={person}
      action="Remove"
      color="red.9"
      send={() => ask('DELETE /console/me/passkeys/{id}', { path: { id: passkey.id } })}
      changes={[]}
      onDone={close}
    >
      It cannot be used to sign in here any more. Remove it from the device as well.
    </ProofForm>
  </Modal>
);

const usedWords = ({ last_used_at: at }: Passkey) =>
  at ? (
    <>
      Last used <Instant at={at} />
    </>
  ) : (
    'Not used yet'
  );

export function PasskeySection({ person }: { person: Person }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, remove] = useState<Passkey | null>(null);
  return (
    <Section title="Passkeys" lead="Sign in with this device’s lock or a security key, without a password.">
      {person.passkeys.length === 0 && <p className="quiet">None yet.</p>}
      <ResourceLines
        query={{ data: person.passkeys }}
        isBare
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={usedWords}
        action={(passkey) => <RowButton label="Remove" of={passkey.name} onClick={() => remove(passkey)} />}
      />
      {canUsePasskeys() ? (
        <Button variant="default" mt="sm" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="quiet">This browser offers passkeys on pages that it reached over https only.</p>
      )}
      {isAdding && <AddDialog person={person} close={() => setAdding(false)} />}
      {removed && <RemoveDialog person={person} passkey={removed} close={() => remove(null)} />}
    </Section>
  );
}
