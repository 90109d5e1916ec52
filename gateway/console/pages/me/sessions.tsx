// Where the person is signed in, and what changed in how they sign in, so that they see what was not them.
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { Section } from '../../ui/section.tsx';

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** A browser and its system, as a person would name them. */
function browserOf(userAgent: string | null): string {
  const nameIn = (names: typeof browsers | typeof systems) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (!browser) return 'An unknown browser';
  return system ? `${browser} on ${system}` : browser;
}

const End = ({ session }: { session: Schemas['Session'] }) =>
  !session.is_this && (
    <Confirm
      label="End"
      of={`the session of ${browserOf(session.user_agent)}`}
      title="End this session?"
      action="End it"
      run={() => ask('DELETE /console/me/sessions/{id}', { path: { id: session.id } })}
      changes={keyOf('/console/me/sessions')}
    >
      That browser is signed out within a second.
    </Confirm>
  );

export function SessionsSection() {
  const query = useQuery(listOf('GET /console/me/sessions', 'sessions', {}));
  return (
    <Section
      title="Sessions"
      lead="Where you are signed in. End a session that you do not know, and change your password."
    >
      <ResourceLines
        query={query}
        isBare
        lines={2}
        keyOf={({ id }) => id}
        title={({ user_agent, is_this }) => `${browserOf(user_agent)}${is_this ? ' (this one)' : ''}`}
        note={({ address, last_seen_at, created_at }) => (
          <>
            {address ?? 'Address unknown'}, last seen <Instant at={last_seen_at ?? created_at} />
          </>
        )}
        action={(session) => <End session={session} />}
      />
      <Confirm
        label="Sign out everywhere"
        title="Sign out everywhere?"
        run={() => ask('DELETE /console/me/sessions')}
        onDone={() => location.assign('/sign-in')}
      >
        All your sessions end, including this one.
      </Confirm>
    </Section>
  );
}

const changeWords: Readonly<Record<string, string>> = {
  new_password: 'New password',
  new_password_without_passkeys: 'New password; all passkeys removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  second_factor_on: 'Second factor turned on',
  second_factor_off: 'Second factor turned off',
  new_start: 'New password by a link; second factor and passkeys removed',
  new_email: 'Moved to another e-mail address',
  forgotten_password: 'New password by a link that was mailed',
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
        title={({ kind }) => changeWords[kind] ?? kind}
        note={({ changed_at, address }) => (
          <>
            <Instant at={changed_at} />, from {address || 'an unknown address'}
          </>
        )}
      />
    </Section>
  );
}
