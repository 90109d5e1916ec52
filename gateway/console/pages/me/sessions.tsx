// Where the person is signed in, and what changed in how they sign in, so that they see what was not them.
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { keyOf, listOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { Section } from '../../ui/section.tsx';
import { keepingLanguage } from '../../words/choose.ts';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { wordOf } from '../../words/language.ts';
import { Say } from '../../words/say.tsx';

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
  if (!browser) return say.unknownBrowser;
  return system ? say.browserOn(browser, system) : browser;
}

const End = ({ session }: { session: Schemas['Session'] }) =>
  !session.is_this && (
    <Confirm
      label={say.end}
      of={say.sessionOf(browserOf(session.user_agent))}
      title={say.endTitle}
      action={say.endAction}
      run={() => ask('DELETE /console/me/sessions/{id}', { path: { id: session.id } })}
      changes={keyOf('/console/me/sessions')}
    >
      {say.endWhy}
    </Confirm>
  );

export function SessionsSection() {
  const query = useQuery(listOf('GET /console/me/sessions', 'sessions', {}));
  return (
    <Section title={say.sessions} lead={say.sessionsLead}>
      <ResourceLines
        query={query}
        isBare
        lines={2}
        keyOf={({ id }) => id}
        title={({ user_agent, is_this }) =>
          is_this ? say.thisOne(browserOf(user_agent)) : browserOf(user_agent)
        }
        note={({ address, last_seen_at, created_at }) => (
          <Say
            words={say.lastSeen}
            parts={{
              address: address ?? say.unknownAddress,
              at: <Instant at={last_seen_at ?? created_at} />,
            }}
          />
        )}
        action={(session) => <End session={session} />}
      />
      <Confirm
        label={say.signOutEverywhere}
        title={say.signOutEverywhereTitle}
        run={() => keepingLanguage(() => ask('DELETE /console/me/sessions'))}
        onDone={() => location.assign('/sign-in')}
      >
        {say.signOutEverywhereWhy}
      </Confirm>
    </Section>
  );
}

export function ChangesSection() {
  const query = useQuery(listOf('GET /console/me/security-events', 'security_events', {}));
  return (
    <Section title={say.securityLog} lead={say.securityLogLead}>
      {query.data?.length === 0 && <p className="quiet">{often.noneYet}</p>}
      <ResourceLines
        query={query}
        isBare
        lines={2}
        keyOf={({ id }) => id}
        title={({ kind }) => wordOf(say.securityEvents, kind)}
        note={({ at, address }) => (
          <Say
            words={say.changedFrom}
            parts={{ at: <Instant at={at} />, address: address || say.anUnknownAddress }}
          />
        )}
      />
    </Section>
  );
}
