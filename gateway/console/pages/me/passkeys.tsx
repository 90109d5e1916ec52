// Passkeys: a sign-in without a password, by this device or a security key.
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Passkey, User } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { addPasskey, canUsePasskeys } from '../door/passkeys.ts';
import { ReauthenticationForm } from './reauthentication.tsx';

interface DialogProps {
  user: User;
  close: () => void;
}

const AddDialog = ({ user, close }: DialogProps) => (
  <Modal opened onClose={close} title={say.addPasskey}>
    <ReauthenticationForm
      user={user}
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

const RemoveDialog = ({ user, passkey, close }: DialogProps & { passkey: Passkey }) => (
  <Modal opened onClose={close} title={say.removeOf(passkey.name)}>
    <ReauthenticationForm
      user={user}
      action={often.remove}
      color="red.9"
      send={() => ask('DELETE /console/me/passkeys/{id}', { path: { id: passkey.id } })}
      changes={[]}
      onDone={close}
    >
      {say.removePasskeyWhy}
    </ReauthenticationForm>
  </Modal>
);

const usedWords = ({ last_used_at: at }: Passkey) =>
  at ? <Say words={say.lastUsed} parts={{ at: <Instant at={at} /> }} /> : say.notUsed;

export function PasskeySection({ user }: { user: User }) {
  const [isAdding, setAdding] = useState(false);
  const [removed, remove] = useState<Passkey | null>(null);
  return (
    <Section title={say.passkeys} lead={say.passkeysLead}>
      {user.passkeys.length === 0 && <p className="quiet">{often.noneYet}</p>}
      <ResourceLines
        query={{ data: user.passkeys }}
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
      {isAdding && <AddDialog user={user} close={() => setAdding(false)} />}
      {removed && <RemoveDialog user={user} passkey={removed} close={() => remove(null)} />}
    </Section>
  );
}
