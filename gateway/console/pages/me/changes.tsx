// What changed in how the person signs in, so that they see what was not them.

import { useQuery } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';

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

type Change = Schemas['SignInChange'];
export function ChangesSection() {
  const query = useQuery({
    queryKey: ['sign-in-changes'],
    queryFn: ({ signal }) => ask<{ changes: Change[] }>(`${base}/console/me/changes`, { signal }),
  });
  return (
    <Section
      title="Recent changes"
      lead="What changed in how you sign in. If one was not you, change your password."
    >
      <Pending of={query} lines={2} />
      {query.data?.changes.length === 0 && <p className="quiet">None yet.</p>}
      <ul className="plain-list">
        {query.data?.changes.map(({ id, kind, changed_at, address }) => (
          <li key={id}>
            <div>
              <strong>{words[kind] ?? kind}</strong>
              <div className="quiet">
                <Instant at={changed_at} />, from {address || 'an unknown address'}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
