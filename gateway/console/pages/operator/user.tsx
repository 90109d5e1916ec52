// One person, as the operator sees them, and the accounts that they are in.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Lines } from '../../ui/panel.tsx';
import { Section } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { operator as say } from '../../words/en/operator.ts';
import { team } from '../../words/en/team.ts';
import { Say } from '../../words/say.tsx';

function Shown({ user, accounts }: Schemas['UserRecordAndAccounts']) {
  return (
    <div className="stack">
      <Section
        title={often.atAGlance}
        lead={
          <Say
            words={say.newStart.replace('{email}', user.email)}
            parts={{ code: (words) => <code>{words}</code> }}
          />
        }
      >
        <Lines
          facts={[
            [
              often.id,
              <span key="id" className="mono">
                {user.id}
              </span>,
            ],
            [
              often.email,
              user.email_verified ? say.emailConfirmed(user.email) : say.emailNotConfirmed(user.email),
            ],
            [often.secondFactor, user.totp ? often.on : often.off],
            [say.runsServiceFact, user.is_operator && say.yes],
            [often.since, <Instant key="since" at={user.created_at} as={dateOf} />],
          ]}
        />
      </Section>
      <Section title={often.accounts} lead={say.rolesLead}>
        {accounts.length === 0 && <p className="quiet">{say.inNone}</p>}
        <ul className="plain-list">
          {accounts.map(({ id, name, role }) => (
            <li key={id}>
              <AppLink className="link" to={`/operator/accounts/${id}`}>
                {name}
              </AppLink>
              <span className="quiet">{team.roles[role]}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

export function UserPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf('GET /operator/users/{id}', { path: { id } }));
  const { data } = query;
  return (
    <Page
      title={data?.user.name ?? say.user}
      lead={
        <AppLink className="link" to="/operator/users">
          {say.allUsers}
        </AppLink>
      }
    >
      <Pending of={query} />
      {data && <Shown {...data} />}
    </Page>
  );
}
