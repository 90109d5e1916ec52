// Passkeys: a sign-in without a password, by this device or a security key.
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Passkey, Person } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { addPasskey, canUsePasskeys } from '../door/passkeys.ts';
import { ProofForm } from './proof.tsx';

interface DialogProps {
  person: Person;
  close: () => void;
}

const AddDialog = ({ person, close }: DialogProps) => (
  <Modal opened onClose={close} title={say.addPasskey}>
    <ProofForm
      person={person}
      action={often.continue}
      fields={{
        name: {
          label: often.name,
          description: say.passkeyNameHelp,
          placeholder: say.passkeyExample,
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
  <Modal opened onClose={close} title={say.removeOf(passkey.name)}>
    <ProofForm
      person={person}
      action={often.remove}
      color="red.9"
      send={() => ask('DELETE /console/me/passkeys/{id}', { path: { id: passkey.id } })}
      changes={[]}
      onDone={close}
    >
      {say.removePasskeyWhy}
    </ProofForm>
  </Modal>
);

const usedWords = ({ last_used_at: at }: Passkey) =>
  at ? <Say words={say.lastUsed} parts={{ at: <Instant at={at} /> }} /> : say.notUsed;

export function PasskeySection({ person }: { person: Person }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, remove] = useState<Passkey | null>(null);
  return (
    <Section title={say.passkeys} lead={say.passkeysLead}>
      {person.passkeys.length === 0 && <p className="quiet">{often.noneYet}</p>}
      <ResourceLines
        query={{ data: person.passkeys }}
        isBare
        keyOf={({ id }) => id}
        title={({ name }) => name}
        note={usedWords}
        action={(passkey) => (
          <RowButton label={often.remove} of={passkey.name} onClick={() => remove(passkey)} />
        )}
      />
      {canUsePasskeys() ? (
        <Button variant="default" mt="sm" onClick={() => setAdding(true)}>
          {say.addPasskey}
        </Button>
      ) : (
        <p className="quiet">{say.noPasskeys}</p>
      )}
      {isAdding && <AddDialog person={person} close={() => setAdding(false)} />}
      {removed && <RemoveDialog person={person} passkey={removed} close={() => remove(null)} />}
    </Section>
  );
}
