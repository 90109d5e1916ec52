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
import { people } from '../../words/en/people.ts';
import { Say } from '../../words/say.tsx';

function Shown({ person, accounts }: Schemas['PersonRecordAndAccounts']) {
  return (
    <div className="stack">
      <Section
        title={often.atAGlance}
        lead={
          <Say
            words={say.newStart.replace('{email}', person.email)}
            parts={{ code: (words) => <code>{words}</code> }}
          />
        }
      >
        <Lines
          facts={[
            [
              often.id,
              <span key="id" className="mono">
                {person.id}
              </span>,
            ],
            [
              often.email,
              person.email_proved ? say.emailConfirmed(person.email) : say.emailNotConfirmed(person.email),
            ],
            [often.secondFactor, person.totp ? often.on : often.off],
            [say.runsServiceFact, person.is_operator && say.yes],
            [often.since, <Instant key="since" at={person.created_at} as={dateOf} />],
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
              <span className="quiet">{people.roles[role]}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

export function OperatorPersonPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery(queryOf('GET /operator/people/{id}', { path: { id } }));
  const { data } = query;
  return (
    <Page
      title={data?.person.name ?? say.person}
      lead={
        <AppLink className="link" to="/operator/people">
          {say.allPeople}
        </AppLink>
      }
    >
      <Pending of={query} />
      {data && <Shown {...data} />}
    </Page>
  );
}
