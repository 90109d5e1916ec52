// A new password.
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

const fields = {
  next: {
    label: 'New password',
    description: 'At least 10 characters.',
    type: 'password',
    minLength: 10,
    maxLength: 200,
    autoComplete: 'new-password',
  },
} as const;
const passkeyField = { endsPasskeys: { label: 'Remove all my passkeys as well', type: 'checkbox' } } as const;

export const PasswordSection = ({ person }: { person: Person }) => (
  <Section title="Password" lead="A new one ends your sessions everywhere else.">
    <ProofForm
      person={person}
      label="Current password"
      action="Change the password"
      fields={{ ...fields, ...(person.passkeys.length > 0 && passkeyField) }}
      send={({ next, endsPasskeys = false }) =>
        ask('POST /console/me/password', { body: { new: next, end_passkeys: endsPasskeys } })
      }
      changes={[]}
      isCleared
      said="The password is changed. Other sessions have ended."
    />
  </Section>
);
