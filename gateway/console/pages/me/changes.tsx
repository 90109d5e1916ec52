// What changed in how the person signs in, so that they see what was not them.

import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../api/queries.ts';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { Section } from '../../ui/section.tsx';

const words: Readonly<Record<string, string>> = {
  new_password: 'New password',
  new_password_without_passkeys: 'New password; all passkeys removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  second_factor_on: 'Second factor turned on',
  second_factor_off: 'Second factor turned off',
  new_start: 'New password by a link; second factor and passkeys removed',
  new_email: 'Moved to another e-mail address',
};

export function ChangesSection() {
  const query = useQuery(listOf('GET /console/me/changes', 'changes', {}));
  return (
    <Section
      title="Recent changes"
      lead="What changed in how you sign in. If one was not you, change your password."
    >
      {query.data?.length === 0 && <p className="quiet">None yet.</p>}
      <ResourceLines
        query={query}
        isBare
        lines={2}
        keyOf={({ id }) => id}
        title={({ kind }) => words[kind] ?? kind}
        note={({ changed_at, address }) => (
          <>
            <Instant at={changed_at} />, from {address || 'an unknown address'}
          </>
        )}
      />
    </Section>
  );
}
