// Where the person is signed in.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';

type Session = Schemas['Session'];
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

export function SessionsSection() {
  const client = useQueryClient();
  const queryKey = ['sessions'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask<{ sessions: Session[] }>(`${base}/console/me/sessions`, { signal }),
  });
  const { data } = query;
  return (
    <Section
      title="Sessions"
      lead="Where you are signed in. End what you do not know, and change your password."
    >
      <Pending of={query} lines={2} />
      <ul className="plain-list">
        {data?.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{browserOf(session.user_agent)}</strong>
              {session.is_this && <span className="quiet"> (this one)</span>}
              <div className="quiet">
                {session.address ?? 'Address unknown'}, last seen{' '}
                <Instant at={session.last_seen_at ?? session.created_at} />
              </div>
            </div>
            {!session.is_this && (
              <Confirm
                label="End"
                of={`the session of ${browserOf(session.user_agent)}`}
                title="End this session?"
                action="End it"
                run={() => ask(`${base}/console/me/sessions/${session.id}`, { method: 'DELETE' })}
                onDone={() => void client.invalidateQueries({ queryKey })}
              >
                That browser is signed out within a second.
              </Confirm>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        label="Sign out everywhere"
        title="Sign out everywhere?"
        action="Sign out everywhere"
        run={() => ask(`${base}/console/me/sessions`, { method: 'DELETE' })}
        onDone={() => location.assign('/sign-in')}
      >
        All your sessions end, this one, too.
      </Confirm>
    </Section>
  );
}
